import { z } from 'zod';
import type { Clock } from '#main/base/clock.ts';
import { SECOND } from '#main/base/durations.ts';
import type { Child } from '#main/base/port.ts';
import type { Demo } from '#main/session/demo.ts';

const readySchema = z.object({
  type: z.literal('ready'),
  baseUrl: z.string(),
  accessToken: z.string(),
  jwt: z.string(),
  userId: z.string(),
});

const START_DEADLINE = 15 * SECOND;

/**
 * Starts the demo clinic in a process of its own and waits for its address and tokens.
 * @throws where it ends, or says nothing for fifteen seconds
 */
export async function startDemoClinic(fork: () => Child, clock: Clock): Promise<Demo> {
  const child = fork();
  let isRunning = true;
  const started = new AbortController();
  const ready = new Promise<Demo>((resolve, reject) => {
    child.onMessage((message) => {
      const { success, data } = readySchema.safeParse(message);
      if (success) resolve({ ...data, isRunning: () => isRunning, stop: () => child.kill() });
    });
    child.onExit(() => {
      isRunning = false;
      reject(new Error('the demo clinic has ended'));
    });
  });
  const overdue = clock.wait(START_DEADLINE, started.signal).then(() => {
    child.kill();
    throw new Error('the demo clinic did not start in time');
  });
  try {
    return await Promise.race([ready, overdue]);
  } finally {
    started.abort();
  }
}
