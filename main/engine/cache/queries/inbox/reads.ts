import type { CallOutput, ValidatedInput } from '#contract/api.ts';
import {
  isForAccountUser,
  leaveOutOtherUsers,
  type BasicNotificationRow,
  type InboxListRow,
  type InboxSearchTerm,
} from '#contract/notifications.ts';
import { err, ok, type Result } from '#contract/result.ts';
import type { EpochMs } from '#contract/time.ts';
import {
  NOTIFICATION_LIST,
  toNotificationRow,
  type NotificationSummary,
} from '#main/engine/cache/lists/notifications.ts';
import type { PendingOverlay } from '#main/engine/cache/pending/overlay.ts';
import { decodeCursor } from '#main/engine/cache/tables/cursor.ts';
import { getRowsAndHashes } from '#main/engine/cache/tables/bodies.ts';
import { toSqlBoolean, fromColumnDate } from '#main/engine/cache/tables/columns.ts';
import type { ReadFlagTarget } from '#main/engine/local/protocol.ts';
import { toSqlList, sql } from '#main/engine/sqlite/sql.ts';
import { exportNotificationsPiece } from './export.ts';
import type { InboxQueries } from './inbox.ts';
import { SUBJECT_PATIENT } from './subject-patient.ts';
import { findNotificationsPage } from './notifications-page.ts';
import { findThreadsPageAfter, findThreadsPageAt } from './threads-page.ts';
import type { InboxThread } from './threads.ts';

interface InboxRowFromTable extends NotificationSummary {
  readonly createdBy: string;
  readonly patient: string;
}

