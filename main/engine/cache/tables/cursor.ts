import type { Kind } from '#contract/records.ts';
import { err, ok, type Result } from '#contract/result.ts';

/** A position in a list (keyset pagination): the row's sort value, and its row number as a tie-breaker. */
export interface ListPosition {
  readonly at: number;
  readonly row: number;
}

/** The lists that a cursor can belong to. A cursor of one list is invalid in another. */
export type CursorListName = Kind | 'dump' | 'inbox' | 'back' | 'rest' | 'unread' | 'read';

const SHAPE = /^([a-z]+)\.(-?\d{1,16})\.(\d{1,15})$/;

/**
 * Sort value of a missing date: smaller than any date, so that such rows come last when the newest come
 * first.
 */
export const MISSING_DATE_SORT_VALUE = Number.MIN_SAFE_INTEGER;

/** Encodes a position as an opaque text, which contains nothing of a record but a time. */
export function encodeCursor(list: CursorListName, { at, row }: ListPosition): string {
  return Buffer.from(`${list}.${at}.${row}`).toString('base64url');
}

/** Decodes a cursor from outside. Undefined means the beginning and returns null. */
export function decodeCursor(list: CursorListName, after: string | undefined): Result<ListPosition | null> {
  if (after === undefined) return ok(null);
  const match = SHAPE.exec(Buffer.from(after, 'base64url').toString('latin1'));
  const [, name, at, row] = match ?? [];
  if (name !== list) return err('invalid-input', { detail: 'after: not a cursor of this list' });
  return ok({ at: Number(at), row: Number(row) });
}

/** The rows of one page, newest first, and the cursor of the next page; null at the end. */
export interface FoundPage<Row> {
  readonly rows: readonly Row[];
  readonly next: string | null;
}
