import type { StoreApi } from 'zustand/vanilla';
import type { Result } from '#contract/result.ts';
import type { EpochMs, RankStart } from '#contract/time.ts';
import { createLatestRequestGuard } from '../async.ts';
import {
  coversView,
  findRank,
  getRefreshLimit,
  getRowAt,
  getWindowStart,
  readWindow,
  WINDOW_ROWS,
  type ListSource,
  type ListState,
  type ListWindow,
  type VisibleRange,
} from './list-window.ts';

/** Returns when a list's kind was last synced completely; null if never or unknown. */
export type GetSyncTime = () => EpochMs | null;

/** Runs the reads of a list one after the other. */
interface ReadQueue {
  /** Runs a read after those before it, unless they were cancelled. `isWanted` says whether it still applies. */
  readonly run: (read: (isWanted: () => boolean) => Promise<void>) => Promise<void>;
  readonly isBusy: () => boolean;
  /** Drops all reads so far; the next one begins at once. */
  readonly cancel: () => void;
}

/** @param onIdle called when the last read has ended */
function createReadQueue(onIdle: () => void): ReadQueue {
  const guard = createLatestRequestGuard();
  let tail = Promise.resolve();
  let waiting = 0;
  return {
    run: (read) => {
      const isWanted = guard.follow();
      waiting += 1;
      const work = async (): Promise<void> => {
        await read(isWanted);
        if (!isWanted()) return;
        waiting -= 1;
        if (waiting === 0) onIdle();
      };
      tail = tail.then(() => (isWanted() ? work() : undefined));
      return tail;
    },
    isBusy: () => waiting > 0,
    cancel: () => {
      guard.cancel();
      tail = Promise.resolve();
      waiting = 0;
    },
  };
}

/** The requests of a list. */
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
  /** Scrolls to the first of these rows that the list contains, and returns it; otherwise as `jumpTo`. */
  readonly find: (ids: readonly string[]) => Promise<R | null>;
  /** Ignores the responses to requests that are still in progress. */
  readonly cancel: () => void;
}

const TOP: VisibleRange = { first: 0, last: 0, isAtTop: true };
/** More than any list has rows. */
const LAST_RANK = Number.MAX_SAFE_INTEGER;
/** Maximum number of rows in view by which the view is found again. */
const MAX_KEPT = 100;

interface WindowReads<F, R> {
  readonly store: StoreApi<ListState<F, R>>;
  readonly source: ListSource<F, R>;
  readonly syncedAt: GetSyncTime;
}

/**
 * Applies rows that were read.
 * @param findTarget returns the rank to scroll to: it is set together with the rows, so that no others show in between
 */
async function applyWindow<F, R>(
  { store, syncedAt }: WindowReads<F, R>,
  isWanted: () => boolean,
  read: () => Promise<Result<ListWindow<R>>>,
  findTarget: (window: ListWindow<R>) => number | null = () => null,
): Promise<void> {
  const fresh = { syncedAt: syncedAt(), phase: 'ready', error: null } as const;
  const answer = await read();
  if (!isWanted()) return;
  if (!answer.ok) {
    if (answer.error.code !== 'not-found') store.setState({ phase: 'failed', error: answer.error });
    return;
  }
  const rank = findTarget(answer.value);
  store.setState({ ...answer.value, ...fresh, ...(rank === null ? {} : { target: { rank } }) });
}

/** Returns the loaded ids in view. */
function listIdsInView<R extends { readonly id: string }>(
  { rows, first }: ListWindow<R>,
  view: VisibleRange,
): readonly string[] {
  return rows
    .slice(Math.max(0, view.first - first), Math.max(0, view.last + 1 - first))
    .slice(0, MAX_KEPT)
    .map(({ id }) => id);
}

/** Returns where a view is once other rows have been read: it stays with its rows, unless it is at the very top. */
function followRows<R extends { readonly id: string }>(
  view: VisibleRange,
  before: ListWindow<R>,
  now: ListWindow<R>,
): VisibleRange {
  if (view.isAtTop) return view;
  for (const id of listIdsInView(before, view)) {
    const [old, rank] = [findRank(before, id), findRank(now, id)];
    if (old !== null && rank !== null)
      return { ...view, first: Math.max(0, view.first + rank - old), last: view.last + rank - old };
  }
  return view;
}

