import type {
  WorklistCounts,
  WorklistSort,
  WorklistRow,
  WorklistTab,
  WorklistTerm,
} from '#contract/requisitions.ts';
import type { Calls } from '../bridge.ts';
import {
  createTabSource,
  type AskedQuery as AnyAskedQuery,
  type ListQuery,
  type QuerySource,
} from '../list/query-list.ts';

/** What the worklist shows: a search as it was typed, a tab, an order. */
export type WorklistQuery = ListQuery<WorklistTab, WorklistSort>;

/** Everything, what changed last first. */
export const WHOLE_WORKLIST: WorklistQuery = {
  text: '',
  tab: 'all',
  order: { by: 'updated', descending: true },
};

/** How a query of the worklist is asked. */
export type AskedQuery = AnyAskedQuery<WorklistTab, WorklistSort, WorklistTerm>;

/** Reads the searches of the worklist. */
export type ReadQuery = (query: WorklistQuery) => AskedQuery;

export type WorklistSource = QuerySource<WorklistQuery, WorklistRow, WorklistCounts>;

/** The rows of the worklist, and the counts of its tabs. */
export function createWorklistSource(calls: Calls, read: ReadQuery): WorklistSource {
  return createTabSource(read, { page: calls['worklist.page'], counts: calls['worklist.counts'] });
}
