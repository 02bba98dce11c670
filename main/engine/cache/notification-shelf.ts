import type { Notification } from '#contract/notification.ts';
import { readNotification } from '#main/engine/service/wire/notification.ts';
import type { WritableDb } from '#main/engine/store/db.ts';
import { sql } from '#main/engine/store/sql.ts';
import { appointmentTrace } from './appointments.ts';
import { NO_DATE } from './cursor.ts';
import { mentionsInNotification, mentionTrace } from './mentions.ts';
import { isFlagged } from './notifications.ts';
import type { FreshRow, Shelf, StoredRow } from './shelf.ts';
import { beginning, bit, sortDate, title, word } from './summary.ts';
import { tracing, type Trace } from './trace.ts';
import { foldTexts } from './worklist/searched-text.ts';

function putSummary(db: WritableDb, { record, hash }: FreshRow<Notification>): number {
  return db.run(sql`
    INSERT INTO notification (id, user, title, text, read, about_kind, about_id, created_by, flagged, created_at,
      hash)
    VALUES (${record.id}, ${word(record.user)}, ${title(record.title)}, ${beginning(record.text)},
      ${bit(record.read)}, ${word(record.aboutKind)}, ${word(record.aboutId)}, ${word(record.createdBy)},
      ${bit(isFlagged(record))}, ${sortDate(record.createdAt)}, ${hash})
    ON CONFLICT (id) DO UPDATE SET user = excluded.user, title = excluded.title, text = excluded.text,
      read = excluded.read, about_kind = excluded.about_kind, about_id = excluded.about_id,
      created_by = excluded.created_by, flagged = excluded.flagged, created_at = excluded.created_at, hash = excluded.hash`)
    .lastRow;
}

const bare: Shelf<Notification> = {
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

/** Keeps the text that a search of the inbox looks into. */
const textTrace: Trace<Notification> = (db, row, { before, after }) => {
  const textOf = (record: Notification): string => foldTexts([record.title, record.text]);
  if (after === null) {
    db.run(sql`DELETE FROM notification_text WHERE row = ${row}`);
    return;
  }
  const text = textOf(after);
  if (before !== null && textOf(before) === text) return;
  db.run(sql`
    INSERT INTO notification_text (row, text) VALUES (${row}, ${text})
    ON CONFLICT (row) DO UPDATE SET text = excluded.text`);
};

/** What the inbox and the day sheet look into besides the summaries. */
export const INBOX_TRACES: readonly Trace<Notification>[] = [textTrace, appointmentTrace];

/** Reads and writes notifications (service's document, section 2.4). They carry no time of their last change. */
export const notificationShelf = tracing(bare, [
  mentionTrace('notification', mentionsInNotification),
  ...INBOX_TRACES,
]);
