import { leaveOutOtherUsers, type InboxCounts, type InboxListRow } from '#contract/notifications.ts';
import { collectItemsFromPages, type PageStart } from '#contract/paginate.ts';
import { ok, type AppError, type Result } from '#contract/result.ts';
import type { ProcedureCalls } from '../bridge.ts';
import { exportTable } from '../export-table.ts';
import { NO_COUNTS, createQueryUpdater, type SearchableListStore } from '../list/query-list.ts';
import {
  createListRowSelectionStore,
  MAX_SELECTED,
  selectAllRows,
  type RowSelectionStore,
} from '../list/selection.ts';
import { createSavedViewsStore, type SavedViewsStore } from '../list/saved-views.ts';
import type { OutboxStore } from '../sync/outbox.ts';
import { createBulkReadMarker, type BulkReadMarker, type FindNotificationIds } from './inbox-bulk.ts';
import { getNotificationHeadline } from './notification-headline.ts';
import { runOnCurrentRow } from '../list/current-row.ts';
import { createUndoneRowSelector } from '../list/undone-row.ts';
import type { ToastsStore } from '../toasts/toasts.ts';
import { BUILT_IN_INBOX_VIEWS, type InboxQuery } from './inbox-query.ts';
import type { InboxListAndRecordStore, InboxSource, ParsedInboxQuery } from './inbox-source.ts';
import { followThreadsOfRows } from './follow-threads.ts';
import { createMoveToNextUnread } from './next-unread.ts';
import { createRowMarker, type NotificationToMark, type RowMarker } from './row-marker.ts';
import { createStore, type StoreApi } from 'zustand/vanilla';

interface SnoozeDialogState {
  /** The rows to hide; empty while the dialog is closed. */
  readonly rows: readonly string[];
}

interface SnoozeDialogStore {
  readonly store: StoreApi<SnoozeDialogState>;
  /** Asks until when the selected rows are hidden, or the current one if none is selected. */
  readonly open: () => void;
  readonly close: () => void;
}

/**
 * Runs an action on the current row, if the list contains it. Where it does not, on the same notification alone, if that
 * is open: only then does the user see it.
 */
async function runOnRowOrOpenRecord(
  browser: Pick<InboxListAndRecordStore, 'list' | 'currentRow'>,
  action: (id: string) => void,
): Promise<void> {
  const before = browser.currentRow.getState();
  const hasRun = await runOnCurrentRow(browser, ({ id }) => action(id));
  // The state is another one where the record was closed or the account has changed meanwhile.
  if (!hasRun && before.opened && before.selected !== null && before === browser.currentRow.getState())
    action(before.selected);
}

/** Creates the store of the dialog that asks until when rows of the inbox are hidden. */
function createSnoozeDialogStore(
  selection: Pick<RowSelectionStore, 'store'>,
  browser: Pick<InboxListAndRecordStore, 'list' | 'currentRow'>,
): SnoozeDialogStore {
  const store = createStore<SnoozeDialogState>(() => ({ rows: [] }));
  return {
    store,
    open: () => {
      const { ids } = selection.store.getState();
      if (ids.size > 0) store.setState({ rows: [...ids] });
      else void runOnRowOrOpenRecord(browser, (id) => store.setState({ rows: [id] }));
    },
    close: () => store.setState({ rows: [] }),
  };
}

/** The inbox with its search, and what is done with its rows. Nothing is marked as read by being listed or opened. */
export interface InboxStore extends SearchableListStore<InboxQuery, InboxListRow, InboxCounts> {
  readonly selection: RowSelectionStore;
  readonly views: SavedViewsStore<InboxQuery>;
  readonly bulk: BulkReadMarker;
  /** Selects every row of the list, up to a limit. Returns null on success. */
  readonly selectAll: () => Promise<AppError | null>;
  /**
   * Marks the current row: as read, all notifications grouped in it, and moves to the next unread row; as
   * unread, only the newest.
   */
  readonly markCurrentRead: (read: boolean) => void;
  /** Marks one notification alone: that of the open record, or another one of its thread. */
  readonly markNotification: (notification: NotificationToMark, read: boolean) => void;
  /** Marks several notifications of one thread as read. */
  readonly markThreadRead: (ids: readonly string[]) => void;
  /** Marks the notifications of all selected rows, which stay selected. */
  readonly markSelectedRead: (read: boolean) => void;
  /** The dialog that asks until when rows are hidden. */
  readonly snoozing: SnoozeDialogStore;
  /** Saves all search results as a table where the user chooses; each notification for itself. Returns its path, or null where the user cancelled the dialog. */
  readonly exportFound: () => Promise<Result<string | null>>;
  /** Marks all search results, over all pages. */
  readonly markFoundRead: (read: boolean) => void;
  readonly reset: () => void;
}

