import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Kind } from '#contract/records.ts';
import { parseSearch, type BaseSearchTerm, type SearchSyntax } from '#contract/search/syntax.ts';
import { ok, type Result } from '#contract/result.ts';
import { toEpochMs } from '#contract/time.ts';
import { createLatestRequestGuard } from '../async.ts';
import type { ListStore } from './list.ts';
import type { PageStartWithoutCursor } from '#contract/paging.ts';
import type { ListSource, ListPage } from './list-window.ts';

/** The query of a list with a search: its text as typed. Each list adds its own parts. */
export interface SearchTextQuery {
  readonly text: string;
}

/** The query of a list with tabs: search text, tab and sort order. */
export interface TabbedListQuery<Tab extends string, Order> extends SearchTextQuery {
  readonly tab: Tab;
  readonly order: Order;
}

/** A query with its text parsed: relative dates are resolved to times. */
export interface ParsedTabbedListQuery<Tab extends string, Order, T> {
  readonly tab: Tab;
  readonly terms: readonly T[];
  readonly order: Order;
}

/**
 * Returns the parser of a list's search; relative dates count from now, in the user's time zone.
 * @param zone returns the current time zone of the settings
 */
export function createTabbedListQueryParser<O extends string, T extends BaseSearchTerm>(
  language: SearchSyntax<O, T>,
  zone: () => string,
): <Tab extends string, Order>(query: TabbedListQuery<Tab, Order>) => ParsedTabbedListQuery<Tab, Order, T> {
  return ({ text, tab, order }) => ({
    tab,
    order,
    terms: parseSearch(language, text, toEpochMs(Date.now()), zone()).terms,
  });
}

/** How many rows a search finds, and which search that is. */
export interface SearchTextWithCounts<Counts> {
  /** The text of the search, or the key of the query where the counts depend on more. */
  readonly text: string;
  /** Null until the first response. */
  readonly counts: Counts | null;
  /** Whether there may be more: the exact counts are on their way. */
  readonly isLowerBound: boolean;
}

/** The counts of a list before the first response. */
export const NO_COUNTS = { text: '', counts: null, isLowerBound: false } as const;

/** The source of a list's rows, and the counts of its search. */
export interface ListSourceWithCounts<Q, R, Counts> extends ListSource<Q, R> {
  readonly counts: StoreApi<SearchTextWithCounts<Counts>>;
}

/** The part of a list to read: from a cursor or a rank, with a maximum number of rows. */
interface PageInput {
  limit: number;
  after?: string;
  at?: PageStartWithoutCursor;
}

/** Counts that may be exact, or lower bounds. */
type SomeCounts<Counts> = Counts & { readonly isLowerBound?: true | undefined };

interface QueryCalls<Q, R, Counts> {
  readonly page: (query: Q, window: PageInput, signal?: AbortSignal) => Promise<Result<ListPage<R>>>;
  readonly counts: (query: Q, signal?: AbortSignal) => Promise<Result<Counts>>;
  /** Counts many rows sooner, but not all of them; left out where all are counted soon enough. */
  readonly countSome?: (query: Q, signal?: AbortSignal) => Promise<Result<SomeCounts<Counts>>>;
  /** Returns how many rows a query has, from the counts of its search, so that the two cannot differ. */
  readonly getCount: (counts: Counts, query: Q) => number;
  /** Names everything of a query on which the counts depend; left out where that is the text alone. */
  readonly getCountsKey?: (query: Q) => string;
}

/** Returns what names the counts of a list whose counts depend on the text of the search alone. */
export const getSearchText = ({ text }: SearchTextQuery): string => text;

/**
 * Creates the source of a list from its calls. Counts that arrive after those of a newer query are not kept. Of a new search the first
 * counts may be lower bounds; those of the same search are replaced by exact ones alone, so that they do not flicker.
 */
