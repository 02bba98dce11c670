import { createStore, type StoreApi } from 'zustand/vanilla';
import { iteratePages, type PageStart } from '#contract/paginate.ts';
import { ok, type AppError, type Result } from '#contract/result.ts';
import type { EpochMs } from '#contract/time.ts';
import { createLatestRequestGuard, createThrottle } from '../async.ts';

export interface ListPage<R> {
  readonly items: readonly R[];
  readonly next: string | null;
}

export interface ListCount {
  readonly count: number;
  readonly capped: boolean;
}

/** The procedures that a list is read with. */
export interface ListSource<F, R> {
  readonly list: (input: { filter: F; limit: number; after?: string }) => Promise<Result<ListPage<R>>>;
  readonly count: (input: { filter: F }) => Promise<Result<ListCount>>;
}

/** The first rows of a list, down to the last one viewed. */
export interface ListState<F, R> {
  readonly filter: F;
  readonly rows: readonly R[];
  /** Cursor of the next page, null at the end of the list. */
  readonly next: string | null;
  readonly phase: 'loading' | 'ready' | 'failed';
  readonly error: AppError | null;
  readonly count: ListCount | null;
  /**
   * Time of the last complete sync of the kind when these rows were requested; they include everything it
   * brought. Null if unknown.
   */
  readonly syncedAt: EpochMs | null;
}