export interface InboxDeps {
  readonly calls: ProcedureCalls;
  readonly browser: InboxListAndRecordStore;
  readonly source: InboxSource;
  readonly outbox: Pick<OutboxStore, 'invalidate' | 'report'>;
  /** Shows what was marked, with what undoes it. */
  readonly toasts: Pick<ToastsStore, 'showOnceSaved'>;
  readonly isOnScreen: () => boolean;
  /** The user of the open account; null where it is not known. */
  readonly ownUser: () => string | null;
}

const PAGE = 500;
/** Maximum number of pages read for a selection; a page may be shorter than requested. */
const MAX_PAGES = 100;

/**
 * Returns the function that lists the notifications of rows to mark: for unread, the newest of each row; for
 * read, every unread one grouped in it.
 */
function createNotificationFinder(
  calls: ProcedureCalls,
  ids: readonly string[],
  rows: readonly InboxListRow[],
  read: boolean,
): FindNotificationIds {
  if (!read) return async () => ok(ids);
  const alone = new Set(rows.filter(({ notifications }) => notifications === 1).map(({ id }) => id));
  return async (isWanted) => {
    const notifications: string[] = [];
    for (const id of ids) {
      if (!isWanted()) break;
      // The ids alone: a thread that is read with its texts counts as viewed in the access log.
      const thread = alone.has(id) ? null : await calls['inbox.threadIds']({ ids: [id], onlyUnread: true });
      if (thread === null) notifications.push(id);
      else if (thread.ok) notifications.push(...thread.value.ids.slice(0, PAGE));
      else return thread;
    }
    return ok(notifications);
  };
}

/** Reads the ids of the rows of a query, at most `MAX_SELECTED`. Rows for other users are left out, unless all rows are for other users. */
async function listAllRowIds(
  calls: ProcedureCalls,
  asked: ParsedInboxQuery,
): Promise<Result<{ readonly ids: readonly string[]; readonly isCut: boolean }>> {
  const own = await listRowIds(calls, { ...asked, terms: leaveOutOtherUsers(asked.terms) });
  return own.ok && own.value.ids.length === 0 ? listRowIds(calls, asked) : own;
}

async function listRowIds(calls: ProcedureCalls, asked: ParsedInboxQuery): ReturnType<typeof listAllRowIds> {
  const fetchPage = (place: PageStart<string>) => calls['inbox.page']({ ...asked, limit: PAGE, ...place });
  const rows = await collectItemsFromPages(fetchPage, { pages: MAX_PAGES, items: MAX_SELECTED });
  if (!rows.ok) return rows;
  const ids = rows.value.items.map(({ id }) => id);
  const isCut = rows.value.next !== null;
  return ok({ ids: isCut ? ids.slice(0, MAX_SELECTED) : ids, isCut });
}

