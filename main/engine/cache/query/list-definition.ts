import type { PendingState } from '#contract/records.ts';
import type { Reading } from '#main/engine/api/parse/resource.ts';
import type { ReadableDb } from '#main/engine/sqlite/db.ts';
import type { Position } from './cursor.ts';
import type { Listed, Scope } from './page.ts';

/** What every row of a list has. */
export interface ListedRow extends Position {
  readonly id: string;
  /** Null in the table: what waits is laid over it. */
  readonly pending: PendingState | null;
}

/** What a row gets that its record does not say. */
export interface SortDates {
  /** The row number. */
  readonly row: number;
  readonly pending: PendingState;
}

/** All that a list of one kind is made of. What stands in its table and what is laid over it show alike and are found alike. */
export interface ListedKind<F, R extends { readonly id: string }, Row extends ListedRow> extends Listed<Row> {
  /** Reads a raw resource. */
  readonly read: (value: unknown) => Reading<R>;
  /** What the cache knows of a record in a row besides its resource. */
  readonly complete?: (db: ReadableDb, row: number, record: R) => R;
  /** The row of a record, with the same texts as its table would have. */
  readonly rowOf: (record: R, sortDates: SortDates) => Row;
  /** The text that a search looks into, folded; empty for a kind that is not searched. */
  readonly toNormalized: (record: R) => string;
  /** The rows of a filter in the table. */
  readonly scopeOf: (db: ReadableDb, filter: F) => Scope;
  /** The same filter for rows that are in no table. */
  readonly finds: (filter: F) => (row: Row, normalizedText: string) => boolean;
}
