import { ok, type Result } from '#contract/result.ts';
import { isDeepStrictEqual } from 'node:util';
import type { WritableDb } from '#main/engine/store/db.ts';
import { removeOperations } from './leave.ts';
import { operationsOf } from './operations.ts';
import type { DeskOperation, Markable, MarksInput } from './protocol.ts';
import { isRestingMark, saveWrite, type SaveContext } from './save.ts';

/** What is to become of a mark: `drop` takes the opposite one back that has not left yet. */
function stepFor(
  { isRead, waiting }: Markable,
  found: readonly DeskOperation[],
  read: boolean,
): 'none' | 'drop' | 'save' {
  const numbers = found.map(({ number }) => number);
  // Another one left meanwhile: what the service has by now is in no hand here, and the latest intent wins.
  if (!isDeepStrictEqual(numbers, waiting)) return 'save';
  const last = found.at(-1);
  if (last === undefined) return isRead === read ? 'none' : 'save';
  const isResting = isRestingMark(last);
  if (!isResting && last.data['read'] === read) return 'none';
  const isDropped = isResting || (found.length === 1 && last.state === 'saved' && last.attempts === 0);
  return isDropped && isRead === read ? 'drop' : 'save';
}

/**
 * Marks notifications as read or unread (service's document, section 4.3), in the transaction of its caller. Those that are so
 * already, or will be, are passed over. Answers the ids of the others.
 */
export function markAll(
  db: WritableDb,
  { alerts, read, userId }: MarksInput,
  context: SaveContext,
): Result<readonly string[]> {
  const changed: string[] = [];
  for (const alert of alerts) {
    const { id, title, isRead } = alert;
    const found = operationsOf(db, id);
    const step = stepFor(alert, found, read);
    if (step === 'none') continue;
    if (step === 'drop') removeOperations(db, found, 'gave-way', context.now);
    else {
      const write = { operation: 'notifications.update', data: { id, read } } as const;
      const saved = saveWrite(db, { write, cached: { title, read: isRead }, userId }, context);
      if (!saved.ok) return saved;
    }
    changed.push(id);
  }
  return ok(changed);
}
