import type { CallOutput, ParsedInput } from '#contract/api.ts';
import type { InboxListRow, BasicNotificationRow, InboxSearchTerm } from '#contract/notifications.ts';
import { err, ok, type Result } from '#contract/result.ts';
import type { EpochMs } from '#contract/time.ts';
import type { PageStartWithoutCursor } from '#contract/paging.ts';
import {
  NOTIFICATION_LIST,
  toNotificationRow,
  type NotificationSummary,
} from '#main/engine/cache/lists/notifications.ts';
import type { PendingOverlay } from '#main/engine/cache/pending/overlay.ts';
import { decodeCursor, encodeCursor, type ListPosition } from '#main/engine/cache/tables/cursor.ts';
import { getRowsAndHashes } from '#main/engine/cache/tables/bodies.ts';
import { toSqlBoolean, fromColumnDate } from '#main/engine/cache/tables/columns.ts';
import type { ReadFlagTarget } from '#main/engine/local/protocol.ts';
import { toSqlList, sql } from '#main/engine/sqlite/sql.ts';
import { exportNotificationsPiece } from './export.ts';
import type { InboxQueries } from './inbox.ts';
import { findNotificationsPage } from './notifications-page.ts';
import { isInSection, type InboxSection, type InboxThread, type InboxThreads } from './threads.ts';

interface InboxRowFromTable extends NotificationSummary {
  readonly createdBy: string;
}

const COLUMNS = sql<InboxRowFromTable>`${NOTIFICATION_LIST.columns}, created_by AS createdBy, NULL AS pending`;

/** Returns a stored row with its pending changes applied: they change the read flag alone. */
function withPending<R extends NotificationSummary>(row: R, { notification }: PendingOverlay): R {
  const pending = notification.rows.get(row.row);
  if (pending === undefined) return row;
  return { ...row, read: toSqlBoolean(pending.record.read), pending: pending.pending };
}

/** Returns the rows that the inbox shows for threads, in their order. */
function toInboxRows(
  { inbox: { cache, localData }, overlay }: InboxReadContext,
  threads: readonly InboxThread[],
): readonly InboxListRow[] {
  const stored = cache.all(sql<InboxRowFromTable>`
    SELECT ${COLUMNS} FROM notification WHERE row IN ${toSqlList(threads.map(({ row }) => row))}`);
  const byRow = new Map(stored.map((each) => [each.row, each]));
  const snoozes = localData.snoozes();
  return threads.flatMap(({ row, notifications, unread, isBack = false }) => {
    const found = byRow.get(row);
    if (found === undefined) return [];
    const { createdBy } = found;
    const shown = toNotificationRow(withPending(found, overlay));
    const snooze = snoozes.get(shown.id);
    const snoozedUntil = snooze === undefined || snooze.isOver ? null : snooze.until;
    return [{ ...shown, notifications, unread, createdBy, snoozedUntil, isBack }];
  });
}

/** Returns the sections of an order, in their order: what was snoozed comes first when its time has come. */
function listSections(threads: InboxThreads, unreadFirst: boolean): readonly InboxSection[] {
  const hasBack = threads.size('back') > 0;
  if (unreadFirst) return hasBack ? ['back', 'unread', 'read'] : ['unread', 'read'];
  return hasBack ? ['back', 'rest'] : ['inbox'];
}

/** A place in the sections of an order: behind a position of the first of these sections. */
interface SectionPlace {
  readonly sections: readonly InboxSection[];
  readonly after: ListPosition | null;
}

/** Returns where a cursor points. A cursor of another order is an error. */
function findCursorPlace(sections: readonly InboxSection[], after: string | undefined): Result<SectionPlace> {
  if (after === undefined) return ok({ sections, after: null });
  for (const [index, section] of sections.entries()) {
    const position = decodeCursor(section, after);
    if (position.ok) return ok({ sections: sections.slice(index), after: position.value });
  }
  return err('invalid-input', { detail: 'after: not a cursor of this list' });
}

interface Asked {
  readonly unreadFirst: boolean;
  readonly limit: number;
  readonly after?: string | undefined;
}

interface ThreadPage {
  readonly rows: readonly InboxThread[];
  readonly next: string | null;
}

interface ThreadInSection {
  readonly section: InboxSection;
  readonly thread: InboxThread;
}

/** Reads threads of sections, one section after the other. */
function readSections(
  threads: InboxThreads,
  { sections, after }: SectionPlace,
  { offset, limit }: { readonly offset: number; readonly limit: number },
): readonly ThreadInSection[] {
  const found: ThreadInSection[] = [];
  let skipped = offset;
  for (const [index, section] of sections.entries()) {
    if (found.length === limit) break;
    const window = { after: index === 0 ? after : null, offset: skipped, limit: limit - found.length };
    const rows = threads.read(section, window);
    found.push(...rows.map((thread) => ({ section, thread })));
    // Where all of a section is skipped, its size has to be known.
    skipped = skipped === 0 || rows.length > 0 ? 0 : skipped - threads.size(section);
  }
  return found;
}

