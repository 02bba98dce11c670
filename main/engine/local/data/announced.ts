import type { ReadableDb, WritableDb } from '#main/engine/sqlite/db.ts';
import { sql } from '#main/engine/sqlite/sql.ts';

/** Alerts that were found unread. */
export interface AnnounceInput {
  readonly notifications: readonly { readonly id: string; readonly createdAt: number }[];
  /** Epoch milliseconds: what was made before is forgotten, it is never asked about again. */
  readonly keepFrom: number;
}

/** Stands for the first time of all, though nothing was unread then: no alert has an empty id. */
const FIRST_TIME = '';

function isKnown(db: ReadableDb, id: string): boolean {
  return db.get(sql`SELECT 1 FROM announced_notification WHERE id = ${id}`) !== undefined;
}

/**
 * Takes note that these alerts are told of, and answers the ids of those that were not before. The first time of all answers none:
 * what was there before this desk is no news.
 */
export function announce(db: WritableDb, { notifications, keepFrom }: AnnounceInput): readonly string[] {
  const isFirst = !isKnown(db, FIRST_TIME);
  const fresh = notifications.filter(({ id }) => !isKnown(db, id));
  if (isFirst) db.run(sql`INSERT INTO announced_notification (id, created_at) VALUES (${FIRST_TIME}, 0)`);
  for (const { id, createdAt } of fresh)
    db.run(sql`INSERT INTO announced_notification (id, created_at) VALUES (${id}, ${createdAt})`);
  db.run(sql`DELETE FROM announced_notification WHERE created_at < ${keepFrom} AND id <> ${FIRST_TIME}`);
  return isFirst ? [] : fresh.map(({ id }) => id);
}
