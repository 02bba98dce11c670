import { createStore, type StoreApi } from 'zustand/vanilla';
import { readQuery, type AnyTerm, type QueryLanguage } from '#contract/search/syntax.ts';
import { ok, type Result } from '#contract/result.ts';
import { epochMs } from '#contract/time.ts';
import type { List, ListSource, Page } from './list.ts';

/** What a list with tabs shows: a search as it was typed, a tab, an order. */
export interface ListQuery<Tab extends string, Order> {
  readonly text: string;
  readonly tab: Tab;
  readonly order: Order;
}

/** How a query is asked: with the conditions that its text means at this moment. */
export interface AskedQuery<Tab extends string, Order, T> {
  readonly tab: Tab;
  readonly terms: readonly T[];
  readonly order: Order;
}

/**
 * Returns the parser of one list's searches: relative dates count from now, in the time zone of the settings.
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

/** How many each tab holds, and of which search. */
export interface TabCounts<Counts> {
  readonly text: string;
  /** Null before the first answer. */
  readonly counts: Counts | null;
}

/** Nothing is known yet. */
export const NO_COUNTS = { text: '', counts: null } as const;

export interface QuerySource<Q, R, Counts> extends ListSource<Q, R> {
  readonly counts: StoreApi<TabCounts<Counts>>;
}

interface QueryCalls<Asked, R, Counts> {
  readonly page: (input: Asked & { limit: number; after?: string }) => Promise<Result<Page<R>>>;
  readonly counts: (input: Pick<Asked, keyof Asked & 'terms'>) => Promise<Result<Counts>>;
}

/** The rows of a list, and the counts of all its tabs: the count of the list is one of them, so that they cannot differ. */
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

/** Changes a part of the query of a list; what is the same already changes nothing. */
export function requests<Q extends object, R>(list: List<Q, R>): (patch: Partial<Q>) => void {
  return (patch) => {
    const now = list.store.getState().filter;
    const next = { ...now, ...patch };
    if (JSON.stringify(next) !== JSON.stringify(now)) list.setFilter(next);
  };
}
