import { net, powerMonitor } from 'electron';
import { z } from 'zod';
import type { ControlInput } from '#contract/controls.ts';
import type { Clock } from '#main/base/clock.ts';
import { SECOND } from '#main/base/durations.ts';
import { describeThrown, type Log } from '#main/base/log.ts';
import type { EngineLink } from '#main/session/open-state.ts';

/** Where the person is, and what happened to the computer. */
export type Attention = ControlInput<'engine.attention'>['now'];

/** No event of the main process tells that the network is back. A network that flaps faster is left to settle. */
const LOOK_EVERY = 5 * SECOND;

export interface ComputerOptions {
  readonly emit: (now: Attention) => void;
  readonly clock: Clock;
  /** Ends the watching. */
  readonly signal: AbortSignal;
}

/** Tells when the computer wakes from its sleep, and when it comes back to a network. */
export async function watchComputer({ emit, clock, signal }: ComputerOptions): Promise<void> {
  powerMonitor.on('resume', () => emit('woke'));
  let wasOnline = net.isOnline();
  while (!signal.aborted) {
    await clock.wait(LOOK_EVERY, signal).catch(() => {});
    const isOnline = net.isOnline();
    if (isOnline && !wasOnline && !signal.aborted) emit('reconnected');
    wasOnline = isOnline;
  }
}

/** Calls that carry the address of a service. */
const addressed = z.object({ baseUrl: z.string() });

/**
 * Tells the engine the way to a service before it is sent there: only Chromium knows what proxy the system
 * has for an address.
 * @param resolve the system's rule for an address, for example `DIRECT` or `PROXY host:port`
 */
export function withProxy(
  engine: EngineLink,
  resolve: (address: string) => Promise<string>,
  log: Log,
): EngineLink {
  const reportChoice = async (address: string): Promise<void> => {
    const rule = await resolve(address).catch((thrown: unknown) => {
      log.warn('the system names no way to the service', { thrown: describeThrown(thrown) });
      return 'DIRECT';
    });
    await engine.call('engine.setProxy', { rule });
  };
  return {
    call: async (name: never, input: never) => {
      const { success, data } = addressed.safeParse(input);
      if (success) await reportChoice(data.baseUrl);
      return engine.call(name, input);
    },
    reopen: () => engine.reopen(),
  };
}
