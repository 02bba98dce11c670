import type { CallOutput, ParsedInput } from '#contract/api.ts';
import type { InboxRow, NotificationRow, InboxSearchTerm } from '#contract/notifications.ts';
import { err, ok, type Result } from '#contract/result.ts';
import type { EpochMs, RankStart } from '#contract/time.ts';
import {
  NOTIFICATION_LIST,
  toNotificationRow,
  type NotificationSummary,
  toNotificationListScope,
} from '#main/engine/cache/lists/notifications.ts';
import type { PendingOverlay } from '#main/engine/cache/pending/overlay.ts';
import { decodeCursor, encodeCursor, type ListName } from '#main/engine/cache/tables/cursor.ts';
import { compareNewestFirst } from '#main/engine/cache/query/page.ts';
import { findStartRank } from '#main/engine/cache/query/rank-window.ts';
import { getStoredVersions } from '#main/engine/cache/tables/bodies.ts';
import { toSqlBoolean, fromColumnDate } from '#main/engine/cache/tables/columns.ts';
import { PENDING_NOTIFICATIONS } from '#main/engine/cache/tables/pending-tables.ts';
import type { ReadFlagTarget } from '#main/engine/local/protocol.ts';
import type { ReadableDb } from '#main/engine/sqlite/db.ts';
import { toSqlList, sql } from '#main/engine/sqlite/sql.ts';
import type { ThreadSummary, InboxIndex } from './inbox.ts';
import type { IndexedNotification } from './notification-index.ts';

/** A part of the inbox that is sorted by time. */
interface Section {
  readonly name: ListName;
  readonly rows: readonly ThreadSummary[];
}

/** Returns notifications in the contract's shape, in their order. */
function toNotificationRows(
  cache: ReadableDb,
  notifications: readonly IndexedNotification[],
): readonly NotificationRow[] {
  const stored = cache.all(sql<NotificationSummary>`
    SELECT ${NOTIFICATION_LIST.columns}, NULL AS pending FROM notification WHERE row IN ${toSqlList(notifications.map(({ row }) => row))}`);
  const byRow = new Map(stored.map((summary) => [summary.row, summary]));
  return notifications.flatMap(({ row, isUnread, pending }) => {
    const summary = byRow.get(row);
    return summary === undefined
      ? []
      : [toNotificationRow({ ...summary, read: toSqlBoolean(!isUnread), pending })];
  });
}

/** Returns the rows of the inbox in their order. */
function toInboxRows(cache: ReadableDb, lines: readonly ThreadSummary[]): readonly InboxRow[] {
  const rows = toNotificationRows(
    cache,
    lines.map(({ newest }) => newest),
  );
  return rows.flatMap((row, index) => {
    const line = lines[index];
    if (line === undefined) return [];
    const { notifications, unread, newest } = line;
    return [{ ...row, notifications, unread, createdBy: newest.createdBy }];
  });
}

function toSections(rows: readonly ThreadSummary[], unreadFirst: boolean): readonly Section[] {
  if (!unreadFirst) return [{ name: 'inbox', rows }];
  return [
    { name: 'unread', rows: rows.filter(({ unread }) => unread > 0) },
    { name: 'read', rows: rows.filter(({ unread }) => unread === 0) },
  ];
}

/** Returns the sections from a cursor on. A cursor of another order is an error. */
function sectionsAfter(sections: readonly Section[], after: string | undefined): Result<readonly Section[]> {
  if (after === undefined) return ok(sections);
  for (const [index, section] of sections.entries()) {
    const position = decodeCursor(section.name, after);
    if (!position.ok || position.value === null) continue;
    const { value } = position;
    const rows = section.rows.filter(({ newest }) => compareNewestFirst(value, newest) < 0);
    return ok([{ ...section, rows }, ...sections.slice(index + 1)]);
  }
  return err('invalid-input', { detail: 'after: not a cursor of this list' });
}

