import { z } from 'zod';
import { err, ok, type Result } from '#contract/result.ts';

/** What a list is ordered by; null where there is no such value: that comes last, whichever way the order goes. */
export type SpotKey = number | string | null;

/** Where something stands in a list that is sorted in memory: by its key; equal keys stand by their names, which are unique. */
export interface Spot {
  readonly key: SpotKey;
  readonly name: string;
}

/** A list that is sorted in memory. */
export interface MemoryOrder<T> {
  /** A cursor of one list and order is refused by any other. */
  readonly list: string;
  readonly descending: boolean;
  readonly spotOf: (item: T) => Spot;
}

interface Window {
  readonly limit: number;
  readonly after?: string | undefined;
}

const positionSchema = z.tuple([z.string(), z.union([z.number(), z.string(), z.null()]), z.string()]);

function writeSpot(list: string, { key, name }: Spot): string {
  return Buffer.from(JSON.stringify([list, key, name])).toString('base64url');
}

function parsed(after: string): unknown {
  try {
    return JSON.parse(Buffer.from(after, 'base64url').toString());
  } catch {
    return null;
  }
}

/** The place that a cursor names in a list; null at its beginning. */
export function readSpot(list: string, after: string | undefined): Result<Spot | null> {
  if (after === undefined) return ok(null);
  const position = positionSchema.safeParse(parsed(after));
  if (!position.success || position.data[0] !== list) {
    return err('invalid-input', { detail: 'after: not a place in this list' });
  }
  const [, key, name] = position.data;
  return ok({ key, name });
}

function compare(left: number | string, right: number | string): number {
  return left === right ? 0 : left < right ? -1 : 1;
}

function compareSpots(descending: boolean): (left: Spot, right: Spot) => number {
  const way = descending ? -1 : 1;
  return (left, right) => {
    if (left.key !== null && right.key !== null) {
      return way * (compare(left.key, right.key) || compare(left.name, right.name));
    }
    const lacking = Number(left.key === null) - Number(right.key === null);
    return lacking === 0 ? way * compare(left.name, right.name) : lacking;
  };
}

/** Everything in its order. */
export function sortedInMemory<T>(
  { descending, spotOf: getSpot }: MemoryOrder<T>,
  items: readonly T[],
): readonly T[] {
  const comparing = compareSpots(descending);
  return items
    .map((item) => ({ item, spot: getSpot(item) }))
    .toSorted((left, right) => comparing(left.spot, right.spot))
    .map(({ item }) => item);
}

/**
 * One page by its place, never by an offset: it stays true while others come and go. 'invalid-input' where `after` is no place of
 * this list in this order.
 */
export function memoryPage<T>(
  order: MemoryOrder<T>,
  items: readonly T[],
  { limit, after }: Window,
): Result<{ readonly items: readonly T[]; readonly next: string | null }> {
  const { list, descending, spotOf: getSpot } = order;
  const position = readSpot(list, after);
  if (!position.ok) return position;
  const { value } = position;
  const comparing = compareSpots(descending);
  const beyond = value === null ? items : items.filter((item) => comparing(getSpot(item), value) > 0);
  const page = sortedInMemory(order, beyond).slice(0, limit);
  const last = page.at(-1);
  const isEnd = beyond.length <= limit || last === undefined;
  return ok({ items: page, next: isEnd ? null : writeSpot(list, getSpot(last)) });
}