export function createListSourceWithCounts<Q extends SearchTextQuery, R, Counts>({
  page,
  counts: fetchCounts,
  countSome,
  getCount,
  getCountsKey = getSearchText,
}: QueryCalls<Q, R, Counts>): ListSourceWithCounts<Q, R, Counts> {
  const counts = createStore<SearchTextWithCounts<Counts>>(() => NO_COUNTS);
  const latest = createLatestRequestGuard();

  return {
    counts,
    count: async ({ filter }, signal) => {
      const text = getCountsKey(filter);
      const isLatest = latest.begin();
      const keep = (counted: Counts, isLowerBound: boolean): void => {
        if (isLatest()) counts.setState({ text, counts: counted, isLowerBound });
      };
      const found = counts.getState();
      if (countSome !== undefined && (found.text !== text || found.counts === null)) {
        const some = await countSome(filter, signal);
        if (!some.ok) return some;
        const { isLowerBound = false } = some.value;
        keep(some.value, isLowerBound);
        if (!isLowerBound) return ok({ count: getCount(some.value, filter), capped: false });
      }
      const all = await fetchCounts(filter, signal);
      if (!all.ok) return all;
      keep(all.value, false);
      return ok({ count: getCount(all.value, filter), capped: false });
    },
    getKnownCount: (filter) => {
      const { text, counts: known, isLowerBound } = counts.getState();
      if (known === null || isLowerBound || text !== getCountsKey(filter)) return null;
      return { count: getCount(known, filter), capped: false };
    },
    list: ({ filter, ...window }, signal) => page(filter, window, signal),
  };
}

interface TabCalls<Tab extends string, Order, T, R, Counts> {
  readonly page: (
    input: ParsedTabbedListQuery<Tab, Order, T> & PageInput,
    signal?: AbortSignal,
  ) => Promise<Result<ListPage<R>>>;
  readonly counts: (input: { readonly terms: readonly T[] }, signal?: AbortSignal) => Promise<Result<Counts>>;
  readonly countSome?: (
    input: { readonly terms: readonly T[] },
    signal?: AbortSignal,
  ) => Promise<Result<SomeCounts<Counts>>>;
}

/** Creates the source of a list with tabs: the count of the list is that of the open tab. */
export function createTabbedListSource<
  Tab extends string,
  Order,
  T,
  R,
  Counts extends Readonly<Record<Tab, number>>,
>(
  read: (query: TabbedListQuery<Tab, Order>) => ParsedTabbedListQuery<Tab, Order, T>,
  calls: TabCalls<Tab, Order, T, R, Counts>,
): ListSourceWithCounts<TabbedListQuery<Tab, Order>, R, Counts> {
  const { countSome } = calls;
  return createListSourceWithCounts({
    page: (query, window, signal) => calls.page({ ...read(query), ...window }, signal),
    counts: (query, signal) => calls.counts({ terms: read(query).terms }, signal),
    ...(countSome && { countSome: (query, signal) => countSome({ terms: read(query).terms }, signal) }),
    getCount: (counts, { tab }) => counts[tab],
  });
}

/** A list with a search, as the components of `shared/query` take it. */
export interface SearchableListStore<Q extends SearchTextQuery, R, Counts> {
  /** The kind of the rows. An empty result means 'no records' only after a sync of this kind. */
  readonly kind: Kind;
  readonly list: ListStore<Q, R>;
  readonly counts: StoreApi<SearchTextWithCounts<Counts>>;
  /** Returns how many rows the counts hold over all tabs. */
  readonly countAll: (counts: Counts) => number;
  /** Names everything of a query on which the counts depend; left out where that is the text alone. */
  readonly getCountsKey?: (query: Q) => string;
  /** Changes a part of the query; does nothing if it is equal already. */
  readonly updateQuery: (patch: Partial<Q>) => void;
  /** Changes the text of the search. */
  readonly search: (text: string) => void;
  /**
   * Selects the first row of the search result. If the result is still being loaded, selects it as soon as it
   * arrives.
   */
  readonly selectFirst: () => void;
}

/** Returns a function that changes a part of a list's query; does nothing if it is equal already. */
export function createQueryUpdater<Q extends object, R>(list: ListStore<Q, R>): (patch: Partial<Q>) => void {
  return (patch) => {
    const now = list.store.getState().filter;
    const next = { ...now, ...patch };
    if (JSON.stringify(next) !== JSON.stringify(now)) list.setFilter(next);
  };
}