/** Returns a page of one thread more than its limit, without that one, and the cursor of the next page. */
function toThreadPage(found: readonly ThreadInSection[], limit: number): ThreadPage {
  const last = found[limit - 1];
  const isEnd = found.length <= limit || last === undefined;
  return {
    rows: found.slice(0, limit).map(({ thread }) => thread),
    next: isEnd ? null : encodeCursor(last.section, last.thread),
  };
}

/**
 * Returns the rows of one page and the cursor of the next; null at the end. A row that moves meanwhile may
 * appear twice or not at all.
 */
function findPageAfter(threads: InboxThreads, { unreadFirst, limit, after }: Asked): Result<ThreadPage> {
  const place = findCursorPlace(listSections(threads, unreadFirst), after);
  if (!place.ok) return place;
  return ok(toThreadPage(readSections(threads, place.value, { offset: 0, limit: limit + 1 }), limit));
}

/** Returns the rank of the first thread whose newest notification is one of these; null where none is. */
function findRankOfIds(
  { inbox: { cache } }: InboxReadContext,
  threads: InboxThreads,
  unreadFirst: boolean,
  ids: readonly string[],
): number | null {
  for (const id of ids) {
    const row = getRowsAndHashes(cache, 'notification', [id]).get(id)?.row;
    const thread = row === undefined ? undefined : threads.findByNewest(row);
    if (thread === undefined) continue;
    let before = 0;
    for (const section of listSections(threads, unreadFirst)) {
      if (isInSection(thread, section)) return before + threads.countBefore(section, thread);
      before += threads.size(section);
    }
  }
  return null;
}

/** Returns the rank of the first thread of the last section that is not newer than a time. */
function findRankOfTime(threads: InboxThreads, unreadFirst: boolean, time: EpochMs): number {
  const sections = listSections(threads, unreadFirst);
  return sections.reduce(
    (rank, section, index) =>
      rank +
      (index === sections.length - 1
        ? threads.countBefore(section, { at: time, row: Number.MAX_SAFE_INTEGER })
        : threads.size(section)),
    0,
  );
}

/** Returns one page that begins at a rank, a row or a time; 'not-found' where none of the rows is there. */
function findPageAt(
  context: InboxReadContext,
  threads: InboxThreads,
  { unreadFirst, limit }: Asked,
  at: PageStartWithoutCursor,
): Result<ThreadPage & { readonly rank: number }> {
  const found =
    'rank' in at
      ? at.rank
      : 'time' in at
        ? findRankOfTime(threads, unreadFirst, at.time)
        : findRankOfIds(context, threads, unreadFirst, at.ids);
  if (found === null) return err('not-found');
  const first = 'ids' in at ? Math.max(0, found - at.before) : found;
  const place = { sections: listSections(threads, unreadFirst), after: null };
  const readAt = (rank: number): ThreadPage & { readonly rank: number } => ({
    ...toThreadPage(readSections(threads, place, { offset: rank, limit: limit + 1 }), limit),
    rank,
  });
  const page = readAt(first);
  // Only a rank behind the end needs the length of the list, of which a count looks at all notifications.
  if (page.rows.length > 0 || first === 0) return ok(page);
  return ok(readAt(Math.max(0, threads.size('inbox') - ('time' in at ? 1 : limit))));
}

/** The fields of a notification that the watcher of new notifications needs. */
export type RecentUnreadNotification = Pick<BasicNotificationRow, 'id' | 'createdAt' | 'aboutKind'>;

/**
 * Queries of the inbox that only the engine calls. `inbox.markable` returns the state of notifications that are
 * to be marked as read or unread; those that are not cached are left out.
 */
export interface EngineOnlyInboxReadTypes {
  /** Returns the unread notifications created since `since`, newest first. */
  'inbox.recentUnread': {
    input: { readonly since: EpochMs; readonly limit: number; readonly after?: string };
    output: { readonly items: readonly RecentUnreadNotification[]; readonly next: string | null };
  };
  'inbox.markable': { input: Pick<ParsedInput<'inbox.markRead'>, 'ids'>; output: readonly ReadFlagTarget[] };
}

/** What the reads of the inbox need: its notifications under filters, and the overlay. */
export interface InboxReadContext {
  readonly overlay: PendingOverlay;
  readonly inbox: InboxQueries;
}

function page(
  context: InboxReadContext,
  { terms, order, at, ...window }: ParsedInput<'inbox.page'>,
): Result<CallOutput<'inbox.page'>> {
  const threads = context.inbox.listThreads(terms);
  const asked = { ...order, ...window };
  const found = at === undefined ? findPageAfter(threads, asked) : findPageAt(context, threads, asked, at);
  if (!found.ok) return found;
  const { rows, ...place } = found.value;
  return ok({ ...place, items: toInboxRows(context, rows) });
}

