import { createStore, type StoreApi } from 'zustand/vanilla';
import { readQuery, type AnyTerm, type QueryLanguage } from '#contract/search/syntax.ts';
import { ok, type Result } from '#contract/result.ts';
import { epochMs } from '#contract/time.ts';
import type { List, ListSource, Page } from './list.ts';

/** The query of a list with tabs: search text, tab and sort order. */
export interface ListQuery<Tab extends string, Order> {
  readonly text: string;
  readonly tab: Tab;
  readonly order: Order;
}

/** A query with its text parsed: relative dates are resolved to times. */
export interface AskedQuery<Tab extends string, Order, T> {
  readonly tab: Tab;
  readonly terms: readonly T[];
  readonly order: Order;
}

/**
 * Returns the parser of a list's search; relative dates count from now, in the user's time zone.
 * @param zone returns the current time zone of the settings
 */
export function queryReader<O extends string, T extends AnyTerm>(
  language: QueryLanguage<O, T>,
  zone: () => string,
): <Tab extends string, Order>(query: ListQuery<Tab, Order>) => AskedQuery<Tab, Order, T> {
  return ({ text, tab, order }) => ({
    tab,
    order,
    terms: readQuery(language, text, epochMs(Date.now()), zone()).terms,
  });
}

/** The count of each tab, and the search that they belong to. */
export interface TabCounts<Counts> {
  readonly text: string;
  /** Null until the first response. */
  readonly counts: Counts | null;
}

/** No counts are known yet. */
export const NO_COUNTS = { text: '', counts: null } as const;

export interface QuerySource<Q, R, Counts> extends ListSource<Q, R> {
  readonly counts: StoreApi<TabCounts<Counts>>;
}

interface QueryCalls<Asked, R, Counts> {
  readonly page: (input: Asked & { limit: number; after?: string }) => Promise<Result<Page<R>>>;
  readonly counts: (input: Pick<Asked, keyof Asked & 'terms'>) => Promise<Result<Counts>>;
}

/**
 * Creates the source of a list's rows and tab counts. The total is one of these counts, so that the two
 * cannot differ.
 */
export function createQuerySource<
  Tab extends string,
  Order,
  T,
  R,
  Counts extends Readonly<Record<Tab, number>>,
>(
  read: (query: ListQuery<Tab, Order>) => AskedQuery<Tab, Order, T>,
  calls: QueryCalls<AskedQuery<Tab, Order, T>, R, Counts>,
): QuerySource<ListQuery<Tab, Order>, R, Counts> {
  const counts = createStore<TabCounts<Counts>>(() => NO_COUNTS);
  let ticket = 0;

  return {
    counts,
    count: async ({ filter }) => {
      const mine = ++ticket;
      const answer = await calls.counts({ terms: read(filter).terms });
      if (!answer.ok) return answer;
      if (mine === ticket) counts.setState({ text: filter.text, counts: answer.value });
      return ok({ count: answer.value[filter.tab], capped: false });
    },
    list: ({ filter, ...window }) => calls.page({ ...read(filter), ...window }),
  };
}

/** Returns a function that changes a part of a list's query; does nothing if it is equal already. */
export function requests<Q extends object, R>(list: List<Q, R>): (patch: Partial<Q>) => void {
  return (patch) => {
    const now = list.store.getState().filter;
    const next = { ...now, ...patch };
    if (JSON.stringify(next) !== JSON.stringify(now)) list.setFilter(next);
  };
}
