import {
  createSpanAfter,
  createUtcDaySpan,
  createSpanBefore,
  type CreationTimeSpan,
  type Notification,
  type NotificationFilter,
  type BasicNotificationRow,
} from '#contract/notifications.ts';
import { parseNotification } from '#main/engine/api/parse/notification.ts';
import { emptySql, sql, type Sql } from '#main/engine/sqlite/sql.ts';
import { MISSING_DATE_SORT_VALUE } from '../tables/cursor.ts';
import type { ListDefinition, ListRowIdAndState } from '../query/list-definition.ts';
import type { ListClauses } from '../query/page.ts';
import { toSqlBoolean, fromColumnDate } from '../tables/columns.ts';
import type { NotificationColumns } from '../tables/notifications.ts';
import { PENDING_NOTIFICATION_TABLE } from '../tables/pending-tables.ts';

/** The columns of the notification table that a row of a list needs. */
export interface NotificationSummary
  extends ListRowIdAndState,
    Omit<NotificationColumns, 'createdBy' | 'createdAt'> {}

const SCAN = sql`notification INDEXED BY notification_scan`;

/** Combines the service's date filters (section 4.3) into one span; `search_on` excludes the other two. */
function toSpan({ searchFrom, searchUntil, searchOn }: NotificationFilter): CreationTimeSpan {
  if (searchOn !== undefined) return createUtcDaySpan(searchOn);
  return {
    from: searchFrom === undefined ? null : createSpanAfter(searchFrom).from,
    until: searchUntil === undefined ? null : createSpanBefore(searchUntil).until,
  };
}

/** Returns the condition of a span. Rows without a date are in none. */
function within({ from, until }: CreationTimeSpan): Sql {
  if (from === null && until === null) return emptySql;
  const end = until === null ? emptySql : sql` AND created_at < ${until}`;
  return sql` AND created_at >= ${from ?? MISSING_DATE_SORT_VALUE + 1}${end}`;
}

/**
 * Returns the FROM and WHERE clauses for the rows of a filter (service's document, section 4.3: `user` and the
 * dates; the read mark is a filter of Intray).
 */
export function toNotificationListClauses(filter: NotificationFilter): ListClauses {
  const { user, unread } = filter;
  const made = within(toSpan(filter));
  if (user !== undefined) {
    const mark = unread === undefined ? emptySql : sql` AND read = ${toSqlBoolean(!unread)}`;
    const from = sql`notification INDEXED BY notification_user`;
    return { from, where: sql`user = ${user}${mark}${made}`, scans: false };
  }
  if (unread === undefined) return { from: SCAN, where: sql`TRUE${made}`, scans: false };
  // SQLite uses the partial index of unread rows only for a condition without a bound value.
  if (unread) {
    const from = sql`notification INDEXED BY notification_unread`;
    return { from, where: sql`read = 0${made}`, scans: false };
  }
  return { from: SCAN, where: sql`read = 1${made}`, scans: true };
}

/** The list of notifications: newest first, without a date last. */
export const NOTIFICATION_LIST: ListDefinition<NotificationFilter, Notification, NotificationSummary> = {
  kind: 'notification',
  columns: sql<Omit<NotificationSummary, 'pending'>>`row, created_at AS at, id, user, title, text, read,
  about_kind AS aboutKind, about_id AS aboutId, flagged`,
  order: sql`created_at`,
  table: sql`notification`,
  scan: SCAN,
  pendingTable: PENDING_NOTIFICATION_TABLE,
  read: parseNotification,
  toScope: (_db, filter) => toNotificationListClauses(filter),
};

/** Converts a row of the notification table to the row that the contract returns. */
export function toNotificationRow(row: NotificationSummary): BasicNotificationRow {
  return {
    id: row.id,
    user: row.user,
    title: row.title,
    text: row.text,
    read: row.read === 1,
    aboutKind: row.aboutKind,
    aboutId: row.aboutId,
    createdAt: fromColumnDate(row.at),
    flagged: row.flagged === 1,
    pending: row.pending,
  };
}
