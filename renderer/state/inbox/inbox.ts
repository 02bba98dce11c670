import type { z } from 'zod';
import { createStore, type StoreApi } from 'zustand/vanilla';
import {
  hasForeignDay,
  INBOX_LANGUAGE,
  type InboxCounts,
  type InboxRow,
  type InboxTerm,
  type inboxSortSchema,
  type Notification,
} from '#contract/notifications.ts';
import { ok, type AppError } from '#contract/result.ts';
import { readQuery } from '#contract/search/syntax.ts';
import { epochMs } from '#contract/time.ts';
import type { Calls } from '../bridge.ts';
import type { Browser } from '../list/browser.ts';
import type { ListSource } from '../list/list.ts';
import { requests } from '../list/query-list.ts';
import { createSelection, type Selection } from '../list/selection.ts';
import type { Outbox } from '../sync/outbox.ts';
import { createInboxBulk, type InboxBulk, type LookUp } from './inbox-bulk.ts';

export type InboxSort = Readonly<z.infer<typeof inboxSortSchema>>;

/** The query of the inbox: search text and sort order. */
export interface InboxQuery {
  readonly text: string;
  readonly order: InboxSort;
}

/** All notifications, unread ones first. */
export const WHOLE_INBOX: InboxQuery = { text: '', order: { unreadFirst: true } };

/** A query with its text parsed: relative dates are resolved to times. */
interface AskedInbox {
  readonly terms: readonly InboxTerm[];
  readonly order: InboxSort;
}

/**
 * The terms that apply: a day filter of the service excludes all others (service's document, section 4.3).
 */
export function heldTerms(terms: readonly InboxTerm[]): readonly InboxTerm[] {
  if (!hasForeignDay(terms)) return terms;
  return terms.filter(({ field }) => field !== 'search_from' && field !== 'search_until');
}

export type ReadInbox = (query: InboxQuery) => AskedInbox;

/** @param zone returns the current time zone of the settings */
export function inboxReader(zone: () => string): ReadInbox {
  return ({ text, order }) => ({
    order,
    terms: heldTerms(readQuery(INBOX_LANGUAGE, text, epochMs(Date.now()), zone()).terms),
  });
}

/** The number of search results, and the search they belong to. */
interface FoundCounts {
  readonly text: string;
  /** Null until the first response. */
  readonly counts: InboxCounts | null;
}

export interface InboxSource extends ListSource<InboxQuery, InboxRow> {
  readonly read: ReadInbox;
  readonly counts: StoreApi<FoundCounts>;
}

/**
 * Creates the source of the inbox: its rows, and the number of notifications in them.
 * @param zone returns the current time zone of the settings
 */
export function createInboxSource(calls: Calls, zone: () => string): InboxSource {
  const read = inboxReader(zone);
  const counts = createStore<FoundCounts>(() => ({ text: '', counts: null }));
  let ticket = 0;

  return {
    read,
    counts,
    count: async ({ filter }) => {
      const mine = ++ticket;
      const answer = await calls['inbox.counts']({ terms: read(filter).terms });
      if (!answer.ok) return answer;
      if (mine === ticket) counts.setState({ text: filter.text, counts: answer.value });
      return ok({ count: answer.value.rows, capped: false });
    },
    list: ({ filter, ...window }) => calls['inbox.page']({ ...read(filter), ...window }),
  };
}

export type InboxBrowser = Browser<InboxQuery, InboxRow, Notification>;

/** The state of the inbox besides its rows. Listing or opening a notification does not mark it as read. */
export interface Inbox {
  readonly counts: StoreApi<FoundCounts>;
  readonly selection: Selection;
  readonly bulk: InboxBulk;
  /** Changes a part of the query; does nothing if it is equal already. */
  readonly ask: (patch: Partial<InboxQuery>) => void;
  /** Selects every row of the list, up to a limit. Returns null on success. */
  readonly pickAll: () => Promise<AppError | null>;
  /** Marks the current row: as read all notifications grouped in it, as unread the newest. */
  readonly markCurrentRead: (read: boolean) => void;
  /** Marks the notifications of all selected rows, which stay selected. */
  readonly markPickedRead: (read: boolean) => void;
  /** Marks all search results, over all pages. */
  readonly markFoundRead: (read: boolean) => void;
  readonly reset: () => void;
}

export interface InboxDeps {
  readonly calls: Calls;
  readonly browser: InboxBrowser;
  readonly source: InboxSource;
  readonly outbox: Pick<Outbox, 'changed' | 'report'>;
}

/** Maximum number of rows that can be selected. */
export const MAX_SELECTED = 5_000;
const PAGE = 500;
/** Safety limit; a page may be shorter than requested. */
const MAX_PAGES = 100;

/** The notifications of rows to mark: the newest for unread, all grouped ones for read. */
function toNotifications(
  calls: Calls,
  ids: readonly string[],
  rows: readonly InboxRow[],
  read: boolean,
): LookUp {
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

async function everyRow(
  calls: Calls,
  asked: AskedInbox,
): Promise<{ readonly ids: readonly string[]; readonly isCut: boolean } | AppError> {
  const ids: string[] = [];
  let after: string | undefined;
  for (let page = 0; page < MAX_PAGES && ids.length < MAX_SELECTED; page += 1) {
    const answer = await calls['inbox.page']({
      ...asked,
      limit: PAGE,
      ...(after === undefined ? {} : { after }),
    });
    if (!answer.ok) return answer.error;
    ids.push(...answer.value.items.map(({ id }) => id));
    if (answer.value.next === null) return { ids, isCut: false };
    after = answer.value.next;
  }
  return { ids: ids.slice(0, MAX_SELECTED), isCut: true };
}

/** Creates the stores of the inbox. */
export function createInbox({ calls, browser, source, outbox }: InboxDeps): Inbox {
  const { list, selection } = browser;
  const marks = createSelection();
  const bulk = createInboxBulk(calls, outbox);
  const query = (): InboxQuery => list.store.getState().filter;
  const rows = (): readonly InboxRow[] => list.store.getState().rows;
  list.store.subscribe((now, before) => {
    // Actions must not apply to rows that are no longer visible.
    if (now.filter !== before.filter) marks.clear();
  });

  return {
    counts: source.counts,
    selection: marks,
    bulk,
    ask: requests(list),
    pickAll: async () => {
      const asked = query();
      const found = await everyRow(calls, source.read(asked));
      if ('code' in found) return found;
      if (asked === query()) marks.set(found.ids, found.isCut);
      return null;
    },
    markCurrentRead: (toRead) => {
      const { selected } = selection.getState();
      if (selected === null) return;
      const row = rows().find(({ id }) => id === selected);
      if ((row?.notifications ?? 1) === 1) void bulk.markOneRead(selected, toRead);
      else void bulk.mark(toRead, toNotifications(calls, [selected], rows(), toRead));
      // The row will leave the unread ones at the top: the next move starts from its present position.
      if (query().order.unreadFirst) browser.savePosition();
    },
    markPickedRead: (toRead) => {
      const picked = [...marks.store.getState().ids];
      if (picked.length > 0) void bulk.mark(toRead, toNotifications(calls, picked, rows(), toRead));
    },
    markFoundRead: (toRead) => void bulk.markFoundRead(toRead, source.read(query()).terms),
    reset: () => {
      marks.clear();
      bulk.reset();
      source.counts.setState({ text: '', counts: null });
    },
  };
}
