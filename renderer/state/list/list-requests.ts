import type { StoreApi } from 'zustand/vanilla';
import { iteratePages, type PageStart } from '#contract/paginate.ts';
import { ok, type AppError, type Result } from '#contract/result.ts';
import type { EpochMs } from '#contract/time.ts';
import { createLatestRequestGuard } from '../async.ts';

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

/** The size of a page of a list that is scrolled, in rows. */
export const PAGE_ROWS = 100;
// Maximum of `limit` in the contract.
const MAX_PAGE = 500;

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

/** Applies the pages of a list; only the newest request is applied. */
interface Loader<F, R> {
  readonly load: (
    fetchPage: () => Promise<Result<ListPage<R>>>,
    fresh: Partial<ListState<F, R>>,
  ) => Promise<void>;
  readonly isBusy: () => boolean;
  /** Resolves when the request in progress has ended. */
  readonly finish: () => Promise<void>;
  readonly cancel: () => void;
}

function createLoader<F, R>(store: StoreApi<ListState<F, R>>): Loader<F, R> {
  const loads = createLatestRequestGuard();
  let isBusy = false;
  let running = Promise.resolve();

  const apply: Loader<F, R>['load'] = async (fetchPage, fresh) => {
    const isLatest = loads.begin();
    isBusy = true;
    const page = await fetchPage();
    if (!isLatest()) return;
    isBusy = false;
    if (!page.ok) store.setState({ phase: 'failed', error: page.error });
    else
      store.setState({
        rows: page.value.items,
        next: page.value.next,
        phase: 'ready',
        error: null,
        ...fresh,
      });
  };

  return {
    load: (...request) => {
      running = apply(...request);
      return running;
    },
    isBusy: () => isBusy,
    finish: () => running,
    cancel: () => {
      loads.cancel();
      isBusy = false;
    },
  };
}

/**
 * Creates the requests of a list. Only the response to the newest request is applied, so that an older query
 * cannot overwrite a newer one and no page is appended to rows that it does not follow.
 */
export function createListRequests<F, R extends { readonly id: string }>(
  store: StoreApi<ListState<F, R>>,
  source: ListSource<F, R>,
  syncedAt: GetSyncTime,
): ListRequests {
  const rounds = createLatestRequestGuard();
  const loader = createLoader(store);
  const { load } = loader;

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
      if (next !== null && !loader.isBusy())
        void load(() => readNextPage(source, store.getState(), next, wanted), {});
    },
    through: async (index) => {
      const isSameQuery = rounds.follow();
      while (isSameQuery()) {
        const state = store.getState();
        const { next, rows, phase } = state;
        if (loader.isBusy()) await loader.finish();
        else if (phase !== 'ready' || next === null || rows.length > index) return;
        else await load(() => readRowsThrough(source, state, next, index), {});
      }
    },
    cancel: () => {
      loader.cancel();
      // The query may be equal for another account; the changed round makes old responses invalid.
      rounds.cancel();
    },
  };
}
