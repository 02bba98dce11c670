import type { CallOutput, ValidatedInput } from '#contract/api.ts';
import { ok } from '#contract/result.ts';
import { toEpochMs } from '#contract/time.ts';
import type { ReadableDb, WritableDb } from '#main/engine/sqlite/db.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import type { ResultAndChangedIdsOrError, TransactionTimeAndRandomHex } from './protocol.ts';

/** Hides notifications until a time, or shows them again as if they had never been hidden (`until` is null). */
export function snoozeNotifications(
  db: WritableDb,
  { ids, until }: ValidatedInput<'inbox.snooze'>,
  { now }: TransactionTimeAndRandomHex,
): ResultAndChangedIdsOrError<CallOutput<'inbox.snooze'>> {
  const before = ids.map((id) => ({ id, until: getSnooze(db, { id }).snooze?.until ?? null }));
  for (const id of ids) {
    if (until === null) db.run(sql`DELETE FROM snooze WHERE notification = ${id}`);
    else
      db.run(sql`
        INSERT OR REPLACE INTO snooze (notification, until, snoozed_at, is_over)
        VALUES (${id}, ${until}, ${now}, ${until <= now ? 1 : 0})`);
  }
  return ok({ answer: { before }, ids });
}

/** Returns until when a notification is, or was, snoozed; null where it is not. */
export function getSnooze(
  db: ReadableDb,
  { id }: ValidatedInput<'inbox.getSnooze'>,
): CallOutput<'inbox.getSnooze'> {
  const row = db.get(sql<{ until: number; isOver: number }>`
    SELECT until, is_over AS isOver FROM snooze WHERE notification = ${id}`);
  return { snooze: row === undefined ? null : { until: toEpochMs(row.until), isOver: row.isOver === 1 } };
}

/** Ends the snoozes whose time has come. Returns the notifications, which are shown again. */
export function endDueSnoozes(
  db: WritableDb,
  _input: null,
  { now }: TransactionTimeAndRandomHex,
): ResultAndChangedIdsOrError<readonly string[]> {
  const due = db.all(sql<{ id: string }>`
    SELECT notification AS id FROM snooze WHERE is_over = 0 AND until <= ${now} ORDER BY until, notification`);
  db.run(sql`UPDATE snooze SET is_over = 1 WHERE is_over = 0 AND until <= ${now}`);
  const ids = due.map(({ id }) => id);
  return ok({ answer: ids, ids });
}

/** Forgets that notifications were snoozed, once the user has marked them as read. */
export function deleteEndedSnoozes(db: WritableDb, ids: readonly string[]): void {
  for (const id of ids) db.run(sql`DELETE FROM snooze WHERE notification = ${id} AND is_over = 1`);
}
