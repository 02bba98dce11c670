import { createStore, type StoreApi } from 'zustand/vanilla';
import type { SavedView } from '#contract/local-data.ts';
import type { AppError, Result } from '#contract/result.ts';
import { createLatestRequestGuard } from '../async.ts';
import type { ProcedureCalls } from '../bridge.ts';
import { createVisibleDataReloader, type VisibleDataReloader } from '../list/visible-data.ts';
import type { ParseWorklistQuery, WorklistQuery } from './worklist-query.ts';

/** The built-in views. */
export const BUILT_IN_VIEWS = [
  { id: 'no-result', text: 'since:>7d', tab: 'sent', order: { by: 'updated', descending: false } },
  {
    id: 'not-reviewed',
    text: 'review:needed',
    tab: 'results_received',
    order: { by: 'deadline', descending: false },
  },
  { id: 'shared', text: 'shared:yes', tab: 'all', order: { by: 'updated', descending: true } },
] as const satisfies readonly (WorklistQuery & { readonly id: string })[];
export type BuiltInViewId = (typeof BUILT_IN_VIEWS)[number]['id'];

export interface ViewsState {
  /** The views saved by the user. */
  readonly own: readonly SavedView[];
  /** The number of rows in each view, by view id; empty until the response. */
  readonly counts: ReadonlyMap<string, number>;
  /** The views whose last count failed. */
  readonly uncounted: ReadonlySet<string>;
  /** Why the saved views could not be read; those shown are from before. */
  readonly error: AppError | null;
}

export interface SavedViews extends VisibleDataReloader {
  readonly store: StoreApi<ViewsState>;
  /** Saves a view under a name; with an id, replaces that view. Returns null on success. */
  readonly save: (name: string, query: WorklistQuery, id?: string) => Promise<AppError | null>;
  readonly remove: (id: string) => Promise<AppError | null>;
}

/** The query of a saved view. */
export function toWorklistQuery({ query, tab, order }: SavedView): WorklistQuery {
  return { text: query, tab, order };
}

/** Returns whether two queries are equal: search, tab and sort order. */
export function isSameQuery(left: WorklistQuery, right: WorklistQuery): boolean {
  return (
    JSON.stringify([left.text, left.tab, left.order]) === JSON.stringify([right.text, right.tab, right.order])
  );
}

const GAP_MS = 2_000;
const NOTHING: ViewsState = { own: [], counts: new Map(), uncounted: new Set(), error: null };

/** Creates the store of saved views with their counts; they are counted while the worklist is on screen. */
export function createSavedViews(calls: ProcedureCalls, read: ParseWorklistQuery): SavedViews {
  const store = createStore<ViewsState>(() => NOTHING);
  const accounts = createLatestRequestGuard();

  async function list(isWanted: () => boolean): Promise<void> {
    const answer = await calls['views.list']({});
    if (!isWanted()) return;
    store.setState(answer.ok ? { own: answer.value.items, error: null } : { error: answer.error });
  }

  async function countAll(isWanted: () => boolean): Promise<void> {
    await list(isWanted);
    if (!isWanted()) return;
    const own = store.getState().own.map((view) => ({ id: view.id, ...toWorklistQuery(view) }));
    for (const { id, ...query } of [...BUILT_IN_VIEWS, ...own]) {
      const counted = await calls['worklist.counts']({ terms: read(query).terms });
      if (!isWanted()) return;
      store.setState(({ counts, uncounted }) =>
        counted.ok
          ? {
              counts: new Map(counts).set(id, counted.value[query.tab]),
              uncounted: new Set([...uncounted].filter((each) => each !== id)),
            }
          : { uncounted: new Set(uncounted).add(id) },
      );
    }
  }
  const watch = createVisibleDataReloader(countAll, GAP_MS);

  async function acted(answer: Promise<Result<unknown>>): Promise<AppError | null> {
    const isSameAccount = accounts.follow();
    const result = await answer;
    // The list of views is read again at once; the slower counts follow.
    await list(isSameAccount);
    watch.invalidate();
    return result.ok ? null : result.error;
  }

  return {
    store,
    ...watch,
    save: (name, { text, tab, order }, id) =>
      acted(calls['views.save']({ name, query: text, tab, order, ...(id === undefined ? {} : { id }) })),
    remove: (id) => acted(calls['views.remove']({ id })),
    reset: () => {
      accounts.cancel();
      watch.reset();
      store.setState(NOTHING);
    },
  };
}
