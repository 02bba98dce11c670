import type { Notification } from '#contract/notifications.ts';
import { parseNotification } from '#main/engine/api/parse/notification.ts';
import type { ColumnNamesByKey } from '#main/engine/sqlite/columns.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { MISSING_DATE_SORT_VALUE } from './cursor.ts';
import { findIdsInNotification, createIdReferenceUpdater } from './id-references.ts';
import { withInboxThreads } from './inbox-threads.ts';
import { createRecordTable, withDerivedTables, type DerivedTableUpdater } from './table.ts';
import { truncateText, toSqlBoolean, toSortDate, truncateTitle, truncateId } from './columns.ts';
import { normalizeAndJoinTexts } from './search-text.ts';

interface AppointmentNotice {
  readonly appointment: string;
  readonly startAt: number | null;
  readonly createdAt: number;
}

function toAppointment(record: Notification | null): AppointmentNotice | null {
  if (record === null || record.appointment === null) return null;
  const { appointment, createdAt, id } = record;
  // An appointment without an id is identified by its notification.
  const name = appointment.id === '' ? id : appointment.id;
  return { appointment: truncateId(name), startAt: appointment.startTime, createdAt: toSortDate(createdAt) };
}

function isSame(left: AppointmentNotice | null, right: AppointmentNotice | null): boolean {
  return (
    left?.appointment === right?.appointment &&
    left?.startAt === right?.startAt &&
    left?.createdAt === right?.createdAt
  );
}

/**
 * Updates the table of the appointments that notifications are about (service's document, section 2.4): the id and
 * the start of each.
 */
const appointmentUpdater: DerivedTableUpdater<Notification> = (db, row, { before, after }) => {
  const found = toAppointment(after);
  if (before !== null && isSame(toAppointment(before), found)) return;
  if (found === null) {
    db.run(sql`DELETE FROM appointment WHERE row = ${row}`);
    return;
  }
  db.run(sql`
    INSERT INTO appointment (row, appointment, start_at, created_at)
    VALUES (${row}, ${found.appointment}, ${found.startAt}, ${found.createdAt})
    ON CONFLICT (row) DO UPDATE SET appointment = excluded.appointment, start_at = excluded.start_at,
      created_at = excluded.created_at`);
};

/** Whether anything in the notification or its appointment deviates from the service's document. */
function isFlagged({ flags, appointment }: Pick<Notification, 'flags' | 'appointment'>): boolean {
  return flags.length > 0 || (appointment !== null && appointment.flags.length > 0);
}

/** The columns of the notification table, except row, id and hash. */
export interface NotificationColumns {
  readonly user: string;
  readonly title: string;
  readonly text: string;
  readonly read: 0 | 1;
  readonly aboutKind: string;
  readonly aboutId: string;
  readonly createdBy: string;
  readonly flagged: 0 | 1;
  readonly createdAt: number;
}

/** The names of the notification table's columns, by the keys of their values. */
export const NOTIFICATION_COLUMNS: ColumnNamesByKey<NotificationColumns> = {
  user: sql`user`,
  title: sql`title`,
  text: sql`text`,
  read: sql`read`,
  aboutKind: sql`about_kind`,
  aboutId: sql`about_id`,
  createdBy: sql`created_by`,
  flagged: sql`flagged`,
  createdAt: sql`created_at`,
};

/** Converts a notification to its columns for lists and filters (service's document, section 2.4). */
export function toNotificationColumns(record: Notification): NotificationColumns {
  return {
    user: truncateId(record.user),
    title: truncateTitle(record.title),
    text: truncateText(record.text),
    read: toSqlBoolean(record.read),
    aboutKind: truncateId(record.aboutKind),
    aboutId: truncateId(record.aboutId),
    createdBy: truncateId(record.createdBy),
    flagged: toSqlBoolean(isFlagged(record)),
    createdAt: toSortDate(record.createdAt),
  };
}

const baseTable = createRecordTable<Notification, NotificationColumns>({
  kind: 'notification',
  read: parseNotification,
  datesOf: ({ createdAt }) => ({ createdAt: toSortDate(createdAt), updatedAt: MISSING_DATE_SORT_VALUE }),
  columns: NOTIFICATION_COLUMNS,
  toColumns: toNotificationColumns,
});

/** Keeps the text of notifications in which the inbox searches up to date. */
const textUpdater: DerivedTableUpdater<Notification> = (db, row, { before, after }) => {
  const toText = (record: Notification): string => normalizeAndJoinTexts([record.title, record.text]);
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

/** Updaters of the tables that the inbox and the day sheet query besides the summaries. */
const INBOX_UPDATERS: readonly DerivedTableUpdater<Notification>[] = [textUpdater, appointmentUpdater];

/**
 * Reads and writes notifications (service's document, section 2.4). They have no time of their last change.
 */
export const notificationTable = withInboxThreads(
  withDerivedTables(baseTable, [
    createIdReferenceUpdater('notification', findIdsInNotification),
    ...INBOX_UPDATERS,
  ]),
);
