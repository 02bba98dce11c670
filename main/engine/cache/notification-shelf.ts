import type { Notification } from '#contract/notification.ts';
import { readNotification } from '#main/engine/service/wire/notification.ts';
import type { WritableDb } from './db.ts';
import type { FreshRow, Shelf, StoredRow } from './shelf.ts';
import { sql } from './sql.ts';
import { beginning, bit, sortDate, title, word } from './summary.ts';

function putSummary(db: WritableDb, { record, hash }: FreshRow<Notification>): number {
  return db.run(sql`
    INSERT INTO notification (id, user, title, text, read, about_kind, about_id, flagged, created_at, hash)
    VALUES (${record.id}, ${word(record.user)}, ${title(record.title)}, ${beginning(record.text)},
      ${bit(record.read)}, ${word(record.aboutKind)}, ${word(record.aboutId)}, ${bit(record.flags.length > 0)},
      ${sortDate(record.createdAt)}, ${hash})
    ON CONFLICT (id) DO UPDATE SET user = excluded.user, title = excluded.title, text = excluded.text,
      read = excluded.read, about_kind = excluded.about_kind, about_id = excluded.about_id,
      flagged = excluded.flagged, created_at = excluded.created_at, hash = excluded.hash`).lastRow;
}

function put(db: WritableDb, stored: StoredRow | undefined, fresh: FreshRow<Notification>): number {
  const given = putSummary(db, fresh);
  const row = stored?.row ?? given;
  db.run(sql`
    INSERT INTO notification_body (row, raw, fetched_at) VALUES (${row}, ${fresh.raw}, ${fresh.fetchedAt})
    ON CONFLICT (row) DO UPDATE SET raw = excluded.raw, fetched_at = excluded.fetched_at`);
  return row;
}

/** Reads and writes notifications (service's document, section 2.4). They carry no time of their last change. */
export const notificationShelf: Shelf<Notification> = {
  kind: 'notification',
  read: readNotification,
  updatedAt: () => 0,
  find: (db, id) =>
    db.get(sql<StoredRow>`SELECT row, hash, 0 AS updatedAt, '' AS folded FROM notification WHERE id = ${id}`),
  put,
};
