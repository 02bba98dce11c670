import type { z } from 'zod';
import {
  hasDayFilterConflict,
  INBOX_SEARCH_SYNTAX,
  type InboxCounts,
  type InboxRow,
  type InboxSearchTerm,
  type inboxSortSchema,
  type Notification,
} from '#contract/notifications.ts';
import { parseSearch } from '#contract/search/syntax.ts';
import { toEpochMs } from '#contract/time.ts';
import type { ProcedureCalls } from '../bridge.ts';
import type { RecordBrowser } from '../list/browser.ts';
import { createQuerySource, type QuerySource, type SearchQuery } from '../list/query-list.ts';

export type InboxSort = Readonly<z.infer<typeof inboxSortSchema>>;

/** The query of the inbox: search text and sort order. */
export interface InboxQuery extends SearchQuery {
  readonly order: InboxSort;
}

/** All notifications, unread ones first. */
export const WHOLE_INBOX_QUERY: InboxQuery = { text: '', order: { unreadFirst: true } };

/** A query with its text parsed: relative dates are resolved to times. */
export interface ParsedInboxQuery {
  readonly terms: readonly InboxSearchTerm[];
  readonly order: InboxSort;
}

/**
 * The terms that apply: a day filter of the service excludes all others (service's document, section 4.3).
 */
export function listEffectiveTerms(terms: readonly InboxSearchTerm[]): readonly InboxSearchTerm[] {
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
    terms: listEffectiveTerms(parseSearch(INBOX_SEARCH_SYNTAX, text, toEpochMs(Date.now()), zone()).terms),
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

export type InboxBrowser = RecordBrowser<InboxQuery, InboxRow, Notification>;
