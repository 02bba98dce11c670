import type { Notification } from '#contract/notifications.ts';
import { readNotification } from '#main/engine/api/parse/notification.ts';
import type { WritableDb } from '#main/engine/sqlite/db.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { appointmentUpdater } from './appointments.ts';
import { NO_DATE } from './cursor.ts';
import { findNotificationReferences, idReferenceUpdater } from './mentions.ts';
import { type FreshRow, type RecordTable, type StoredRow, withIndexes, type IndexUpdater } from './table.ts';
import { truncateText, bit, sortDate, truncateTitle, truncateId } from './columns.ts';
import { normalizeTexts } from './search-text.ts';

/** Whether anything in the notification or its appointment deviates from the service's document. */
export function isFlagged({ flags, appointment }: Pick<Notification, 'flags' | 'appointment'>): boolean {
  return flags.length > 0 || (appointment !== null && appointment.flags.length > 0);
}

function putSummary(db: WritableDb, { record, hash }: FreshRow<Notification>): number {
  return db.run(sql`
    INSERT INTO notification (id, user, title, text, read, about_kind, about_id, created_by, flagged, created_at,
      hash)
    VALUES (${record.id}, ${truncateId(record.user)}, ${truncateTitle(record.title)}, ${truncateText(record.text)},
      ${bit(record.read)}, ${truncateId(record.aboutKind)}, ${truncateId(record.aboutId)}, ${truncateId(record.createdBy)},
      ${bit(isFlagged(record))}, ${sortDate(record.createdAt)}, ${hash})
    ON CONFLICT (id) DO UPDATE SET user = excluded.user, title = excluded.title, text = excluded.text,
      read = excluded.read, about_kind = excluded.about_kind, about_id = excluded.about_id,
      created_by = excluded.created_by, flagged = excluded.flagged, created_at = excluded.created_at, hash = excluded.hash`)
    .lastRow;
}

const bare: RecordTable<Notification> = {
  kind: 'notification',
  read: readNotification,
  datesOf: ({ createdAt }) => ({ createdAt: sortDate(createdAt), updatedAt: NO_DATE }),
  find: (db, id) =>
    db.get(sql<StoredRow>`
      SELECT row, hash, created_at AS createdAt, ${NO_DATE} AS updatedAt
      FROM notification WHERE id = ${id}`),
  put: (db, stored, fresh) => {
    const given = putSummary(db, fresh);
    const row = stored?.row ?? given;
    db.run(sql`
      INSERT INTO notification_body (row, raw, fetched_at) VALUES (${row}, ${fresh.raw}, ${fresh.fetchedAt})
      ON CONFLICT (row) DO UPDATE SET raw = excluded.raw, fetched_at = excluded.fetched_at`);
    return row;
  },
  remove: (db, { row }) => void db.run(sql`DELETE FROM notification WHERE row = ${row}`),
};

/** Updates the text that a search of the inbox uses. */
const textUpdater: IndexUpdater<Notification> = (db, row, { before, after }) => {
  const toText = (record: Notification): string => normalizeTexts([record.title, record.text]);
  if (after === null) {
    db.run(sql`DELETE FROM notification_text WHERE row = ${row}`);
    return;
  }
  const text = toText(after);
  if (before !== null && toText(before) === text) return;
  db.run(sql`
    INSERT INTO notification_text (row, text) VALUES (${row}, ${text})
    ON CONFLICT (row) DO UPDATE SET text = excluded.text`);
};

/** What the inbox and the day sheet look into besides the summaries. */
const INBOX_UPDATERS: readonly IndexUpdater<Notification>[] = [textUpdater, appointmentUpdater];

/**
 * Reads and writes notifications (service's document, section 2.4). They have no time of their last change.
 */
export const notificationTable = withIndexes(bare, [
  idReferenceUpdater('notification', findNotificationReferences),
  ...INBOX_UPDATERS,
]);