/**
 * Reads the rows around a view again. Where so many rows came or went above it that none of those in view is among
 * the new ones, the rows are found by their ids.
 */
async function readAgain<F, R extends { readonly id: string }>(
  { store, source }: WindowReads<F, R>,
  view: VisibleRange,
): Promise<Result<ListWindow<R>>> {
  const state = store.getState();
  const { filter, rows } = state;
  const start = { rank: getWindowStart(view) };
  const page = await readWindow(source, filter, start, getRefreshLimit(rows.length, view));
  const ids = listIdsInView(state, view);
  if (!page.ok || view.isAtTop || ids.length === 0) return page;
  if (page.value.rows.some(({ id }) => ids.includes(id))) return page;
  const around = { ids, before: WINDOW_ROWS / 2 };
  const found = await readWindow(source, filter, around, WINDOW_ROWS);
  return found.ok ? found : page;
}

/**
 * Creates the functions that scroll to a row and return it.
 * @param onTarget called with the row's rank before the list can report that it is in view
 */
function createJumps<F, R extends { readonly id: string }>(
  reads: WindowReads<F, R>,
  queue: ReadQueue,
  onTarget: (rank: number) => void,
): Pick<ListRequests<R>, 'jumpTo' | 'find'> {
  const { store, source } = reads;

  /** @param locate returns the rank of the wanted row in a window; null if it is not there */
  async function jump(at: RankStart, locate: (window: ListWindow<R>) => number | null): Promise<R | null> {
    let row: R | null = null;
    await queue.run(async (isWanted) => {
      const state = store.getState();
      const loaded = locate(state);
      if (loaded !== null) {
        onTarget(loaded);
        store.setState({ target: { rank: loaded } });
        row = getRowAt(state, loaded);
        return;
      }
      const read = () => readWindow(source, state.filter, at, WINDOW_ROWS);
      await applyWindow(reads, isWanted, read, (window) => {
        const rank = locate(window);
        if (rank === null) return null;
        onTarget(rank);
        row = getRowAt(window, rank);
        return rank;
      });
    });
    return row;
  }

  return {
    jumpTo: (rank) => {
      const wanted = Math.max(0, rank);
      const start = Math.max(0, Math.min(LAST_RANK, wanted) - WINDOW_ROWS / 2);
      return jump({ rank: start }, ({ rows, first, isEnd }) => {
        const last = first + rows.length - 1;
        if (rows.length === 0 || wanted < first) return null;
        return wanted <= last ? wanted : isEnd ? last : null;
      });
    },
    find: (ids) =>
      jump({ ids, before: WINDOW_ROWS / 2 }, (window) => {
        for (const id of ids) {
          const rank = findRank(window, id);
          if (rank !== null) return rank;
        }
        return null;
      }),
  };
}

async function readCount<F, R>({ store, source }: WindowReads<F, R>, isWanted: () => boolean): Promise<void> {
  const answer = await source.count({ filter: store.getState().filter });
  if (isWanted() && answer.ok) store.setState({ count: answer.value });
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
  const rounds = createLatestRequestGuard();
  let view = TOP;
  const queue = createReadQueue(followView);

  function followView(): void {
    const state = store.getState();
    if (queue.isBusy() || state.phase !== 'ready' || coversView(state, view)) return;
    void queue.run(async (isWanted) => {
      const at = { rank: getWindowStart(view) };
      await applyWindow(reads, isWanted, () => readWindow(source, state.filter, at, WINDOW_ROWS));
    });
  }

  return {
    refresh: async () => {
      const rows = queue.run(async (isWanted) => {
        const before = store.getState();
        await applyWindow(
          reads,
          isWanted,
          () => readAgain(reads, view),
          (window) => {
            view = followRows(view, before, window);
            return null;
          },
        );
      });
      await Promise.all([rows, readCount(reads, rounds.follow())]);
    },
    setVisible: (range) => {
      view = range;
      followView();
    },
    ...createJumps(reads, queue, (rank) => {
      view = { first: rank, last: rank, isAtTop: rank === 0 };
    }),
    cancel: () => {
      view = TOP;
      queue.cancel();
      // The query may be equal for another account; the changed round makes old responses invalid.
      rounds.cancel();
    },
  };
}
