import { createStore, type StoreApi } from 'zustand/vanilla';
import type { EpochMs } from '#contract/time.ts';
import { createThrottle } from '../async.ts';
import {
  createListRequests,
  PAGE_ROWS,
  type GetSyncTime,
  type ListSource,
  type ListState,
} from './list-requests.ts';

export interface ListStore<F, R> {
  readonly store: StoreApi<ListState<F, R>>;
  readonly setFilter: (filter: F) => void;
  /**
   * Reports the last visible row. Loads more rows if the loaded ones end there or soon after; a reload goes
   * that far and one page more.
   */
  readonly setLastVisible: (lastIndex: number) => void;
  /**
   * Loads rows until there is one at this index, or until there are no more; `Infinity` loads all. Resolves
   * early when the query changes or a read fails.
   */
  readonly loadThrough: (index: number) => Promise<void>;
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

function createEmptyState<F, R>(filter: F, syncedAt: EpochMs | null): ListState<F, R> {
  return { filter, rows: [], next: null, phase: 'loading', error: null, count: null, syncedAt };
}

/** How far down a reload of a list goes. */
function createDepth() {
  let deepest = 0;
  // The row that is being loaded: a reload in the meantime must go as far.
  let loading = 0;
  return {
    countRows: (): number => (Math.ceil(Math.max(deepest, loading) / PAGE_ROWS) + 1) * PAGE_ROWS,
    setLast: (index: number): void => {
      deepest = index;
    },
    loadThrough: async (
      index: number,
      load: (index: number) => Promise<void>,
      getLast: () => number,
    ): Promise<void> => {
      loading = Math.max(loading, index);
      await load(index);
      deepest = Math.max(deepest, Math.min(index, getLast()));
      loading = 0;
    },
    reset: (): void => {
      deepest = 0;
      loading = 0;
    },
  };
}

/** Creates the list of one kind: a contiguous run of rows from the top down to the last row viewed. */
export function createListStore<F, R extends { readonly id: string }>(
  source: ListSource<F, R>,
  noFilter: F,
  syncedAt: GetSyncTime = () => null,
): ListStore<F, R> {
  const store = createStore<ListState<F, R>>(() => createEmptyState(noFilter, null));
  const fetch = createListRequests(store, source, syncedAt);
  const depth = createDepth();
  let viewers = 0;
  let isStale = true;

  const throttle = createThrottle(async () => {
    isStale = false;
    await fetch.first(depth.countRows());
  }, REFRESH_GAP_MS);

  function invalidate(): void {
    isStale = true;
    if (viewers > 0) throttle.request();
  }

  function reloadNow(): void {
    throttle.reset();
    invalidate();
  }

  function restart(filter: F, knownSync: EpochMs | null): void {
    fetch.cancel();
    depth.reset();
    store.setState(createEmptyState<F, R>(filter, knownSync), true);
    reloadNow();
  }

  return {
    store,
    invalidate,
    reloadNow,
    setFilter: (filter) => restart(filter, store.getState().syncedAt),
    reset: () => restart(noFilter, null),
    setLastVisible: (lastIndex) => {
      depth.setLast(lastIndex);
      const { rows, phase } = store.getState();
      if (phase === 'ready' && lastIndex + PAGE_ROWS / 2 >= rows.length) fetch.more(lastIndex + PAGE_ROWS);
    },
    loadThrough: (index) => depth.loadThrough(index, fetch.through, () => store.getState().rows.length - 1),
    show: () => {
      viewers += 1;
      if (isStale) throttle.request();
      return () => {
        viewers -= 1;
      };
    },
  };
}
