import { isDeepStrictEqual } from 'node:util';
import { isIdAmbiguousInPath } from '#contract/records.ts';
import type { EpochMs } from '#contract/time.ts';
import type { ReadableDb, WritableDb } from '#main/engine/sqlite/db.ts';
import type { MarkReadFlagsSendingInput, ConfirmedReadFlag, StoredChange } from '../protocol.ts';
import { closeConfirmedChanges } from './conclude.ts';
import { iterateFirstReadFlags } from './next-changes.ts';
import { findStoredChange, updateStoredChange } from './stored-changes.ts';

/**
 * Returns whether a read flag is sent like any other: no question has to be asked first, and no record fetched.
 */
function isPlain({ state, savedBy, target, evidence }: StoredChange, userId: string | null): boolean {
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
): readonly StoredChange[] {
  const taken: StoredChange[] = [];
  for (const change of iterateFirstReadFlags(db, except)) {
    if (taken.length === limit || !isPlain(change, userId)) break;
    taken.push(change);
  }
  for (const change of taken) {
    const { evidence, attempts } = change;
    updateStoredChange(db, {
      ...change,
      state: 'sending',
      evidence: { ...evidence, mayHaveLeft: true },
      attempts: attempts + 1,
      triedAt: now,
    });
  }
  return taken;
}

/** Returns the change as it is now where it is still being sent as it was taken. */
function findSending(db: ReadableDb, { number, data }: StoredChange): StoredChange | null {
  const found = findStoredChange(db, number);
  return found?.state === 'sending' && isDeepStrictEqual(found.data, data) ? found : null;
}

/**
 * Closes the read flags that were sent, and gives those back that were taken and not sent, in the transaction of
 * the caller. Changes that were edited meanwhile are left as they are.
 * @returns the changes whose state this call has changed
 */
export function closeOrReleaseReadFlags(
  db: WritableDb,
  sent: readonly ConfirmedReadFlag[],
  unsent: readonly StoredChange[],
  now: EpochMs,
): readonly StoredChange[] {
  const confirmed = sent.flatMap(({ change, ending, answer }) => {
    const found = findSending(db, change);
    return found === null ? [] : [{ change: found, ending, ...(answer === undefined ? {} : { answer }) }];
  });
  closeConfirmedChanges(db, confirmed, now);
  const restored = unsent.filter((change) => findSending(db, change) !== null);
  for (const change of restored) updateStoredChange(db, change);
  return [...confirmed.map(({ change }) => change), ...restored];
}