interface Asked {
  readonly unreadFirst: boolean;
  readonly limit: number;
  readonly after?: string | undefined;
}

/**
 * Returns the rows of one page and the cursor of the next; null at the end. A row that moves meanwhile may
 * appear twice or not at all.
 */
function rowPage(
  rows: readonly ThreadSummary[],
  { unreadFirst, limit, after }: Asked,
): Result<{ readonly rows: readonly ThreadSummary[]; readonly next: string | null }> {
  const sections = sectionsAfter(toSections(rows, unreadFirst), after);
  if (!sections.ok) return sections;
  // One extra row shows whether there is a next page.
  const found = sections.value
    .flatMap(({ name, rows: among }) => among.slice(0, limit + 1).map((row) => ({ name, row })))
    .slice(0, limit + 1);
  const last = found[limit - 1];
  const isEnd = found.length <= limit || last === undefined;
  const next = isEnd ? null : encodeCursor(last.name, last.row.newest);
  return ok({ rows: found.slice(0, limit).map(({ row }) => row), next });
}

/**
 * Counts the unread notifications, including pending read marks. It uses an index of the table, so that the
 * inbox need not be loaded.
 */
function unreadCount(cache: ReadableDb, { notification: { hasPending } }: PendingOverlay): number {
  const { from, where } = toNotificationListScope({ unread: true });
  const { from: pendingFrom, notReplaced } = PENDING_NOTIFICATIONS;
  const stored = sql`SELECT count(*) AS count FROM ${from} WHERE ${where}`;
  const query = hasPending
    ? sql<{
        count: number;
      }>`SELECT (${stored} AND ${notReplaced}) + (SELECT count(*) FROM ${pendingFrom} WHERE ${where}) AS count`
    : sql<{ count: number }>`${stored}`;
  return cache.get(query)?.count ?? 0;
}

/** A notification, as far as the watcher of new ones looks at it. */
export type RecentNotification = Pick<NotificationRow, 'id' | 'createdAt' | 'aboutKind'>;

/**
 * Queries of the inbox that only the engine calls. `inbox.markable` returns the state of notifications that are
 * to be marked as read or unread; those that are not cached are left out.
 */
export interface EngineInboxQueries {
  /** Returns the unread notifications created since `since`, newest first. */
  'inbox.recentUnread': {
    input: { readonly since: EpochMs; readonly limit: number; readonly after?: string };
    output: { readonly items: readonly RecentNotification[]; readonly next: string | null };
  };
  'inbox.markable': { input: Pick<ParsedInput<'inbox.markRead'>, 'ids'>; output: readonly ReadFlagTarget[] };
}

/** What the reads of the inbox need. */
export interface InboxReadContext {
  readonly overlay: PendingOverlay;
  readonly inbox: InboxIndex;
}

/** Returns one page that begins at a rank or a row; 'not-found' where none of the rows is there. */
function rowPageAt(
  rows: readonly ThreadSummary[],
  { unreadFirst, limit }: Asked,
  at: RankStart,
): Result<{ readonly rows: readonly ThreadSummary[]; readonly next: string | null; readonly rank: number }> {
  const sections = toSections(rows, unreadFirst);
  const sorted = sections.flatMap((section) => section.rows);
  const rank = findStartRank(sorted, ({ newest }) => newest.id, { at, limit });
  if (rank === null) return err('not-found');
  const shown = sorted.slice(rank, rank + limit);
  const last = shown.at(-1);
  const isEnd = rank + limit >= sorted.length || last === undefined;
  const name = (row: ThreadSummary): ListName =>
    unreadFirst ? (row.unread > 0 ? 'unread' : 'read') : 'inbox';
  return ok({ rows: shown, rank, next: isEnd ? null : encodeCursor(name(last), last.newest) });
}

