import { isDeepStrictEqual } from 'node:util';
import { isIdAmbiguousInPath } from '#contract/records.ts';
import type { EpochMs } from '#contract/time.ts';
import type { ReadableDb, WritableDb } from '#main/engine/sqlite/db.ts';
import type {
  MarkReadFlagsSendingInput,
  ConfirmedReadFlag,
  StoredChange,
  ReadFlagTarget,
  SetReadFlagsInput,
} from '../protocol.ts';
import { closeConfirmedChanges, closeChangesUnsent } from './conclude.ts';
import { iterateFirstReadFlags } from './next-changes.ts';
import { findStoredChange, updateStoredChange, listStoredChangesOfRecord } from './stored-changes.ts';
import { ok, type Result } from '#contract/result.ts';
import { deleteEndedSnoozes } from '../data/snoozes.ts';
import { isReadFlagRejectedOrAwaitingDecision, saveChange, type ChangeSaveContext } from './save.ts';

/**
 * Returns what saving a read flag means for one notification. `drop` removes an unsent change of the opposite
 * flag.
 */
function stepFor(
  { isRead, waiting }: ReadFlagTarget,
  found: readonly StoredChange[],
  read: boolean,
): 'none' | 'drop' | 'save' {
  const numbers = found.map(({ number }) => number);
  // Another change was sent meanwhile, so the flag at the service is unknown. The latest intent wins.
  if (!isDeepStrictEqual(numbers, waiting)) return 'save';
  const last = found.at(-1);
  if (last === undefined) return isRead === read ? 'none' : 'save';
  const isResting = isReadFlagRejectedOrAwaitingDecision(last);
  if (!isResting && last.data['read'] === read) return 'none';
  const isDropped = isResting || (found.length === 1 && last.state === 'saved' && last.attempts === 0);
  return isDropped && isRead === read ? 'drop' : 'save';
}

/**
 * Sets the read flag of notifications (service's document, section 4.3), in the transaction of the caller.
 * Those that have the value, or will have it, are skipped. Returns the ids of the others.
 */
export function saveReadFlags(
  db: WritableDb,
  { notifications, read, userId }: SetReadFlagsInput,
  context: ChangeSaveContext,
): Result<readonly string[]> {
  const changed: string[] = [];
  for (const notification of notifications) {
    const { id, title, isRead } = notification;
    const found = listStoredChangesOfRecord(db, id);
    const step = stepFor(notification, found, read);
    if (step === 'none') continue;
    if (step === 'drop') closeChangesUnsent(db, found, 'gave-way', context.now);
    else {
      const change = { operation: 'notifications.update', data: { id, read } } as const;
      const saved = saveChange(db, { change, cached: { title, read: isRead }, userId }, context);
      if (!saved.ok) return saved;
    }
    changed.push(id);
  }
  if (read)
    deleteEndedSnoozes(
      db,
      notifications.map(({ id }) => id),
    );
  return ok(changed);
}

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