export interface List<F, R> {
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

const PAGE_ROWS = 100;
// Maximum of `limit` in the contract.
const MAX_PAGE = 500;
const REFRESH_GAP_MS = 500;

/** Appends a page. A row that moved between the two requests is kept once, at its first position. */
export function appendRows<R extends { readonly id: string }>(
  rows: readonly R[],
  more: readonly R[],
): readonly R[] {
  const known = new Set(rows.map((row) => row.id));
  const fresh = more.filter((row) => !known.has(row.id) && known.add(row.id));
  return [...rows, ...fresh];
}

/** Reads the first `wanted` rows of a filter page by page (keyset pagination). */
async function readFirstRows<F, R extends { readonly id: string }>(
  source: ListSource<F, R>,
  filter: F,
  wanted: number,
): Promise<Result<ListPage<R>>> {
  let rows: readonly R[] = [];
  let next: string | null = null;
  let left = wanted;
  const ask = (place: PageStart<string>): Promise<Result<ListPage<R>>> =>
    source.list({ filter, limit: Math.min(MAX_PAGE, left), ...place });
  for await (const page of iteratePages(ask)) {
    if (!page.ok) return page;
    rows = appendRows(rows, page.value.items);
    next = page.value.next;
    left -= MAX_PAGE;
    if (left <= 0) break;
  }
  return ok({ items: rows, next });
}

function createEmptyState<F, R>(filter: F, syncedAt: EpochMs | null): ListState<F, R> {
  return { filter, rows: [], next: null, phase: 'loading', error: null, count: null, syncedAt };
}

/** Returns when a list's kind was last synced completely; null if never or unknown. */
export type GetSyncTime = () => EpochMs | null;

/** Reads the next page of a list that should have `wanted` rows. */
async function readNextPage<F, R extends { readonly id: string }>(
  source: ListSource<F, R>,
  { filter, rows }: Pick<ListState<F, R>, 'filter' | 'rows'>,
  after: string,
  wanted: number,
): Promise<Result<ListPage<R>>> {
  const limit = Math.min(MAX_PAGE, Math.max(PAGE_ROWS, wanted - rows.length));
  const page = await source.list({ filter, limit, after });
  return page.ok ? ok({ items: appendRows(rows, page.value.items), next: page.value.next }) : page;
}

/** Reads further pages, in large pieces, until a list has more than `index` rows. */
async function readRowsThrough<F, R extends { readonly id: string }>(
  source: ListSource<F, R>,
  { filter, rows }: Pick<ListState<F, R>, 'filter' | 'rows'>,
  after: string,
  index: number,
): Promise<Result<ListPage<R>>> {
  const more: R[] = [];
  let next: string | null = after;
  const ask = (place: PageStart<string>): Promise<Result<ListPage<R>>> =>
    source.list({ filter, limit: MAX_PAGE, ...place });
  for await (const page of iteratePages(ask, { after })) {
    if (!page.ok) return page;
    more.push(...page.value.items);
    next = page.value.next;
    if (rows.length + more.length > index) break;
  }
  return ok({ items: appendRows(rows, more), next });
}

/** The requests of a list. */
interface ListRequests {
  /** Reloads the first rows and the count. */
  readonly first: (wanted: number) => Promise<void>;
  /** Loads further rows up to this total, unless a request is in progress. */
  readonly more: (wanted: number) => void;
  /** Loads further rows until there is one at this index, after the request in progress. */
  readonly through: (index: number) => Promise<void>;
  /** Ignores the responses to requests that are still in progress. */
  readonly cancel: () => void;
}

/**
 * Creates the requests of a list. Only the response to the newest request is applied, so that an older query
 * cannot overwrite a newer one and no page is appended to rows that it does not follow.
 */
function createListRequests<F, R extends { readonly id: string }>(
  store: StoreApi<ListState<F, R>>,
  source: ListSource<F, R>,
  syncedAt: GetSyncTime,
): ListRequests {
  const loads = createLatestRequestGuard();
  const rounds = createLatestRequestGuard();
  let isBusy = false;
  let running = Promise.resolve();

  async function apply(
    fetchPage: () => Promise<Result<ListPage<R>>>,
    fresh: Partial<ListState<F, R>>,
  ): Promise<void> {
    const isLatest = loads.begin();
    isBusy = true;
    const page = await fetchPage();
    if (!isLatest()) return;
    isBusy = false;
    if (page.ok)
      store.setState({
        rows: page.value.items,
        next: page.value.next,
        phase: 'ready',
        error: null,
        ...fresh,
      });
    else store.setState({ phase: 'failed', error: page.error });
  }
  function load(...request: Parameters<typeof apply>): Promise<void> {
    running = apply(...request);
    return running;
  }

  async function count(): Promise<void> {
    const isSameRound = rounds.follow();
    const { filter } = store.getState();
    const answer = await source.count({ filter });
    if (isSameRound() && answer.ok) store.setState({ count: answer.value });
  }

  return {
    first: async (wanted) => {
      const fresh = { syncedAt: syncedAt() };
      await Promise.all([load(() => readFirstRows(source, store.getState().filter, wanted), fresh), count()]);
    },
    more: (wanted) => {
      const { next } = store.getState();
      if (next !== null && !isBusy) void load(() => readNextPage(source, store.getState(), next, wanted), {});
    },
    through: async (index) => {
      const isSameQuery = rounds.follow();
      while (isSameQuery()) {
        const state = store.getState();
        const { next, rows, phase } = state;
        if (isBusy) await running;
        else if (phase !== 'ready' || next === null || rows.length > index) return;
        else await load(() => readRowsThrough(source, state, next, index), {});
      }
    },
    cancel: () => {
      loads.cancel();
      // The query may be equal for another account; the changed round makes old responses invalid.
      rounds.cancel();
      isBusy = false;
    },
  };
}

/** Creates the list of one kind: a contiguous run of rows from the top down to the last row viewed. */
export function createList<F, R extends { readonly id: string }>(
  source: ListSource<F, R>,
  noFilter: F,
  syncedAt: GetSyncTime = () => null,
): List<F, R> {
  const store = createStore<ListState<F, R>>(() => createEmptyState(noFilter, null));
  const fetch = createListRequests(store, source, syncedAt);
  let deepest = 0;
  // The row that is being loaded: a reload in the meantime must go as far.
  let reached = 0;
  let viewers = 0;
  let isStale = true;

  const throttle = createThrottle(async () => {
    isStale = false;
    await fetch.first((Math.ceil(Math.max(deepest, reached) / PAGE_ROWS) + 1) * PAGE_ROWS);
  }, REFRESH_GAP_MS);

  function invalidate(): void {
    isStale = true;
    if (viewers > 0) throttle.request();
  }

  function restart(filter: F, knownSync: EpochMs | null): void {
    fetch.cancel();
    deepest = 0;
    reached = 0;
    store.setState(createEmptyState<F, R>(filter, knownSync), true);
    throttle.reset();
    invalidate();
  }

  return {
    store,
    invalidate,
    reloadNow: () => {
      throttle.reset();
      invalidate();
    },
    setFilter: (filter) => restart(filter, store.getState().syncedAt),
    reset: () => restart(noFilter, null),
    setLastVisible: (lastIndex) => {
      deepest = lastIndex;
      const { rows, phase } = store.getState();
      if (phase === 'ready' && lastIndex + PAGE_ROWS / 2 >= rows.length) fetch.more(lastIndex + PAGE_ROWS);
    },
    loadThrough: async (index) => {
      reached = Math.max(reached, index);
      await fetch.through(index);
      reached = 0;
      deepest = Math.max(deepest, Math.min(index, store.getState().rows.length - 1));
    },
    show: () => {
      viewers += 1;
      if (isStale) throttle.request();
      return () => {
        viewers -= 1;
      };
    },
  };
}
