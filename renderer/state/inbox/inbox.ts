import type { z } from 'zod';
import {
  hasDayFilterConflict,
  INBOX_QUERY_LANGUAGE,
  type InboxCounts,
  type InboxRow,
  type InboxTerm,
  type inboxSortSchema,
  type Notification,
} from '#contract/notifications.ts';
import { collectPages, type PageStart } from '#contract/paginate.ts';
import { ok, type AppError, type Result } from '#contract/result.ts';
import { readQuery } from '#contract/search/syntax.ts';
import { toEpochMs } from '#contract/time.ts';
import type { ProcedureCalls } from '../bridge.ts';
import type { ListBrowser } from '../list/browser.ts';
import {
  createQuerySource,
  NO_COUNTS,
  createQueryUpdater,
  type QuerySource,
  type SearchableList,
  type SearchQuery,
} from '../list/query-list.ts';
import { createListSelection, MAX_SELECTED, selectAllRows, type Selection } from '../list/selection.ts';
import type { OutboxStore } from '../sync/outbox.ts';
import { createBulkReadMarker, type BulkReadMarker, type FindNotificationIds } from './inbox-bulk.ts';

export type InboxSort = Readonly<z.infer<typeof inboxSortSchema>>;

/** The query of the inbox: search text and sort order. */
export interface InboxQuery extends SearchQuery {
  readonly order: InboxSort;
}

/** All notifications, unread ones first. */
export const WHOLE_INBOX_QUERY: InboxQuery = { text: '', order: { unreadFirst: true } };

/** A query with its text parsed: relative dates are resolved to times. */
interface ParsedInboxQuery {
  readonly terms: readonly InboxTerm[];
  readonly order: InboxSort;
}

/**
 * The terms that apply: a day filter of the service excludes all others (service's document, section 4.3).
 */
export function listEffectiveTerms(terms: readonly InboxTerm[]): readonly InboxTerm[] {
  if (!hasDayFilterConflict(terms)) return terms;
  return terms.filter(({ field }) => field !== 'search_from' && field !== 'search_until');
}

export type ParseInboxQuery = (query: InboxQuery) => ParsedInboxQuery;

/**
 * Creates the parser of the inbox's search; relative dates count from now.
 * @param zone returns the current time zone of the settings
 */
export function createInboxQueryParser(zone: () => string): ParseInboxQuery {
  return ({ text, order }) => ({
    order,
    terms: listEffectiveTerms(readQuery(INBOX_QUERY_LANGUAGE, text, toEpochMs(Date.now()), zone()).terms),
  });
}

export interface InboxSource extends QuerySource<InboxQuery, InboxRow, InboxCounts> {
  readonly parse: ParseInboxQuery;
}

/**
 * Creates the source of the inbox: its rows, and the number of notifications in them.
 * @param zone returns the current time zone of the settings
 */
export function createInboxSource(calls: ProcedureCalls, zone: () => string): InboxSource {
  const parse = createInboxQueryParser(zone);
  const source = createQuerySource<InboxQuery, InboxRow, InboxCounts>({
    page: (query, window) => calls['inbox.page']({ ...parse(query), ...window }),
    counts: (query) => calls['inbox.counts']({ terms: parse(query).terms }),
    getCount: ({ rows }) => rows,
  });
  return { ...source, parse };
}

export type InboxBrowser = ListBrowser<InboxQuery, InboxRow, Notification>;

/** The inbox with its search, and what is done with its rows. Nothing is marked as read by being listed or opened. */
export interface Inbox extends SearchableList<InboxQuery, InboxRow, InboxCounts> {
  readonly selection: Selection;
  readonly bulk: BulkReadMarker;
  /** Selects every row of the list, up to a limit. Returns null on success. */
  readonly selectAll: () => Promise<AppError | null>;
  /** Marks the current row: as read, all notifications grouped in it; as unread, only the newest. */
  readonly markCurrentRead: (read: boolean) => void;
  /** Marks the notifications of all selected rows, which stay selected. */
  readonly markSelectedRead: (read: boolean) => void;
  /** Marks all search results, over all pages. */
  readonly markFoundRead: (read: boolean) => void;
  readonly reset: () => void;
}

