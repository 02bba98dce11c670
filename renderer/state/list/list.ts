import { createStore, type StoreApi } from 'zustand/vanilla';
import { paginate, type Place } from '#contract/paginate.ts';
import { ok, type AppError, type Result } from '#contract/result.ts';
import type { EpochMs } from '#contract/time.ts';
import { latestOnly, throttled } from '../async.ts';

export interface Page<R> {
  readonly items: readonly R[];
  readonly next: string | null;
}

export interface Count {
  readonly count: number;
  readonly capped: boolean;
}

/** Where one kind's rows come from: two procedures of the bridge. */
export interface ListSource<F, R> {
  readonly list: (input: { filter: F; limit: number; after?: string }) => Promise<Result<Page<R>>>;
  readonly count: (input: { filter: F }) => Promise<Result<Count>>;
}

/** The first rows of a list, as many as were looked at, in the order of the cache. */
export interface ListState<F, R> {
  readonly filter: F;
  readonly rows: readonly R[];
  /** Where the next window starts, null at the end of the list. */
  readonly next: string | null;
  readonly phase: 'loading' | 'ready' | 'failed';
  readonly error: AppError | null;
  readonly count: Count | null;
  /**
   * The last complete sync of the kind that was known when these rows were asked for: all that it brought is among them.
   * Null where none was known.
   */
  readonly syncedAt: EpochMs | null;
}

export interface List<F, R> {
  readonly store: StoreApi<ListState<F, R>>;
  readonly setFilter: (filter: F) => void;
  /**
   * Reports the last visible row. Loads more when the rows end before or soon after it; a refresh goes that
   * far and a window more.
   */
  readonly look: (lastIndex: number) => void;
  /** Rows of the kind changed in the cache: fetched again now, or when the list is shown next. */
  readonly changed: () => void;
  /** A sync has ended, or the user has saved something: the rows are fetched again without the pause that follows many changes. */
  readonly renew: () => void;
  /** Shows the list; returns the function that hides it. */
  readonly show: () => () => void;
  /** Back to the whole list from its top, with nothing of the old one kept. */
  readonly reset: () => void;
}

const WINDOW = 100;
// The contract's largest page (`limit`).
const MAX_PAGE = 500;
const REFRESH_GAP_MS = 500;

/** Rows with more after them; a row that has moved in between is kept once, where it was first. */
export function appendRows<R extends { readonly id: string }>(
  rows: readonly R[],
  more: readonly R[],
): readonly R[] {
  const known = new Set(rows.map((row) => row.id));
  const fresh = more.filter((row) => !known.has(row.id) && known.add(row.id));
  return [...rows, ...fresh];
}

/** The first `wanted` rows under a filter, in pages, each from where the last one ended. */
async function firstRows<F, R extends { readonly id: string }>(
  source: ListSource<F, R>,
  filter: F,
  wanted: number,
): Promise<Result<Page<R>>> {
  let rows: readonly R[] = [];
  let next: string | null = null;
  let left = wanted;
  const ask = (place: Place<string>): Promise<Result<Page<R>>> =>
    source.list({ filter, limit: Math.min(MAX_PAGE, left), ...place });
  for await (const page of paginate(ask)) {
    if (!page.ok) return page;
    rows = appendRows(rows, page.value.items);
    next = page.value.next;
    left -= MAX_PAGE;
    if (left <= 0) break;
  }
  return ok({ items: rows, next });
}

function blank<F, R>(filter: F, syncedAt: EpochMs | null): ListState<F, R> {
  return { filter, rows: [], next: null, phase: 'loading', error: null, count: null, syncedAt };
}

/** When the kind of a list was last synced completely, as far as is known now; null where it never was. */
export type SyncedAt = () => EpochMs | null;

/** The rows of a list with those after them, so that there are as many as wanted. */
async function rowsAfter<F, R extends { readonly id: string }>(
  source: ListSource<F, R>,
  { filter, rows }: Pick<ListState<F, R>, 'filter' | 'rows'>,
  after: string,
  wanted: number,
): Promise<Result<Page<R>>> {
  const limit = Math.min(MAX_PAGE, Math.max(WINDOW, wanted - rows.length));
  const page = await source.list({ filter, limit, after });
  return page.ok ? ok({ items: appendRows(rows, page.value.items), next: page.value.next }) : page;
}

/** The fetching side of a list. */
interface Fetching {
  /** Reloads the first rows and the count. */
  readonly first: (wanted: number) => Promise<void>;
  /** Loads further rows up to this total, unless a request is in progress. */
  readonly more: (wanted: number) => void;
  /** Drops the answers that are on their way. */
  readonly abandon: () => void;
}

/**
 * Only the answer to the newest fetch counts, so that an older query cannot overwrite a newer one, nor a window be put
 * behind rows that it does not follow.
 */
function fetching<F, R extends { readonly id: string }>(
  store: StoreApi<ListState<F, R>>,
  source: ListSource<F, R>,
  syncedAt: SyncedAt,
): Fetching {
  const loads = latestOnly();
  const rounds = latestOnly();
  let isBusy = false;

  async function load(
    fetchPage: () => Promise<Result<Page<R>>>,
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

  async function count(): Promise<void> {
    const isSameRound = rounds.follow();
    const { filter } = store.getState();
    const answer = await source.count({ filter });
    if (isSameRound() && answer.ok) store.setState({ count: answer.value });
  }

  return {
    first: async (wanted) => {
      const fresh = { syncedAt: syncedAt() };
      await Promise.all([load(() => firstRows(source, store.getState().filter, wanted), fresh), count()]);
    },
    more: (wanted) => {
      const { next } = store.getState();
      if (next !== null && !isBusy) void load(() => rowsAfter(source, store.getState(), next, wanted), {});
    },
    abandon: () => {
      loads.cancel();
      // Another account has the same query: only the round tells its answers apart.
      rounds.cancel();
      isBusy = false;
    },
  };
}

/** The list of one kind: always a contiguous run of rows from the top down to the last row viewed. */
export function createList<F, R extends { readonly id: string }>(
  source: ListSource<F, R>,
  noFilter: F,
  syncedAt: SyncedAt = () => null,
): List<F, R> {
  const store = createStore<ListState<F, R>>(() => blank(noFilter, null));
  const fetch = fetching(store, source, syncedAt);
  let deepest = 0;
  let viewers = 0;
  let isStale = true;

  const throttle = throttled(async () => {
    isStale = false;
    await fetch.first((Math.ceil(deepest / WINDOW) + 1) * WINDOW);
  }, REFRESH_GAP_MS);

  function changed(): void {
    isStale = true;
    if (viewers > 0) throttle.request();
  }

  function restart(filter: F, knownSync: EpochMs | null): void {
    fetch.abandon();
    deepest = 0;
    store.setState(blank<F, R>(filter, knownSync), true);
    throttle.reset();
    changed();
  }

  return {
    store,
    changed,
    renew: () => {
      throttle.reset();
      changed();
    },
    setFilter: (filter) => restart(filter, store.getState().syncedAt),
    reset: () => restart(noFilter, null),
    look: (lastIndex) => {
      deepest = lastIndex;
      const { rows, phase } = store.getState();
      if (phase === 'ready' && lastIndex + WINDOW / 2 >= rows.length) fetch.more(lastIndex + WINDOW);
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
