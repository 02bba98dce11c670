import type { PendingOperation } from '#contract/outbox.ts';
import type { Sandbox } from '#main/sandbox/server.ts';
import { timesDone } from './workload.ts';

/** The part of a desk that a person needs to settle what is left. */
export interface SettlingDesk {
  outbox(): Promise<readonly PendingOperation[]>;
  sync(): Promise<unknown>;
  resolve(number: number, take: 'server' | 'mine'): Promise<void>;
}

/** Rounds of looking, deciding and sending until nothing may be left. */
const ROUNDS = 12;

function markOf({ fields }: PendingOperation): string | undefined {
  return /mark\d+x/.exec(fields.map(({ mine }) => mine).join(' '))?.[0];
}

/**
 * Does what a careful person would: looks on the service whether what the desk asks about was done, and lets go or sends again
 * accordingly. Answers what is still left, which should be nothing.
 */
export async function settleAsPerson(
  desk: SettlingDesk,
  clinic: Sandbox,
): Promise<readonly PendingOperation[]> {
  for (let round = 0; round < ROUNDS; round++) {
    await desk.sync();
    const left = await desk.outbox();
    if (left.length === 0) return left;
    const done = timesDone(clinic);
    for (const operation of left.filter(({ state }) => state === 'needs-you' || state === 'rejected')) {
      const mark = markOf(operation);
      const isDone = mark !== undefined && (done.get(mark) ?? 0) > 0;
      await desk.resolve(operation.number, isDone ? 'server' : 'mine');
    }
  }
  return desk.outbox();
}
