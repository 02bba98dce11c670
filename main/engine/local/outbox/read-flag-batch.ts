import { isDeepStrictEqual } from 'node:util';
import { isIdAmbiguousInPath } from '#contract/records.ts';
import type { EpochMs } from '#contract/time.ts';
import type { ReadableDb, WritableDb } from '#main/engine/sqlite/db.ts';
import type { MarkReadFlagsSendingInput, ConfirmedReadFlag, StoredOperation } from '../protocol.ts';
import { closeConfirmedOperations } from './conclude.ts';
import { iterateFirstReadFlags } from './next-writes.ts';
import { findOperation, updateOperation } from './operations.ts';

/**
 * Returns whether a read flag is sent like any other: no question has to be asked first, and no record fetched.
 */
function isPlain({ state, savedBy, target, evidence }: StoredOperation, userId: string | null): boolean {
  const isOwn = userId === null || savedBy === '' || savedBy === userId;
  return state === 'saved' && isOwn && evidence.sendsAgain !== true && !isIdAmbiguousInPath(target);
}

/**
 * Returns the next read flags to send, oldest first, up to the first that has to be sent on its own, and notes in the
 * transaction of the caller that each of them may leave now. They are returned as they were before.
 */
export function markNextReadFlagsSending(
  db: WritableDb,
  { except, limit, userId }: MarkReadFlagsSendingInput,
  now: EpochMs,
): readonly StoredOperation[] {
  const taken: StoredOperation[] = [];
  for (const operation of iterateFirstReadFlags(db, except)) {
    if (taken.length === limit || !isPlain(operation, userId)) break;
    taken.push(operation);
  }
  for (const operation of taken) {
    const { evidence, attempts } = operation;
    updateOperation(db, {
      ...operation,
      state: 'sending',
      evidence: { ...evidence, mayHaveLeft: true },
      attempts: attempts + 1,
      triedAt: now,
    });
  }
  return taken;
}

/** Returns the write as it is now where it is still being sent as it was taken. */
function findSending(db: ReadableDb, { number, data }: StoredOperation): StoredOperation | null {
  const found = findOperation(db, number);
  return found?.state === 'sending' && isDeepStrictEqual(found.data, data) ? found : null;
}

/**
 * Closes the read flags that were sent, and gives those back that were taken and not sent, in the transaction of
 * the caller. Writes that were changed meanwhile are left as they are.
 * @returns the writes that were changed by this
 */
export function closeOrReleaseReadFlags(
  db: WritableDb,
  sent: readonly ConfirmedReadFlag[],
  unsent: readonly StoredOperation[],
  now: EpochMs,
): readonly StoredOperation[] {
  const confirmed = sent.flatMap(({ operation, how, answer }) => {
    const found = findSending(db, operation);
    return found === null ? [] : [{ operation: found, how, ...(answer === undefined ? {} : { answer }) }];
  });
  closeConfirmedOperations(db, confirmed, now);
  const restored = unsent.filter((operation) => findSending(db, operation) !== null);
  for (const operation of restored) updateOperation(db, operation);
  return [...confirmed.map(({ operation }) => operation), ...restored];
}
