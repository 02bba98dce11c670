import type { ReadableDb } from '#main/engine/store/db.ts';
import { sql } from '#main/engine/store/sql.ts';
import { notificationScope } from '../notifications.ts';
import type { Overlay } from '../overlay/overlay.ts';
import { withoutHidden } from '../page.ts';

/** How many notifications are unread, pending marks counted. It comes from an index: nobody has to have opened the inbox. */
export function unreadCount(cache: ReadableDb, { notification }: Overlay): number {
  const { rows, hidden } = notification.withPending;
  const { from, where } = withoutHidden(notificationScope({ unread: true }), hidden);
  const stored = cache.get(sql<{ count: number }>`SELECT count(*) AS count FROM ${from} WHERE ${where}`);
  return (stored?.count ?? 0) + rows.filter(({ row }) => row.read === 0).length;
}
