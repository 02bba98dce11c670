import type { Output, Parsed } from '#contract/api.ts';
import type { InboxTerm } from '#contract/inbox.ts';
import { err, ok, type Result } from '#contract/result.ts';
import type { Markable } from '#main/engine/desk/protocol.ts';
import { listed, sql } from '#main/engine/store/sql.ts';
import type { Overlay } from '../overlay/overlay.ts';
import { storedRows } from '../raw.ts';
import { readCursor, writeCursor } from '../cursor.ts';
import type { Inbox } from './inbox.ts';
import { toNotificationRows, toInboxRows, rowPage } from './pages.ts';
import { unreadCount } from './unread.ts';

/** What the engine itself asks: how notifications stand that are to be marked. Those that are not here are left out. */
export interface InnerReads {
  'inbox.markable': { input: Pick<Parsed<'inbox.markRead'>, 'ids'>; output: readonly Markable[] };
}

/** What the inbox's reads draw from. */
export interface InboxSource {
  readonly overlay: Overlay;
  readonly inbox: Inbox;
}

function page(
  { inbox }: InboxSource,
  { terms, order, ...window }: Parsed<'inbox.page'>,
): Result<Output<'inbox.page'>> {
  const found = rowPage(inbox.normalize(terms).rows, { ...order, ...window });
  if (!found.ok) return found;
  const { rows, next } = found.value;
  return ok({ items: toInboxRows(inbox.cache, rows), next });
}

function thread(
  { inbox }: InboxSource,
  { id, limit }: Parsed<'inbox.thread'>,
): Result<Output<'inbox.thread'>> {
  const position = storedRows(inbox.cache, 'notification', [id]).get(id);
  if (position === undefined) return err('not-found');
  const notifications = inbox.thread(position.row);
  return ok({
    items: toNotificationRows(inbox.cache, notifications.slice(0, limit)),
    isCut: notifications.length > limit,
  });
}

function ids({ inbox }: InboxSource, input: Parsed<'inbox.ids'>): Result<Output<'inbox.ids'>> {
  const { terms, toBecome, limit, after } = input;
  const position = readCursor('inbox', after);
  if (!position.ok) return position;
  const isOther: InboxTerm = { field: 'unread', value: toBecome === 'read', isNot: false };
  // One more than asked for tells whether anything follows.
  const found = inbox.find([...terms, isOther], position.value, limit + 1);
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  const next = found.length > limit && last !== undefined ? writeCursor('inbox', last) : null;
  return ok({ ids: shown.map(({ id }) => id), next });
}

function markable(
  { inbox, overlay }: InboxSource,
  input: InnerReads['inbox.markable']['input'],
): Result<readonly Markable[]> {
  const rows = inbox.cache.all(sql<Pick<Markable, 'id' | 'title'> & { read: 0 | 1 }>`
    SELECT id, title, read FROM notification WHERE id IN ${listed(input.ids)}`);
  return ok(
    rows.map(({ id, title, read }) => {
      const waiting = overlay.waitingFor(id)?.writes.map(({ number }) => number) ?? [];
      return { id, title, isRead: read === 1, waiting };
    }),
  );
}

/** The reads of the inbox, by the names of the contract. */
export const INBOX_READS = {
  'inbox.page': page,
  'inbox.counts': (
    { inbox }: InboxSource,
    { terms }: Parsed<'inbox.counts'>,
  ): Result<Output<'inbox.counts'>> => ok(inbox.normalize(terms).counts),
  'inbox.thread': thread,
  'inbox.ids': ids,
  'inbox.about': (
    { inbox }: InboxSource,
    { object, id }: Parsed<'inbox.about'>,
  ): Result<Output<'inbox.about'>> => ok({ notification: inbox.about(object, id)?.id ?? null }),
  'inbox.markable': markable,
  'inbox.unread': ({ inbox, overlay }: InboxSource): Result<Output<'inbox.unread'>> =>
    ok({ count: unreadCount(inbox.cache, overlay) }),
};
