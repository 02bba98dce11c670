import { z } from 'zod';
import { err, ok, type Result } from '#contract/result.ts';
import type { PageStartWithoutCursor } from '#contract/paging.ts';
import { findStartRankInMemory } from './rank-range.ts';

/** Sort value; null where there is none, which comes last in either direction. */
export type InMemorySortValue = number | string | null;

/** A position in a list that is sorted in memory: the sort value, and a unique name as a tie-breaker. */
export interface InMemoryPosition {
  readonly key: InMemorySortValue;
  readonly name: string;
}

/** The sort order of a list in memory, with the name that its cursors carry. */
export interface InMemorySortOrder<T> {
  /** Name of the list and its sort order; a cursor with another one is invalid. */
  readonly list: string;
  readonly descending: boolean;
  /** Whether sort values are times, so that a page may begin at one. */
  readonly isByTime: boolean;
  readonly getPosition: (item: T) => InMemoryPosition;
}

interface Window {
  readonly limit: number;
  readonly after?: string | undefined;
}

const positionSchema = z.tuple([z.string(), z.union([z.number(), z.string(), z.null()]), z.string()]);

function writeSpot(list: string, { key, name }: InMemoryPosition): string {
  return Buffer.from(JSON.stringify([list, key, name])).toString('base64url');
}

function parsed(after: string): unknown {
  try {
    return JSON.parse(Buffer.from(after, 'base64url').toString());
  } catch {
    return null;
  }
}

/** Decodes a cursor of an in-memory list; null stands for the beginning of the list. */
export function decodeInMemoryCursor(
  list: string,
  after: string | undefined,
): Result<InMemoryPosition | null> {
  if (after === undefined) return ok(null);
  const position = positionSchema.safeParse(parsed(after));
  if (!position.success || position.data[0] !== list) {
    return err('invalid-input', { detail: 'after: not a cursor of this list' });
  }
  const [, key, name] = position.data;
  return ok({ key, name });
}

function compare(left: number | string, right: number | string): number {
  return left === right ? 0 : left < right ? -1 : 1;
}

function compareSpots(descending: boolean): (left: InMemoryPosition, right: InMemoryPosition) => number {
  const way = descending ? -1 : 1;
  return (left, right) => {
    if (left.key !== null && right.key !== null) {
      return way * (compare(left.key, right.key) || compare(left.name, right.name));
    }
    const lacking = Number(left.key === null) - Number(right.key === null);
    return lacking === 0 ? way * compare(left.name, right.name) : lacking;
  };
}

/** Returns all items of the list, sorted in its order. */
export function sortInMemory<T>(
  { descending, getPosition }: InMemorySortOrder<T>,
  items: readonly T[],
): readonly T[] {
  const comparing = compareSpots(descending);
  return items
    .map((item) => ({ item, spot: getPosition(item) }))
    .toSorted((left, right) => comparing(left.spot, right.spot))
    .map(({ item }) => item);
}

/**
 * Returns one page by keyset pagination, so that it stays correct while items come and go. Returns
 * 'invalid-input' where `after` is not a cursor of this list in this order.
 */
export function getInMemoryPage<T>(
  order: InMemorySortOrder<T>,
  items: readonly T[],
  { limit, after }: Window,
): Result<{ readonly items: readonly T[]; readonly next: string | null }> {
  const { list, descending, getPosition } = order;
  const position = decodeInMemoryCursor(list, after);
  if (!position.ok) return position;
  const { value } = position;
  const comparing = compareSpots(descending);
  const beyond = value === null ? items : items.filter((item) => comparing(getPosition(item), value) > 0);
  const page = sortInMemory(order, beyond).slice(0, limit);
  const last = page.at(-1);
  const isEnd = beyond.length <= limit || last === undefined;
  return ok({ items: page, next: isEnd ? null : writeSpot(list, getPosition(last)) });
}

/** Returns the rank of the first item that is not before a time, or has none; of the last one where all are before it. */
function findRankOfTime<T>(
  { descending, getPosition }: InMemorySortOrder<T>,
  sorted: readonly T[],
  time: number,
): number {
  const way = descending ? -1 : 1;
  const rank = sorted.findIndex((item) => {
    const { key } = getPosition(item);
    return key === null || way * compare(key, time) >= 0;
  });
  return rank === -1 ? Math.max(0, sorted.length - 1) : rank;
}

/**
 * Returns one page that begins at a rank, a row or a time. Returns 'not-found' where the items contain none of the rows,
 * and 'invalid-input' for a time where the list is not sorted by one.
 * @param getId returns the id by which `at` names an item
 */
export function getInMemoryPageAt<T>(
  order: InMemorySortOrder<T>,
  items: readonly T[],
  {
    at,
    limit,
    getId,
  }: { readonly at: PageStartWithoutCursor; readonly limit: number; readonly getId: (item: T) => string },
): Result<{ readonly items: readonly T[]; readonly next: string | null; readonly rank: number }> {
  const sorted = sortInMemory(order, items);
  if ('time' in at && !order.isByTime) return err('invalid-input', { detail: 'at: no order by time' });
  const rank =
    'time' in at
      ? findRankOfTime(order, sorted, at.time)
      : findStartRankInMemory(sorted, getId, { at, limit });
  if (rank === null) return err('not-found');
  const page = sorted.slice(rank, rank + limit);
  const last = page.at(-1);
  const isEnd = rank + limit >= sorted.length || last === undefined;
  return ok({ items: page, rank, next: isEnd ? null : writeSpot(order.list, order.getPosition(last)) });
}
