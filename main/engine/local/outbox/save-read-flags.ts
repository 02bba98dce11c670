import { ok, type Result } from '#contract/result.ts';
import { isDeepStrictEqual } from 'node:util';
import type { WritableDb } from '#main/engine/sqlite/db.ts';
import { deleteEndedSnoozes } from '../data/snoozes.ts';
import { closeChangesUnsent } from './conclude.ts';
import { listStoredChangesOfRecord } from './stored-changes.ts';
import type { StoredChange, ReadFlagTarget, SetReadFlagsInput } from '../protocol.ts';
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
