import type { ReadableDb, WritableDb } from '#main/engine/sqlite/db.ts';
import { sql } from '#main/engine/sqlite/sql.ts';

/** Notifications that were found unread. */
export interface UnreadNotifications {
  readonly notifications: readonly { readonly id: string; readonly createdAt: number }[];
  /** Epoch milliseconds. Older entries are removed; they are not looked up again. */
  readonly keepFrom: number;
}

/**
 * Marks that the first call has happened, even without unread notifications. No notification has an empty id.
 */
const FIRST_TIME = '';

function isKnown(db: ReadableDb, id: string): boolean {
  return db.get(sql`SELECT 1 FROM announced_notification WHERE id = ${id}`) !== undefined;
}

/**
 * Notes that these notifications are announced and returns the ids of those that were not before. The first
 * call returns none: notifications that existed before this account was opened here are not announced.
 */
export function recordAnnouncedNotifications(
  db: WritableDb,
  { notifications, keepFrom }: UnreadNotifications,
): readonly string[] {
  const isFirst = !isKnown(db, FIRST_TIME);
  const fresh = notifications.filter(({ id }) => !isKnown(db, id));
  if (isFirst) db.run(sql`INSERT INTO announced_notification (id, created_at) VALUES (${FIRST_TIME}, 0)`);
  for (const { id, createdAt } of fresh)
    db.run(sql`INSERT INTO announced_notification (id, created_at) VALUES (${id}, ${createdAt})`);
  db.run(sql`DELETE FROM announced_notification WHERE created_at < ${keepFrom} AND id <> ${FIRST_TIME}`);
  return isFirst ? [] : fresh.map(({ id }) => id);
}
