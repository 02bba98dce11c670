import type { NotificationFilter, NotificationRow } from '#contract/notification.ts';
import type { Place } from './cursor.ts';
import type { ReadableDb } from './db.ts';
import { countScope, findPage, type Found, type Listed, type Scope, type Window } from './page.ts';
import { sql } from './sql.ts';
import { bit, readDate } from './summary.ts';
import { cachedCount } from './sync-state.ts';

interface SummaryRow extends Place {
  readonly id: string;
  readonly user: string;
  readonly title: string;
  readonly text: string;
  readonly read: 0 | 1;
  readonly aboutKind: string;
  readonly aboutId: string;
  readonly flagged: 0 | 1;
}

/** The list of notifications: newest first, without a date last. */
export const NOTIFICATIONS: Listed<SummaryRow> = {
  kind: 'notification',
  columns: sql<SummaryRow>`row, created_at AS at, id, user, title, text, read, about_kind AS aboutKind,
  about_id AS aboutId, flagged`,
  order: sql`created_at`,
  walk: sql`notification INDEXED BY notification_walk`,
};

function hydrate(row: SummaryRow): NotificationRow {
  return {
    id: row.id,
    user: row.user,
    title: row.title,
    text: row.text,
    read: row.read === 1,
    aboutKind: row.aboutKind,
    aboutId: row.aboutId,
    createdAt: readDate(row.at),
    flagged: row.flagged === 1,
  };
}

/** The rows of a filter (service's document, section 4.3: `user`; the read mark is the desk's own filter). */
export function notificationScope({ user, unread }: NotificationFilter): Scope {
  if (user !== undefined) {
    const mark = unread === undefined ? sql`` : sql` AND read = ${bit(!unread)}`;
    const from = sql`notification INDEXED BY notification_user`;
    return { from, where: sql`user = ${user}${mark}`, walks: false };
  }
  if (unread === undefined) return { from: NOTIFICATIONS.walk, where: sql`TRUE`, walks: false };
  // The index of unread rows serves only a condition that says the same without a bound value.
  if (unread) {
    return { from: sql`notification INDEXED BY notification_unread`, where: sql`read = 0`, walks: false };
  }
  return { from: NOTIFICATIONS.walk, where: sql`read = 1`, walks: true };
}

/** Places and row numbers of a page, for whoever wants the bodies. */
export function findNotifications(
  db: ReadableDb,
  filter: NotificationFilter,
  window: Window,
): Found<SummaryRow> {
  return findPage(db, NOTIFICATIONS, { scope: notificationScope(filter), ...window });
}

/** One page of summaries, newest first. May be short while `next` is not null (see `findPage`). */
export function notificationPage(
  db: ReadableDb,
  filter: NotificationFilter,
  window: Window,
): { items: readonly NotificationRow[]; next: string | null } {
  const { rows, next } = findNotifications(db, filter, window);
  return { items: rows.map(hydrate), next };
}

/** How many notifications a filter finds: all of them from a counter, else up to the cap. */
export function countNotifications(
  db: ReadableDb,
  filter: NotificationFilter,
): { count: number; capped: boolean } {
  const isAll = filter.user === undefined && filter.unread === undefined;
  if (isAll) return { count: cachedCount(db, 'notification'), capped: false };
  return countScope(db, notificationScope(filter));
}
