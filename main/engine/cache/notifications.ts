import type { Notification, NotificationFilter, NotificationRow } from '#contract/notification.ts';
import { readNotification } from '#main/engine/service/wire/notification.ts';
import { sql } from '#main/engine/store/sql.ts';
import type { ListedKind, ListedRow } from './listed-kind.ts';
import type { Scope } from './page.ts';
import { beginning, bit, readDate, sortDate, title, word } from './summary.ts';

/** A row of the table, as far as lists show it. */
export interface NotificationSummary extends ListedRow {
  readonly user: string;
  readonly title: string;
  readonly text: string;
  readonly read: 0 | 1;
  readonly aboutKind: string;
  readonly aboutId: string;
  readonly flagged: 0 | 1;
}

const WALK = sql`notification INDEXED BY notification_walk`;

/** The rows of a filter (service's document, section 4.3: `user`; the read mark is the desk's own filter). */
export function notificationScope({ user, unread }: NotificationFilter): Scope {
  if (user !== undefined) {
    const mark = unread === undefined ? sql`` : sql` AND read = ${bit(!unread)}`;
    const from = sql`notification INDEXED BY notification_user`;
    return { from, where: sql`user = ${user}${mark}`, walks: false };
  }
  if (unread === undefined) return { from: WALK, where: sql`TRUE`, walks: false };
  // The index of unread rows serves only a condition that says the same without a bound value.
  if (unread) {
    return { from: sql`notification INDEXED BY notification_unread`, where: sql`read = 0`, walks: false };
  }
  return { from: WALK, where: sql`read = 1`, walks: true };
}

function finds({ user, unread }: NotificationFilter) {
  return (row: NotificationSummary): boolean =>
    (user === undefined || row.user === user) && (unread === undefined || row.read === bit(!unread));
}

/** The list of notifications: newest first, without a date last. */
export const NOTIFICATIONS: ListedKind<
  NotificationFilter,
  Notification,
  NotificationSummary,
  NotificationRow
> = {
  kind: 'notification',
  columns: sql<NotificationSummary>`row, created_at AS at, id, user, title, text, read, about_kind AS aboutKind,
  about_id AS aboutId, flagged, NULL AS pending`,
  order: sql`created_at`,
  walk: WALK,
  read: readNotification,
  rowOf: (record, standing) => ({
    ...standing,
    at: sortDate(record.createdAt),
    id: record.id,
    user: word(record.user),
    title: title(record.title),
    text: beginning(record.text),
    read: bit(record.read),
    aboutKind: word(record.aboutKind),
    aboutId: word(record.aboutId),
    flagged: bit(record.flags.length > 0),
  }),
  foldedOf: () => '',
  scopeOf: (_db, filter) => notificationScope(filter),
  finds,
  isEverything: ({ user, unread }) => user === undefined && unread === undefined,
  hydrate: (row) => ({
    id: row.id,
    user: row.user,
    title: row.title,
    text: row.text,
    read: row.read === 1,
    aboutKind: row.aboutKind,
    aboutId: row.aboutId,
    createdAt: readDate(row.at),
    flagged: row.flagged === 1,
    pending: row.pending,
  }),
};
