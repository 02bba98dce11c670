import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppError, Result } from '#contract/result.ts';
import type { SavedView, ScreenWithSavedViews, SavedViewQuery } from '#contract/saved-views.ts';
import { createLatestRequestGuard, type LatestRequestCheck } from '../async.ts';
import type { ProcedureCalls } from '../bridge.ts';
import { createVisibleDataReloader, type VisibleDataReloader } from './visible-data.ts';

/** A saved view of one list. */
export interface SavedViewOfList<Q> {
  readonly id: string;
  readonly name: string;
  readonly query: Q;
}

export interface SavedViewsState<Q> {
  /** The views of this list that the user has saved. */
  readonly own: readonly SavedViewOfList<Q>[];
  /** The number of rows in each view, by view id; empty until the response. */
  readonly counts: ReadonlyMap<string, number>;
  /** The views whose last count failed. */
  readonly uncounted: ReadonlySet<string>;
  /** Why the saved views could not be read; those shown are from before. */
  readonly error: AppError | null;
}

export interface SavedViewsStore<Q> extends VisibleDataReloader {
  readonly store: StoreApi<SavedViewsState<Q>>;
  /** Saves a view under a name; with an id, replaces that view. Returns null on success. */
  readonly save: (name: string, query: Q, id?: string) => Promise<AppError | null>;
  readonly remove: (id: string) => Promise<AppError | null>;
}

interface SavedViewsDeps<S extends ScreenWithSavedViews> {
  readonly calls: Pick<ProcedureCalls, 'views.list' | 'views.save' | 'views.remove'>;
  readonly screen: S;
  /** The views that Intray brings. */
  readonly builtIn: readonly { readonly id: string; readonly query: SavedViewQuery<S> }[];
  /** Returns the number of rows that a query finds. */
  readonly count: (query: SavedViewQuery<S>, signal: AbortSignal) => Promise<Result<number>>;
}

/** Returns whether two queries of a list are equal, whatever the order of their parts. */
export function isSameQuery(left: object, right: object): boolean {
  const toText = (query: object): string =>
    JSON.stringify(Object.entries(query).toSorted(([left], [right]) => (left < right ? -1 : 1)));
  return toText(left) === toText(right);
}

const GAP_MS = 2_000;

/** Returns what the count of a view changes; null is a count that failed, which leaves the former one. */
function applyCount<Q>(
  { counts, uncounted }: SavedViewsState<Q>,
  id: string,
  count: number | null,
): Partial<SavedViewsState<Q>> {
  if (count === null) return { uncounted: new Set(uncounted).add(id) };
  return {
    counts: new Map(counts).set(id, count),
    uncounted: new Set([...uncounted].filter((each) => each !== id)),
  };
}

function createEmptyState<Q extends object>(): SavedViewsState<Q> {
  return { own: [], counts: new Map(), uncounted: new Set(), error: null };
}

/** Returns the views of a screen. The query of each is that of its screen, which the compiler cannot follow through the union of all. */
function pickViewsOf<S extends ScreenWithSavedViews>(
  screen: S,
  views: readonly SavedView[],
): readonly SavedViewOfList<SavedViewQuery<S>>[] {
  const found: readonly unknown[] = views.filter((view) => view.screen === screen);
  return found as readonly SavedViewOfList<SavedViewQuery<S>>[]; // The views were filtered by this screen, so their queries have its type.
}

/** Creates the store of the saved views of a screen with their counts; they are counted while its list is on screen. */
export function createSavedViewsStore<S extends ScreenWithSavedViews>({
  calls,
  screen,
  builtIn,
  count,
}: SavedViewsDeps<S>): SavedViewsStore<SavedViewQuery<S>> {
  const nothing = createEmptyState<SavedViewQuery<S>>();
  const store = createStore<SavedViewsState<SavedViewQuery<S>>>(() => nothing);
  const accounts = createLatestRequestGuard();
  async function list(isWanted: () => boolean): Promise<void> {
    const answer = await calls['views.list']({});
    if (!isWanted()) return;
    store.setState(
      answer.ok ? { own: pickViewsOf(screen, answer.value.items), error: null } : { error: answer.error },
    );
  }

  async function countAll(isWanted: LatestRequestCheck): Promise<void> {
    await list(isWanted);
    if (!isWanted()) return;
    const { own } = store.getState();
    for (const { id, query } of [...builtIn, ...own]) {
      const counted = await count(query, isWanted.signal);
      if (!isWanted()) return;
      store.setState((views) => applyCount(views, id, counted.ok ? counted.value : null));
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
    save: (name, query, id) => {
      const view = { name, screen, query, ...(id === undefined ? {} : { id }) };
      return acted(calls['views.save'](view as Parameters<(typeof calls)['views.save']>[0])); // The query is the one of this screen, which TypeScript cannot know.
    },
    remove: (id) => acted(calls['views.remove']({ id })),
    reset: () => {
      accounts.cancel();
      watch.reset();
      store.setState(nothing);
    },
  };
}