export interface InboxDeps {
  readonly calls: ProcedureCalls;
  readonly browser: InboxBrowser;
  readonly source: InboxSource;
  readonly outbox: Pick<OutboxStore, 'invalidate' | 'report'>;
}

const PAGE = 500;
/** Safety limit; a page may be shorter than requested. */
const MAX_PAGES = 100;

/**
 * Returns the function that lists the notifications of rows to mark: for unread, the newest of each row; for
 * read, every unread one grouped in it.
 */
function createNotificationFinder(
  calls: ProcedureCalls,
  ids: readonly string[],
  rows: readonly InboxRow[],
  read: boolean,
): FindNotificationIds {
  if (!read) return async () => ok(ids);
  const alone = new Set(rows.filter(({ notifications }) => notifications === 1).map(({ id }) => id));
  return async (isWanted) => {
    const notifications: string[] = [];
    for (const id of ids) {
      if (!isWanted()) break;
      const thread = alone.has(id) ? null : await calls['inbox.thread']({ id, limit: PAGE });
      if (thread === null) notifications.push(id);
      else if (thread.ok)
        notifications.push(...thread.value.items.filter((each) => !each.read).map((each) => each.id));
      else return thread;
    }
    return ok(notifications);
  };
}

/** Reads the ids of all rows of a query, at most `MAX_SELECTED`. */
async function listAllRowIds(
  calls: ProcedureCalls,
  asked: ParsedInboxQuery,
): Promise<Result<{ readonly ids: readonly string[]; readonly isCut: boolean }>> {
  const fetchPage = (place: PageStart<string>) => calls['inbox.page']({ ...asked, limit: PAGE, ...place });
  const rows = await collectPages(fetchPage, { pages: MAX_PAGES, items: MAX_SELECTED });
  if (!rows.ok) return rows;
  const ids = rows.value.items.map(({ id }) => id);
  const isCut = rows.value.next !== null;
  return ok({ ids: isCut ? ids.slice(0, MAX_SELECTED) : ids, isCut });
}

/** Creates the stores of the inbox. */
export function createInbox({ calls, browser, source, outbox }: InboxDeps): Inbox {
  const { list, currentRow } = browser;
  const selection = createListSelection(list);
  const updateQuery = createQueryUpdater(list);
  const bulk = createBulkReadMarker(calls, outbox);
  const query = (): InboxQuery => list.store.getState().filter;
  const rows = (): readonly InboxRow[] => list.store.getState().rows;

  return {
    kind: 'notification',
    list,
    counts: source.counts,
    countAll: ({ notifications }) => notifications,
    updateQuery,
    search: (text) => updateQuery({ text }),
    selection,
    bulk,
    selectAll: () => selectAllRows(list, selection, (asked) => listAllRowIds(calls, source.parse(asked))),
    markCurrentRead: (toRead) => {
      const { selected } = currentRow.getState();
      if (selected === null) return;
      const row = rows().find(({ id }) => id === selected);
      if ((row?.notifications ?? 1) === 1) void bulk.markOneRead(selected, toRead);
      else void bulk.mark(toRead, createNotificationFinder(calls, [selected], rows(), toRead));
      // The row will leave the unread ones at the top: the next move starts from its present position.
      if (query().order.unreadFirst) browser.savePosition();
    },
    markSelectedRead: (toRead) => {
      const picked = [...selection.store.getState().ids];
      if (picked.length > 0) void bulk.mark(toRead, createNotificationFinder(calls, picked, rows(), toRead));
    },
    markFoundRead: (toRead) => void bulk.markFoundRead(toRead, source.parse(query()).terms),
    reset: () => {
      selection.clear();
      bulk.reset();
      source.counts.setState(NO_COUNTS);
    },
  };
}
