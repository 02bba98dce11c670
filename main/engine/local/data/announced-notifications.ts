import type { ReadableDb, WritableDb } from '#main/engine/sqlite/db.ts';
import { sql } from '#main/engine/sqlite/sql.ts';

/** Ids of notifications that were found unread, and the time before which older entries are removed. */
export interface AnnouncedNotificationsInput {
  readonly notifications: readonly { readonly id: string; readonly createdAt: number }[];
  /** The cutoff, epoch milliseconds: entries of notifications created before it are removed. */
  readonly keepFrom: number;
}

/**
 * An id that no notification has: its entry marks that the first call has happened, even without unread
 * notifications.
 */
const FIRST_TIME = '';

function isKnown(db: ReadableDb, id: string): boolean {
  return db.get(sql`SELECT 1 FROM announced_notification WHERE id = ${id}`) !== undefined;
}

/**
 * Notes that these notifications are announced and returns the ids of those that were not before. The first
 * call returns none: notifications that existed before this account was opened here are not announced.
 */
export function recordAnnouncedAndReturnNewIds(
  db: WritableDb,
  { notifications, keepFrom }: AnnouncedNotificationsInput,
): readonly string[] {
  const isFirst = !isKnown(db, FIRST_TIME);
  const fresh = notifications.filter(({ id }) => !isKnown(db, id));
  if (isFirst) db.run(sql`INSERT INTO announced_notification (id, created_at) VALUES (${FIRST_TIME}, 0)`);
  for (const { id, createdAt } of fresh)
    db.run(sql`INSERT INTO announced_notification (id, created_at) VALUES (${id}, ${createdAt})`);
  db.run(sql`DELETE FROM announced_notification WHERE created_at < ${keepFrom} AND id <> ${FIRST_TIME}`);
  return isFirst ? [] : fresh.map(({ id }) => id);
}