/** Creates the actions that change the read marks of rows. */
function createMarkActions(
  { calls, browser, source, ownUser }: Pick<InboxDeps, 'calls' | 'browser' | 'source' | 'ownUser'>,
  bulk: BulkReadMarker,
  marker: RowMarker,
) {
  const moveToUnread = createMoveToNextUnread({ ...browser, parse: source.parse, ownUser });
  const { list, currentRow, record } = browser;
  const rows = (): readonly InboxListRow[] => list.store.getState().rows;

  function toMarked(id: string): NotificationToMark {
    const open = record.store.getState();
    const shown = open.phase === 'ready' && open.id === id ? open.record : undefined;
    const found = rows().find((row) => row.id === id) ?? shown;
    return found === undefined
      ? { id, name: '', patient: '' }
      : { id, name: getNotificationHeadline(found), patient: found.patient };
  }
  function markRow(id: string, read: boolean): void {
    const isInList = rows().some((row) => row.id === id);
    const find = createNotificationFinder(calls, [id], rows(), read);
    marker.mark(toMarked(id), id, read, isInList ? find : async () => ok([id]));
  }
  function leaveRow(id: string, read: boolean): void {
    const hasMoved = read && moveToUnread(id);
    // The row will leave the unread ones at the top: the next move starts from its present position.
    if (!hasMoved && list.store.getState().filter.order.unreadFirst) browser.savePosition();
  }
  function markSeveral(read: boolean, find: FindNotificationIds): void {
    void bulk.mark(read, find);
  }

  return {
    markRows: (ids: readonly string[], read: boolean): void =>
      markSeveral(read, createNotificationFinder(calls, ids, rows(), read)),
    markThreadRead: (ids: readonly string[]): void => markSeveral(true, async () => ok(ids)),
    // The row to return to is the one whose record shows the notification.
    markNotification: (notification: NotificationToMark, read: boolean): void => {
      const { id } = notification;
      marker.mark(notification, currentRow.getState().selected ?? id, read, async () => ok([id]));
    },
    markCurrentRead: (read: boolean): void => {
      // A row that is not loaded is scrolled to first, because only its row tells how many notifications it groups.
      void runOnRowOrOpenRecord(browser, (id) => {
        markRow(id, read);
        leaveRow(id, read);
      });
    },
  };
}

/** Creates the store of the saved views of the inbox. */
function createInboxViews(calls: ProcedureCalls, source: InboxSource): SavedViewsStore<InboxQuery> {
  return createSavedViewsStore({
    calls,
    screen: 'notifications',
    builtIn: BUILT_IN_INBOX_VIEWS,
    count: async (asked, signal) => {
      const counted = await calls['inbox.counts']({ terms: source.parse(asked).terms }, signal);
      return counted.ok ? ok(counted.value.notifications) : counted;
    },
  });
}

/** Saves all notifications of a query as a table where the user chooses. */
function exportNotifications(
  calls: ProcedureCalls,
  { terms }: Pick<ParsedInboxQuery, 'terms'>,
): Promise<Result<string | null>> {
  return exportTable<string>(calls, 'notifications.csv', (place) =>
    calls['inbox.export']({ format: 'csv', which: { terms }, ...place }),
  );
}

/** Creates the stores of the inbox. */
export function createInboxStore(deps: InboxDeps): InboxStore {
  const { calls, browser, source, outbox, toasts, isOnScreen } = deps;
  const { list } = browser;
  const selection = createListRowSelectionStore(list);
  followThreadsOfRows(browser, selection);
  const updateQuery = createQueryUpdater(list);
  const bulk = createBulkReadMarker(calls, outbox);
  const views = createInboxViews(calls, source);
  const query = (): InboxQuery => list.store.getState().filter;
  const undoneRow = createUndoneRowSelector(browser);
  const marker = createRowMarker({ bulk, outbox, toasts, undoneRow, isOnScreen });
  const { markRows, ...marks } = createMarkActions(deps, bulk, marker);
  const snoozing = createSnoozeDialogStore(selection, browser);

  return {
    kind: 'notification',
    list,
    selectFirst: browser.selectFirst,
    counts: source.counts,
    countAll: ({ notifications }) => notifications,
    updateQuery,
    search: (text) => updateQuery({ text }),
    selection,
    views,
    bulk,
    selectAll: () => selectAllRows(list, selection, (asked) => listAllRowIds(calls, source.parse(asked))),
    ...marks,
    markSelectedRead: (toRead) => {
      const picked = [...selection.store.getState().ids];
      if (picked.length > 0) markRows(picked, toRead);
    },
    snoozing,
    exportFound: () => exportNotifications(calls, source.parse(query())),
    markFoundRead: (toRead) => void bulk.markFoundRead(toRead, source.parse(query()).terms),
    reset: () => {
      selection.clear();
      undoneRow.cancel();
      snoozing.close();
      views.reset();
      bulk.reset();
      source.counts.setState(NO_COUNTS);
    },
  };
}