function page(
  { inbox }: InboxReadContext,
  { terms, order, at, ...window }: ParsedInput<'inbox.page'>,
): Result<CallOutput<'inbox.page'>> {
  const { rows } = inbox.groupIntoThreads(terms);
  const asked = { ...order, ...window };
  const found = at === undefined ? rowPage(rows, asked) : rowPageAt(rows, asked, at);
  if (!found.ok) return found;
  const { rows: shown, ...place } = found.value;
  return ok({ ...place, items: toInboxRows(inbox.cache, shown) });
}

function thread(
  { inbox }: InboxReadContext,
  { id, limit }: ParsedInput<'inbox.thread'>,
): Result<CallOutput<'inbox.thread'>> {
  const position = getStoredVersions(inbox.cache, 'notification', [id]).get(id);
  if (position === undefined) return err('not-found');
  const notifications = inbox.thread(position.row);
  return ok({
    items: toNotificationRows(inbox.cache, notifications.slice(0, limit)),
    isCut: notifications.length > limit,
  });
}

function ids({ inbox }: InboxReadContext, input: ParsedInput<'inbox.ids'>): Result<CallOutput<'inbox.ids'>> {
  const { terms, toBecome, limit, after } = input;
  const position = decodeCursor('inbox', after);
  if (!position.ok) return position;
  const isOther: InboxSearchTerm = { field: 'unread', value: toBecome === 'read', isNot: false };
  // One extra row shows whether there is a next page.
  const found = inbox.find([...terms, isOther], position.value, limit + 1);
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  const next = found.length > limit && last !== undefined ? encodeCursor('inbox', last) : null;
  return ok({ ids: shown.map(({ id }) => id), next });
}

function markable(
  { inbox, overlay }: InboxReadContext,
  input: EngineInboxQueries['inbox.markable']['input'],
): Result<readonly ReadFlagTarget[]> {
  const rows = inbox.cache.all(sql<Pick<ReadFlagTarget, 'id' | 'title'> & { read: 0 | 1 }>`
    SELECT id, title, read FROM notification WHERE id IN ${toSqlList(input.ids)}`);
  return ok(
    rows.map(({ id, title, read }) => {
      const waiting = overlay.waitingFor(id)?.writes.map(({ number }) => number) ?? [];
      return { id, title, isRead: read === 1, waiting };
    }),
  );
}

function recentUnread(
  { inbox, overlay }: InboxReadContext,
  { since, limit, after }: EngineInboxQueries['inbox.recentUnread']['input'],
): Result<EngineInboxQueries['inbox.recentUnread']['output']> {
  const position = decodeCursor('notification', after);
  if (!position.ok) return position;
  const filter = { unread: true, searchFrom: new Date(since).toISOString() };
  const window = { position: position.value, limit };
  const { rows, next } = overlay.notification.find(inbox.cache, filter, window);
  const items = rows.map(({ id, at, aboutKind }) => ({ id, createdAt: fromColumnDate(at), aboutKind }));
  return ok({ items, next });
}

/** The reads of the inbox, by the names of the contract. */
export const INBOX_QUERIES = {
  'inbox.page': page,
  'inbox.counts': (
    { inbox }: InboxReadContext,
    { terms }: ParsedInput<'inbox.counts'>,
  ): Result<CallOutput<'inbox.counts'>> => ok(inbox.groupIntoThreads(terms).counts),
  'inbox.thread': thread,
  'inbox.ids': ids,
  'inbox.about': (
    { inbox }: InboxReadContext,
    { object, id }: ParsedInput<'inbox.about'>,
  ): Result<CallOutput<'inbox.about'>> => ok({ notification: inbox.findNewestAbout(object, id)?.id ?? null }),
  'inbox.markable': markable,
  'inbox.recentUnread': recentUnread,
  'inbox.unread': ({ inbox, overlay }: InboxReadContext): Result<CallOutput<'inbox.unread'>> =>
    ok({ count: unreadCount(inbox.cache, overlay) }),
};
