import { z } from 'zod';

/** The start of the next page of a list; opaque. */
export const cursorSchema = z.string().max(1_000);

/**
 * Where a page of a list begins if not behind a cursor: at the row that has `rank` rows before it, or `before` rows
 * above the first of these rows that the list contains. Where the list is shorter, the page has its last rows.
 */
export const pageStartWithoutCursorSchema = z.union([
  z.strictObject({ rank: z.number().int().nonnegative() }),
  z.strictObject({
    ids: z.array(z.string().max(1_000)).min(1).max(500).readonly(),
    before: z.number().int().min(0).max(500),
  }),
]);
export type PageStartWithoutCursor = Readonly<z.infer<typeof pageStartWithoutCursorSchema>>;

/** The number of rows before the first one of a page. A page behind a cursor does not have it. */
export const rowsBeforePageSchema = z.number().int().nonnegative().optional();

/** One piece of an exported text with the number of exported items in it, and the cursor of the next piece; null at the end. */
export const exportedPieceSchema = z.strictObject({
  text: z.string(),
  count: z.number().int().nonnegative(),
  next: cursorSchema.nullable(),
});
