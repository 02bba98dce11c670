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

/** Lists in memory, one for each search, which are read as the engine answers; `held.rows` can be replaced. */
export function listSource(start: Readonly<Record<string, readonly NamedRow[]>>) {
  const held = { rows: start };
  const find = ({ search = '' }: NamedFilter): readonly NamedRow[] => held.rows[search] ?? [];
  const source: ListSource<NamedFilter, NamedRow> = {
    list: async ({ filter, limit, after, at }) => {
      const rows = find(filter);
      const ranks = new Map(rows.map(({ id }, index) => [id, index]));
      let rank = after === undefined ? 0 : (ranks.get(after) ?? 0) + 1;
      if (at !== undefined && 'rank' in at)
        rank = at.rank < rows.length ? at.rank : Math.max(0, rows.length - limit);
      if (at !== undefined && 'ids' in at) {
        const found = at.ids.map((id) => ranks.get(id)).find((index) => index !== undefined);
        if (found === undefined) return err('not-found');
        rank = Math.max(0, found - at.before);
      }
      const items = rows.slice(rank, rank + limit);
      const next = rank + limit < rows.length ? (items.at(-1)?.id ?? null) : null;
      return ok({ items, next, ...(at === undefined ? {} : { rank }) });
    },
    count: async ({ filter }) => ok({ count: find(filter).length, capped: false }),
  };
  return { held, source };
}
