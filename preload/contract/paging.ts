import { z } from 'zod';
import { epochMsSchema } from './time-schema.ts';

/** The start of the next page of a list; opaque. */
export const cursorSchema = z.string().max(1_000);

/**
 * Where a page of a list begins if not behind a cursor: at the row that has `rank` rows before it, or `before` rows
 * above the first of these rows that the list contains, or at the first row that is not before a time in the order of
 * the list: the newest row of that time or earlier where the newest come first. Where the list is shorter than a rank,
 * the page has its last rows; where all rows are before the time, the first
 * row without one, or else the last row.
 */
export const pageStartWithoutCursorSchema = z.union([
  z.strictObject({ rank: z.number().int().nonnegative() }),
  z.strictObject({
    ids: z.array(z.string().max(1_000)).min(1).max(500).readonly(),
    before: z.number().int().min(0).max(500),
  }),
  /** Only in an order by a time, as `isSortByTime` says; 'invalid-input' in another one. */
  z.strictObject({ time: epochMsSchema }),
]);
export type PageStartWithoutCursor = Readonly<z.infer<typeof pageStartWithoutCursorSchema>>;

const SORTS_BY_TIME: readonly string[] = ['updated', 'created', 'deadline', 'waiting', 'asked', 'ended'];

/** Returns whether the rows of a list have places in time: whether the sort value, by its name in any list, is a time. */
export function isSortByTime(by: string): boolean {
  return SORTS_BY_TIME.includes(by);
}

/** The number of rows before the first one of a page. A page behind a cursor does not have it. */
export const rowsBeforePageSchema = z.number().int().nonnegative().optional();

/** One piece of an exported text with the number of exported items in it, and the cursor of the next piece; null at the end. */
export const exportedPieceSchema = z.strictObject({
  text: z.string(),
  count: z.number().int().nonnegative(),
  next: cursorSchema.nullable(),
});
