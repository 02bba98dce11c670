import { createStore, type StoreApi } from 'zustand/vanilla';
import { ok, type Result } from '#contract/result.ts';
import { epochMs } from '#contract/time.ts';
import type {
  WorklistCounts,
  WorklistOrder,
  WorklistRow,
  WorklistTab,
  WorklistTerm,
} from '#contract/worklist.ts';
import { parseQuery } from '#contract/worklist-query.ts';
import type { Calls } from './bridge.ts';
import type { ListSource } from './list.ts';

/** What the worklist shows: a search as it was typed, a tab, an order. */
export interface WorklistQuery {
  readonly text: string;
  readonly tab: WorklistTab;
  readonly order: WorklistOrder;
}

/** Everything, what changed last first. */
export const WHOLE_WORKLIST: WorklistQuery = {
  text: '',
  tab: 'all',
  order: { by: 'updated', descending: true },
};

/** How a query is asked: with the conditions that its text means at this moment. */
export interface AskedQuery {
  readonly tab: WorklistTab;
  readonly terms: readonly WorklistTerm[];
  readonly order: WorklistOrder;
}

/** Reads the searches of the desk: relative dates count from now, in the zone of the desk. */
export type ReadQuery = (query: WorklistQuery) => AskedQuery;

/** @param zone the time zone of the desk as it is when it is called */
export function queryReader(zone: () => string): ReadQuery {
  return ({ text, tab, order }) => ({
    tab,
    order,
    terms: parseQuery(text, epochMs(Date.now()), zone()).terms,
  });
}

/** How many each tab holds, and of which search. */
export interface TabCounts {
  readonly text: string;
  /** Null before the first answer. */
  readonly counts: WorklistCounts | null;
}

export interface WorklistSource extends ListSource<WorklistQuery, WorklistRow> {
  readonly counts: StoreApi<TabCounts>;
}

/** The rows of the worklist, and the counts of all tabs: the count of the list is one of them, so that they cannot differ. */
export function createWorklistSource(calls: Calls, read: ReadQuery): WorklistSource {
  const counts = createStore<TabCounts>(() => ({ text: '', counts: null }));
  let ticket = 0;

  async function count(query: WorklistQuery): Promise<Result<{ count: number; capped: boolean }>> {
    const mine = ++ticket;
    const answer = await calls['worklist.counts']({ terms: read(query).terms });
    if (!answer.ok) return answer;
    if (mine === ticket) counts.setState({ text: query.text, counts: answer.value });
    return ok({ count: answer.value[query.tab], capped: false });
  }

  return {
    counts,
    count: ({ filter }) => count(filter),
    list: ({ filter, ...window }) => calls['worklist.page']({ ...read(filter), ...window }),
  };
}
