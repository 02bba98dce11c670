import {
  hasConflictingDayFilters,
  INBOX_SEARCH_SYNTAX,
  type InboxCounts,
  type InboxListRow,
  type InboxSearchTerm,
  type Notification,
} from '#contract/notifications.ts';
import { parseSearch } from '#contract/search/syntax.ts';
import { toEpochMs } from '#contract/time.ts';
import type { ProcedureCalls } from '../bridge.ts';
import type { ListAndRecordStore } from '../list/list-and-record.ts';
import { createListSourceWithCounts, type ListSourceWithCounts } from '../list/query-list.ts';
import type { InboxQuery, InboxSort } from './inbox-query.ts';

/** A query with its text parsed: relative dates are resolved to times. */
export interface ParsedInboxQuery {
  readonly terms: readonly InboxSearchTerm[];
  readonly order: InboxSort;
}

/**
 * The terms that apply: a day filter of the service excludes all others (service's document, section 4.3).
 */
export function dropTermsInDayFilterConflict(terms: readonly InboxSearchTerm[]): readonly InboxSearchTerm[] {
  if (!hasConflictingDayFilters(terms)) return terms;
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
    terms: dropTermsInDayFilterConflict(
      parseSearch(INBOX_SEARCH_SYNTAX, text, toEpochMs(Date.now()), zone()).terms,
    ),
  });
}

export interface InboxSource extends ListSourceWithCounts<InboxQuery, InboxListRow, InboxCounts> {
  readonly parse: ParseInboxQuery;
}

/**
 * Creates the source of the inbox: its rows, and the number of notifications in them.
 * @param zone returns the current time zone of the settings
 */
export function createInboxSource(calls: ProcedureCalls, zone: () => string): InboxSource {
  const parse = createInboxQueryParser(zone);
  const source = createListSourceWithCounts<InboxQuery, InboxListRow, InboxCounts>({
    page: (query, window, signal) => calls['inbox.page']({ ...parse(query), ...window }, signal),
    counts: (query, signal) => calls['inbox.counts']({ terms: parse(query).terms }, signal),
    getCount: ({ rows }) => rows,
  });
  return { ...source, parse };
}

export type InboxListAndRecordStore = ListAndRecordStore<InboxQuery, InboxListRow, Notification>;