const COLUMNS = sql<NotificationSummary>`${NOTIFICATION_LIST.columns}, NULL AS pending`;

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
    SELECT ${COLUMNS}, created_by AS createdBy, ${SUBJECT_PATIENT} AS patient
    FROM notification WHERE row IN ${toSqlList(threads.map(({ row }) => row))}`);
  const byRow = new Map(stored.map((each) => [each.row, each]));
  const snoozes = localData.snoozes();
  return threads.flatMap(({ row, notifications, unread, isBack = false }) => {
    const found = byRow.get(row);
    if (found === undefined) return [];
    const { createdBy, patient } = found;
    const shown = toNotificationRow(withPending(found, overlay));
    const snooze = snoozes.get(shown.id);
    const snoozedUntil = snooze === undefined || snooze.isOver ? null : snooze.until;
    return [{ ...shown, notifications, unread, createdBy, patient, snoozedUntil, isBack }];
  });
}

/** The fields of a notification that the watcher of new notifications needs. */
export type RecentUnreadNotification = Pick<BasicNotificationRow, 'id' | 'createdAt' | 'aboutKind'>;

/**
 * Queries of the inbox that only the engine calls. `inbox.markable` returns the state of notifications that are
 * to be marked as read or unread; those that are not cached are left out.
 */
export interface InboxReadsForEngineOnly {
  /** Returns the unread notifications created since `since` that are not for other users, newest first. A page may be short. */
  'inbox.recentUnread': {
    input: { readonly since: EpochMs; readonly limit: number; readonly after?: string };
    output: { readonly items: readonly RecentUnreadNotification[]; readonly next: string | null };
  };
  'inbox.markable': {
    input: Pick<ValidatedInput<'inbox.markRead'>, 'ids'>;
    output: readonly ReadFlagTarget[];
  };
}

/** What the reads of the inbox need: its notifications under filters, and the overlay. */
export interface InboxReadContext {
  readonly overlay: PendingOverlay;
  readonly inbox: InboxQueries;
}

function page(
  context: InboxReadContext,
  { terms, order, at, ...window }: ValidatedInput<'inbox.page'>,
): Result<CallOutput<'inbox.page'>> {
  const threads = context.inbox.listThreads(terms);
  const asked = { ...order, ...window };
  const { cache } = context.inbox;
  const found =
    at === undefined ? findThreadsPageAfter(threads, asked) : findThreadsPageAt(cache, threads, asked, at);
  if (!found.ok) return found;
  const { rows, ...place } = found.value;
  return ok({ ...place, items: toInboxRows(context, rows) });
}

function thread(
  { inbox: { cache }, overlay }: InboxReadContext,
  { id, limit }: ValidatedInput<'inbox.thread'>,
): Result<CallOutput<'inbox.thread'>> {
  const position = getRowsAndHashes(cache, 'notification', [id]).get(id);
  if (position === undefined) return err('not-found');
  const found = cache.all(sql<NotificationSummary>`
    SELECT ${COLUMNS} FROM notification INDEXED BY notification_thread
    WHERE thread = (SELECT thread FROM notification AS one WHERE one.row = ${position.row}) AND thread <> 0
    ORDER BY created_at DESC, row DESC LIMIT ${limit + 1}`);
  return ok({
    items: found.slice(0, limit).map((row) => toNotificationRow(withPending(row, overlay))),
    isCut: found.length > limit,
  });
}

function threadIds(
  { inbox: { cache }, overlay }: InboxReadContext,
  { ids: asked, onlyUnread }: ValidatedInput<'inbox.threadIds'>,
): Result<CallOutput<'inbox.threadIds'>> {
  const found = cache.all(sql<InboxRowFromTable>`
    SELECT ${COLUMNS} FROM notification INDEXED BY notification_thread
    WHERE thread IN (SELECT one.thread FROM notification AS one WHERE one.id IN ${toSqlList(asked)})
      AND thread <> 0`);
  const wanted = onlyUnread
    ? found.filter((row) => !toNotificationRow(withPending(row, overlay)).read)
    : found;
  return ok({ ids: wanted.map(({ id }) => id) });
}

/** Returns the id of the newest notification about an object, by the service's names. */
function findNewestAbout(
  { inbox: { cache } }: InboxReadContext,
  { object, id }: ValidatedInput<'inbox.about'>,
): Result<CallOutput<'inbox.about'>> {
  const found = cache.get(sql<{ id: string }>`
    SELECT notification.id FROM inbox_thread INDEXED BY inbox_thread_about CROSS JOIN notification USING (row)
    WHERE inbox_thread.about_id = ${id} AND inbox_thread.about_id <> '' AND inbox_thread.about_kind = ${object}
    ORDER BY inbox_thread.created_at DESC, row DESC LIMIT 1`);
  return ok({ notification: found?.id ?? null });
}

function ids(
  { inbox }: InboxReadContext,
  input: ValidatedInput<'inbox.ids'>,
): Result<CallOutput<'inbox.ids'>> {
  const { terms, toBecome, limit, after } = input;
  const isOther: InboxSearchTerm = { field: 'unread', value: toBecome === 'read', isNot: false };
  const found = findNotificationsPage(inbox, { terms: [...terms, isOther], limit, after });
  return found.ok ? ok({ ids: found.value.items.map(({ id }) => id), next: found.value.next }) : found;
}

function markable(
  { inbox, overlay }: InboxReadContext,
  input: InboxReadsForEngineOnly['inbox.markable']['input'],
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
  { since, limit, after }: InboxReadsForEngineOnly['inbox.recentUnread']['input'],
): Result<InboxReadsForEngineOnly['inbox.recentUnread']['output']> {
  const position = decodeCursor('notification', after);
  if (!position.ok) return position;
  const filter = { unread: true, searchFrom: new Date(since).toISOString() };
  const window = { position: position.value, limit };
  const { rows, next } = overlay.notification.find(inbox.cache, filter, window);
  const items = rows
    .filter(({ user }) => isForAccountUser(user, inbox.accountUser))
    .map(({ id, at, aboutKind }) => ({ id, createdAt: fromColumnDate(at), aboutKind }));
  return ok({ items, next });
}

/** The reads of the inbox, by the names of the contract. */
export const INBOX_READ_HANDLERS = {
  'inbox.page': page,
  'inbox.counts': (
    { inbox }: InboxReadContext,
    { terms }: ValidatedInput<'inbox.counts'>,
  ): Result<CallOutput<'inbox.counts'>> =>
    ok({ ...inbox.listThreads(terms).counts, others: inbox.countOthers(terms) }),
  'inbox.thread': thread,
  'inbox.threadIds': threadIds,
  'inbox.ids': ids,
  'inbox.export': exportNotificationsPiece,
  'inbox.about': findNewestAbout,
  'inbox.markable': markable,
  'inbox.recentUnread': recentUnread,
  'inbox.unread': ({ inbox }: InboxReadContext): Result<CallOutput<'inbox.unread'>> =>
    ok({ count: inbox.count(leaveOutOtherUsers([{ field: 'unread', value: true, isNot: false }])) }),
};
