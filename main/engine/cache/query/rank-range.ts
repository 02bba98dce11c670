import type { PageStartWithoutCursor } from '#contract/paging.ts';

/** The start of a page by ranks or ids, which every list has. */
type RankOrIds = Exclude<PageStartWithoutCursor, { readonly time: unknown }>;

/** Part of a list by rank: at most `limit` rows from the one that has `rank` rows before it. */
export interface RankRange {
  readonly rank: number;
  readonly limit: number;
}

/**
 * Returns the rank at which a page of a list in memory begins; null where the list contains none of the rows that
 * it should begin at.
 * @param limit the size of the page
 */
export function findStartRankInMemory<T>(
  items: readonly T[],
  getId: (item: T) => string,
  { at, limit }: { readonly at: RankOrIds; readonly limit: number },
): number | null {
  if ('rank' in at) return at.rank < items.length ? at.rank : Math.max(0, items.length - limit);
  const ranks = new Map(items.map((item, index) => [getId(item), index]));
  for (const id of at.ids) {
    const rank = ranks.get(id);
    if (rank !== undefined) return Math.max(0, rank - at.before);
  }
  return null;
}

interface Parts<T> {
  /** All rows with pending changes, in the order of the list. There are few. */
  readonly pending: readonly T[];
  /** Returns stored rows in the order of the list, without the first `offset`. */
  readonly stored: (offset: number, limit: number) => readonly T[];
  readonly compare: (left: T, right: T) => number;
}

/** Returns a window of the list that stored rows and rows with pending changes make together. */
export function mergePendingAndStoredRows<T>(
  { rank, limit }: RankRange,
  { pending, stored, compare }: Parts<T>,
): readonly T[] {
  // The first row of the window has at most all pending rows before it, so it needs no earlier stored row.
  const offset = Math.max(0, rank - pending.length);
  const rows = stored(offset, rank + limit - offset);
  const [first] = rows;
  if (first === undefined && offset > 0) return [];
  const isBefore = (row: T): boolean => offset > 0 && first !== undefined && compare(row, first) < 0;
  const within = pending.filter((row) => !isBefore(row));
  const skipped = rank - offset - (pending.length - within.length);
  return [...rows, ...within].toSorted(compare).slice(skipped, skipped + limit);
}
