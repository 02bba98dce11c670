import { ok } from '#contract/result.ts';
import type { ProcedureCalls } from '../bridge.ts';
import { createSavedViewsStore, type SavedViewsStore } from '../list/saved-views.ts';
import type { ParseWorklistQuery, WorklistQuery } from './worklist-query.ts';

/** The built-in views of the worklist, with their queries. */
export const BUILT_IN_VIEWS = [
  {
    id: 'no-result',
    query: { text: 'since:>7d', tab: 'sent', order: { by: 'updated', descending: false } },
  },
  {
    id: 'not-reviewed',
    query: { text: 'review:needed', tab: 'results_received', order: { by: 'deadline', descending: false } },
  },
  {
    id: 'shared',
    query: { text: 'shared:yes', tab: 'all', order: { by: 'updated', descending: true } },
  },
] as const satisfies readonly { readonly id: string; readonly query: WorklistQuery }[];

export interface WorklistViewsStore extends SavedViewsStore<WorklistQuery> {
  /** Counts again where a saved view asks for what has changed since the user viewed it. */
  readonly invalidateChanged: () => void;
}

/** Creates the store of the saved views of the worklist. */
export function createSavedWorklistViewsStore(
  calls: ProcedureCalls,
  read: ParseWorklistQuery,
): WorklistViewsStore {
  const views = createSavedViewsStore({
    calls,
    screen: 'requisitions',
    builtIn: BUILT_IN_VIEWS,
    count: async (query, signal) => {
      const counted = await calls['worklist.counts']({ terms: read(query).terms }, signal);
      return counted.ok ? ok(counted.value[query.tab]) : counted;
    },
  });
  return {
    ...views,
    invalidateChanged: () => {
      const asks = ({ query }: { readonly query: WorklistQuery }): boolean =>
        read(query).terms.some(({ field }) => field === 'changed');
      if (views.store.getState().own.some(asks)) views.invalidate();
    },
  };
}
