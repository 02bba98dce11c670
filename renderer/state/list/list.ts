import { createStore, type StoreApi } from 'zustand/vanilla';
import type { EpochMs } from '#contract/time.ts';
import { createListRequests } from './list-requests.ts';
import { getShownRows, type ListSource, type ListState, type VisibleRange } from './list-window.ts';
import { createVisibleDataReloader } from './visible-data.ts';
import type { GetSyncTime } from './window-reads.ts';

export interface ListStore<F, R> {
  readonly store: StoreApi<ListState<F, R>>;
  readonly source: ListSource<F, R>;
  /** Changes the query. The rows on screen are kept as `former` ones until those of the new query arrive. */
  readonly setFilter: (filter: F) => void;
  /** Reports the ranks in view. Loads the rows around them if these are not there, and discards others. */
  readonly setVisible: (range: VisibleRange) => void;
  /**
   * Scrolls to the row with this rank, or to the last one if the list is shorter, and returns it. Null if the list
   * is empty, changes its query meanwhile or cannot be read.
   */
  readonly jumpTo: (rank: number) => Promise<R | null>;
  /**
   * Scrolls to the first row that is not before a time in the order of the list, which is one by time, or to the last
   * row, and returns it; otherwise as `jumpTo`.
   */
  readonly jumpToTime: (time: EpochMs) => Promise<R | null>;
  /** Scrolls to the first of these rows that the list contains, and returns it; otherwise as `jumpTo`. */
  readonly find: (ids: readonly string[]) => Promise<R | null>;
  /** Called when rows of the kind changed: reloads now, or when the list is shown next. */
  readonly invalidate: () => void;
  /**
   * Reloads without the throttling that applies to change events; called after a sync or the user's own
   * change.
   */
  readonly reloadNow: () => void;
  /** Starts loading while the list is on screen; returns the function that stops it. */
  readonly show: () => () => void;
  /** Clears the rows and returns to the top of the unfiltered list. */
  readonly reset: () => void;
}

const REFRESH_GAP_MS = 500;

function createEmptyState<F, R>(filter: F, syncedAt: EpochMs | null = null): ListState<F, R> {
  return {
    filter,
    former: null,
    rows: [],
    first: 0,
    isEnd: false,
    phase: 'loading',
    error: null,
    count: null,
    syncedAt,
    target: null,
  };
}

/**
 * Creates the list of one kind. Of a list of any length it holds the rows around the view, some hundred at most, and
 * the number of all.
 */
export function createListStore<F, R extends { readonly id: string }>(
  source: ListSource<F, R>,
  noFilter: F,
  syncedAt: GetSyncTime = () => null,
): ListStore<F, R> {
  const store = createStore<ListState<F, R>>(() => createEmptyState(noFilter));
  const requests = createListRequests(store, source, syncedAt);
  const reloader = createVisibleDataReloader(() => requests.refresh(), REFRESH_GAP_MS);

  function restart(state: ListState<F, R>): void {
    requests.cancel();
    store.setState(state, true);
    reloader.reloadNow();
  }

  function setFilter(filter: F): void {
    const state = store.getState();
    const { rows, first, total } = getShownRows(state);
    const former = reloader.isShown() && rows.length > 0 ? { rows, first, total } : null;
    const count = source.getKnownCount?.(filter) ?? null;
    restart({ ...createEmptyState<F, R>(filter, state.syncedAt), former, count });
  }

  function show(): () => void {
    // What was read before may have been read before the first sync: that there was nothing says nothing about now.
    const { phase, rows } = store.getState();
    if (reloader.isStale() && phase === 'ready' && rows.length === 0) store.setState({ phase: 'loading' });
    return reloader.show();
  }

  const { setVisible, jumpTo, jumpToTime, find } = requests;
  return {
    store,
    source,
    invalidate: reloader.invalidate,
    reloadNow: reloader.reloadNow,
    setFilter,
    reset: () => restart(createEmptyState(noFilter)),
    setVisible,
    jumpTo,
    jumpToTime,
    find,
    show,
  };
}
