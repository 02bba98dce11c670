import type { StoreApi } from 'zustand/vanilla';
import type { PageStartWithoutCursor } from '#contract/paging.ts';
import type { EpochMs } from '#contract/time.ts';
import { createLatestRequestGuard, type LatestRequestCheck } from '../async.ts';
import {
  coversViewWithMargin,
  findRankOfLoadedRow,
  getLoadedRowAtRank,
  getRowsToReadForView,
  readWindow,
  MAX_LOADED_ROWS,
  type ListSource,
  type ListState,
  type ListWindow,
  type VisibleRange,
} from './list-window.ts';
import { createReadQueue, type ReadQueue } from './read-queue.ts';
import {
  readAndApplyWindow,
  moveViewWithItsRows,
  rereadRowsInView,
  readRowCountIntoStore,
  type GetSyncTime,
  type ListReadDeps,
} from './window-reads.ts';

/** The methods that load the rows of a list. */
interface ListRequests<R> {
  /** Reloads the rows around the view, and the count. */
  readonly refresh: () => Promise<void>;
  /** Reports the ranks in view; loads the rows around them if they are not there. */
  readonly setVisible: (range: VisibleRange) => void;
  /**
   * Scrolls to the row with this rank, or to the last one if the list is shorter, and returns it. Null if the list
   * is empty, changes its query meanwhile or cannot be read.
   */
  readonly jumpTo: (rank: number) => Promise<R | null>;
  /** Scrolls to the first row that is not before a time, or to the last row, and returns it; otherwise as `jumpTo`. */
  readonly jumpToTime: (time: EpochMs) => Promise<R | null>;
  /** Scrolls to the first of these rows that the list contains, and returns it; otherwise as `jumpTo`. */
  readonly find: (ids: readonly string[]) => Promise<R | null>;
  /** Ignores the responses to requests that are still in progress. */
  readonly cancel: () => void;
}

const TOP: VisibleRange = { first: 0, last: 0, isAtTop: true };
/** Stands for the last row of a list of unknown length: a rank beyond every row. */
const LAST_RANK = Number.MAX_SAFE_INTEGER;

/** Returns the rank of the first of some rows that is loaded; null where none is. */
function findFirstLoadedRank<R extends { readonly id: string }>(
  window: ListWindow<R>,
  ids: readonly string[],
): number | null {
  for (const id of ids) {
    const rank = findRankOfLoadedRow(window, id);
    if (rank !== null) return rank;
  }
  return null;
}

/**
 * Scrolls to a row of a page and returns it; null if it is not there, or if the list changes its query meanwhile.
 * @param locate returns the rank of the wanted row in a window; null if it is not there
 * @param locateLoaded as `locate`, in the rows that are loaded already
 */
type Jump<R> = (
  at: PageStartWithoutCursor,
  locate: (window: ListWindow<R>) => number | null,
  locateLoaded?: (window: ListWindow<R>) => number | null,
) => Promise<R | null>;

/** @param onTarget called with the row's rank before the list can report that it is in view */
function createJump<F, R extends { readonly id: string }>(
  reads: ListReadDeps<F, R>,
  queue: ReadQueue,
  onTarget: (rank: number) => void,
): Jump<R> {
  const { store, source } = reads;
  return async (at, locate, locateLoaded = locate) => {
    let row: R | null = null;
    await queue.run(async (isWanted) => {
      const state = store.getState();
      const loaded = locateLoaded(state);
      if (loaded !== null) {
        onTarget(loaded);
        store.setState({ target: { rank: loaded } });
        row = getLoadedRowAtRank(state, loaded);
        return;
      }
      const read = (signal: AbortSignal) =>
        readWindow(source, state.filter, { at, limit: MAX_LOADED_ROWS }, signal);
      await readAndApplyWindow(reads, isWanted, read, (window) => {
        const rank = locate(window);
        if (rank === null) return null;
        onTarget(rank);
        row = getLoadedRowAtRank(window, rank);
        return rank;
      });
    });
    return row;
  };
}

/** Creates the functions that scroll to a row and return it. */
function createJumps<R extends { readonly id: string }>(
  jump: Jump<R>,
): Pick<ListRequests<R>, 'jumpTo' | 'jumpToTime' | 'find'> {
  return {
    jumpTo: (rank) => {
      const wanted = Math.max(0, rank);
      const start = Math.max(0, Math.min(LAST_RANK, wanted) - MAX_LOADED_ROWS / 2);
      return jump({ rank: start }, ({ rows, first, isEnd }) => {
        const last = first + rows.length - 1;
        if (rows.length === 0 || wanted < first) return null;
        return wanted <= last ? wanted : isEnd ? last : null;
      });
    },
    // Only the engine knows the times of all rows: its page begins at the wanted one.
    jumpToTime: (time) =>
      jump(
        { time },
        ({ rows, first }) => (rows.length === 0 ? null : first),
        () => null,
      ),
    find: (ids) => jump({ ids, before: MAX_LOADED_ROWS / 2 }, (window) => findFirstLoadedRank(window, ids)),
  };
}

/**
 * Creates the requests of a list. They run one after the other, and those of an older query are dropped. Where the
 * view moves faster than rows arrive, only its newest place is read.
 */
export function createListRequests<F, R extends { readonly id: string }>(
  store: StoreApi<ListState<F, R>>,
  source: ListSource<F, R>,
  syncedAt: GetSyncTime,
): ListRequests<R> {
  const reads = { store, source, syncedAt };
  const counts = createLatestRequestGuard();
  let view = TOP;
  // Of the rows that were shown last, also those of a former query.
  let viewLength = 0;
  const queue = createReadQueue(followView);
  const jumps = createJumps(
    createJump(reads, queue, (rank) => {
      view = { first: rank, last: rank, isAtTop: rank === 0 };
    }),
  );

  function followView(): void {
    const state = store.getState();
    if (queue.isBusy() || state.phase !== 'ready' || coversViewWithMargin(state, view)) return;
    void queue.run(async (isWanted) => {
      const wanted = getRowsToReadForView(store.getState(), view);
      await readAndApplyWindow(reads, isWanted, (signal) => readWindow(source, state.filter, wanted, signal));
    });
  }

  async function rereadRows(isWanted: LatestRequestCheck): Promise<void> {
    const before = store.getState();
    const read = (signal: AbortSignal) => rereadRowsInView(reads, view, viewLength, signal);
    await readAndApplyWindow(reads, isWanted, read, (window) => {
      view = moveViewWithItsRows(view, before, window);
      return null;
    });
  }

  return {
    refresh: async () => {
      const isWanted = counts.begin();
      // The user waits for the rows: counting a search meanwhile would slow them down on a computer with two processors.
      await queue.run(rereadRows);
      if (isWanted()) await readRowCountIntoStore(reads, isWanted);
    },
    setVisible: (range) => {
      view = range;
      viewLength = Math.max(0, range.last + 1 - range.first);
      followView();
    },
    ...jumps,
    cancel: () => {
      view = TOP;
      queue.cancel();
      // The query may be equal for another account, so that it cannot tell which responses are old.
      counts.cancel();
    },
  };
}
