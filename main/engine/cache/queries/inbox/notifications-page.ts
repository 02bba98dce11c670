import type { InboxSearchTerm } from '#contract/notifications.ts';
import { ok, type Result } from '#contract/result.ts';
import { decodeCursor, encodeCursor } from '#main/engine/cache/tables/cursor.ts';
import type { FoundNotification, InboxQueries } from './inbox.ts';

interface NotificationsPageRequest {
  readonly terms: readonly InboxSearchTerm[];
  readonly limit: number;
  readonly after?: string | undefined;
}

/** Returns one page of the notifications that match a filter, each for itself and newest first, and the cursor of the next. */
export function findNotificationsPage(
  inbox: Pick<InboxQueries, 'find'>,
  { terms, limit, after }: NotificationsPageRequest,
): Result<{ readonly items: readonly FoundNotification[]; readonly next: string | null }> {
  const position = decodeCursor('inbox', after);
  if (!position.ok) return position;
  // One extra row shows whether there is a next page.
  const found = inbox.find(terms, position.value, limit + 1);
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return ok({ items, next: found.length > limit && last !== undefined ? encodeCursor('inbox', last) : null });
}
