import { err, ok } from '#contract/result.ts';
import type { ListSource } from '#renderer/state/list/list-window.ts';

/** A row of a list in memory. */
export interface NamedRow {
  readonly id: string;
}

/** The filter of a list in memory: the name of one of its rows. */
export interface NamedFilter {
  readonly search?: string;
}

/** Rows named by their numbers. */
export function makeRows(count: number, name = 'row'): readonly NamedRow[] {
  return Array.from({ length: count }, (_none, index) => ({ id: `${name}${index}` }));
}

/** The rank at which a page begins, which is also the time of a row; null if the list has none of the rows that it should begin at. */
function findStart(
  rows: readonly NamedRow[],
  {
    limit,
    after,
    at,
  }: Pick<Parameters<ListSource<NamedFilter, NamedRow>['list']>[0], 'limit' | 'after' | 'at'>,
): number | null {
  const rankOf = (id: string): number => rows.findIndex((row) => row.id === id);
  if (at === undefined) return after === undefined ? 0 : rankOf(after) + 1;
  if ('rank' in at) return at.rank < rows.length ? at.rank : Math.max(0, rows.length - limit);
  if ('time' in at) return Math.min(at.time, rows.length - 1);
  const found = at.ids.map(rankOf).find((rank) => rank >= 0);
  return found === undefined ? null : Math.max(0, found - at.before);
}

/** Lists in memory, one for each search, which are read as the engine answers; `held.rows` can be replaced. */
export function listSource(start: Readonly<Record<string, readonly NamedRow[]>>) {
  const held = { rows: start };
  const find = ({ search = '' }: NamedFilter): readonly NamedRow[] => held.rows[search] ?? [];
  const source: ListSource<NamedFilter, NamedRow> = {
    list: async ({ filter, limit, ...place }) => {
      const rows = find(filter);
      const rank = findStart(rows, { limit, ...place });
      if (rank === null) return err('not-found');
      const items = rows.slice(rank, rank + limit);
      const next = rank + limit < rows.length ? (items.at(-1)?.id ?? null) : null;
      return ok({ items, next, ...(place.at === undefined ? {} : { rank }) });
    },
    count: async ({ filter }) => ok({ count: find(filter).length, capped: false }),
  };
  return { held, source };
}
