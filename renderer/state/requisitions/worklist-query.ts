import type { WorklistRow, WorklistSort, WorklistTab, WorklistTabCounts } from '#contract/requisitions.ts';
import type { WorklistSearchTerm } from '#contract/worklist-search.ts';
import type { ProcedureCalls } from '../bridge.ts';
import {
  createTabbedListSource,
  type ParsedTabbedListQuery,
  type TabbedListQuery,
  type ListSourceWithCounts,
} from '../list/query-list.ts';

/** The query of the worklist: search text, tab and sort order. */
export type WorklistQuery = TabbedListQuery<WorklistTab, WorklistSort>;

/** All requisitions, most recently changed first. */
export const WHOLE_WORKLIST_QUERY: WorklistQuery = {
  text: '',
  tab: 'all',
  order: { by: 'updated', descending: true },
};

/** A worklist query with its text parsed. */
export type ParsedWorklistQuery = ParsedTabbedListQuery<WorklistTab, WorklistSort, WorklistSearchTerm>;

/** Parses the search text of a worklist query. */
export type ParseWorklistQuery = (query: WorklistQuery) => ParsedWorklistQuery;

export type WorklistSource = ListSourceWithCounts<WorklistQuery, WorklistRow, WorklistTabCounts>;

/** The number of requisitions of a search that are counted before its counts are shown; the exact ones follow. */
const ENOUGH_TO_SHOW = 10_000;

/** Creates the source of the worklist: its rows and the counts of its tabs. */
export function createWorklistSource(calls: ProcedureCalls, read: ParseWorklistQuery): WorklistSource {
  return createTabbedListSource(read, {
    page: calls['worklist.page'],
    counts: calls['worklist.counts'],
    countSome: (input, signal) => calls['worklist.counts']({ ...input, enough: ENOUGH_TO_SHOW }, signal),
  });
}