function thread(
  { inbox: { cache }, overlay }: InboxReadContext,
  { id, limit }: ParsedInput<'inbox.thread'>,
): Result<CallOutput<'inbox.thread'>> {
  const position = getRowsAndHashes(cache, 'notification', [id]).get(id);
  if (position === undefined) return err('not-found');
  const found = cache.all(sql<InboxRowFromTable>`
    SELECT ${COLUMNS} FROM notification INDEXED BY notification_thread
    WHERE thread = (SELECT thread FROM notification AS one WHERE one.row = ${position.row}) AND thread <> 0
    ORDER BY created_at DESC, row DESC LIMIT ${limit + 1}`);
  return ok({
    items: found.slice(0, limit).map((row) => toNotificationRow(withPending(row, overlay))),
    isCut: found.length > limit,
  });
}

function threadIds(
  { inbox: { cache } }: InboxReadContext,
  input: ParsedInput<'inbox.threadIds'>,
): Result<CallOutput<'inbox.threadIds'>> {
  const found = cache.all(sql<{ id: string }>`
    SELECT id FROM notification INDEXED BY notification_thread
    WHERE thread IN (SELECT one.thread FROM notification AS one WHERE one.id IN ${toSqlList(input.ids)})
      AND thread <> 0`);
  return ok({ ids: found.map(({ id }) => id) });
}

/** Returns the id of the newest notification about an object, by the service's names. */
function findNewestAbout(
  { inbox: { cache } }: InboxReadContext,
  { object, id }: ParsedInput<'inbox.about'>,
): Result<CallOutput<'inbox.about'>> {
  const found = cache.get(sql<{ id: string }>`
    SELECT notification.id FROM inbox_thread INDEXED BY inbox_thread_about CROSS JOIN notification USING (row)
    WHERE inbox_thread.about_id = ${id} AND inbox_thread.about_id <> '' AND inbox_thread.about_kind = ${object}
    ORDER BY inbox_thread.created_at DESC, row DESC LIMIT 1`);
  return ok({ notification: found?.id ?? null });
}

function ids({ inbox }: InboxReadContext, input: ParsedInput<'inbox.ids'>): Result<CallOutput<'inbox.ids'>> {
  const { terms, toBecome, limit, after } = input;
  const isOther: InboxSearchTerm = { field: 'unread', value: toBecome === 'read', isNot: false };
  const found = findNotificationsPage(inbox, { terms: [...terms, isOther], limit, after });
  return found.ok ? ok({ ids: found.value.items.map(({ id }) => id), next: found.value.next }) : found;
}

function markable(
  { inbox, overlay }: InboxReadContext,
  input: EngineOnlyInboxReadTypes['inbox.markable']['input'],
): Result<readonly ReadFlagTarget[]> {
  const rows = inbox.cache.all(sql<Pick<ReadFlagTarget, 'id' | 'title'> & { read: 0 | 1 }>`
    SELECT id, title, read FROM notification WHERE id IN ${toSqlList(input.ids)}`);
  return ok(
    rows.map(({ id, title, read }) => {
      const waiting = overlay.waitingFor(id)?.changes.map(({ number }) => number) ?? [];
      return { id, title, isRead: read === 1, waiting };
    }),
  );
}

function recentUnread(
  { inbox, overlay }: InboxReadContext,
  { since, limit, after }: EngineOnlyInboxReadTypes['inbox.recentUnread']['input'],
): Result<EngineOnlyInboxReadTypes['inbox.recentUnread']['output']> {
  const position = decodeCursor('notification', after);
  if (!position.ok) return position;
  const filter = { unread: true, searchFrom: new Date(since).toISOString() };
  const window = { position: position.value, limit };
  const { rows, next } = overlay.notification.find(inbox.cache, filter, window);
  const items = rows.map(({ id, at, aboutKind }) => ({ id, createdAt: fromColumnDate(at), aboutKind }));
  return ok({ items, next });
}

/** The reads of the inbox, by the names of the contract. */
export const INBOX_READ_HANDLERS = {
  'inbox.page': page,
  'inbox.counts': (
    { inbox }: InboxReadContext,
    { terms }: ParsedInput<'inbox.counts'>,
  ): Result<CallOutput<'inbox.counts'>> => ok(inbox.listThreads(terms).counts),
  'inbox.thread': thread,
  'inbox.threadIds': threadIds,
  'inbox.ids': ids,
  'inbox.export': exportNotificationsPiece,
  'inbox.about': findNewestAbout,
  'inbox.markable': markable,
  'inbox.recentUnread': recentUnread,
  'inbox.unread': ({ inbox }: InboxReadContext): Result<CallOutput<'inbox.unread'>> =>
    ok({ count: inbox.count([{ field: 'unread', value: true, isNot: false }]) }),
};
