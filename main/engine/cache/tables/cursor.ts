import type { Kind } from '#contract/records.ts';
import { err, ok, type Result } from '#contract/result.ts';

/** A place in a list: the row's sort value and its row number, which breaks ties. */
export interface Position {
  readonly at: number;
  readonly row: number;
}

/** The lists a cursor can belong to. A cursor of one is refused by another. */
export type ListName = Kind | 'dump' | 'inbox' | 'unread' | 'read';

const SHAPE = /^([a-z]+)\.(-?\d{1,16})\.(\d{1,15})$/;

/** Stands for a missing date: smaller than any, so that such rows come last, newest first. */
export const NO_DATE = Number.MIN_SAFE_INTEGER;

/** Writes a place as an opaque text that holds nothing about a record but a time. */
export function writeCursor(list: ListName, { at, row }: Position): string {
  return Buffer.from(`${list}.${at}.${row}`).toString('base64url');
}

/** Reads a cursor that came from outside. `after` undefined means the beginning: null. */
export function readCursor(list: ListName, after: string | undefined): Result<Position | null> {
  if (after === undefined) return ok(null);
  const match = SHAPE.exec(Buffer.from(after, 'base64url').toString('latin1'));
  const [, name, at, row] = match ?? [];
  if (name !== list) return err('invalid-input', { detail: 'after: not a place in this list' });
  return ok({ at: Number(at), row: Number(row) });
}

/** Rows of one page, newest first, and where the next begins; null at the end. */
export interface Found<Row> {
  readonly rows: readonly Row[];
  readonly next: string | null;
}
