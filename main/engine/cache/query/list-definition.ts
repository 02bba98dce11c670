import type { PendingState } from '#contract/records.ts';
import type { Reading } from '#main/engine/api/parse/resource.ts';
import type { ReadableDb } from '#main/engine/sqlite/db.ts';
import type { Position } from '../tables/cursor.ts';
import type { Listed, Scope } from './page.ts';

/** The columns that rows of all lists have. */
export interface ListedRow extends Position {
  readonly id: string;
  /** Null in the table; set where a pending change is applied. */
  readonly pending: PendingState | null;
}

/** What a row needs besides its record. */
export interface SortDates {
  /** The row number. */
  readonly row: number;
  readonly pending: PendingState;
}

/** The definition of the list of one kind. Stored rows and rows with pending changes are shown and filtered alike. */
export interface ListedKind<F, R extends { readonly id: string }, Row extends ListedRow> extends Listed<Row> {
  /** Reads a raw resource. */
  readonly read: (value: unknown) => Reading<R>;
  /** Adds what the cache knows of a record beyond its resource. */
  readonly complete?: (db: ReadableDb, row: number, record: R) => R;
  /** Makes the row of a record, with the same texts as in its table. */
  readonly rowOf: (record: R, sortDates: SortDates) => Row;
  /** Returns the normalized text that is searched; empty for a kind without search. */
  readonly toNormalized: (record: R) => string;
  /** Returns the rows of a filter in the table. */
  readonly scopeOf: (db: ReadableDb, filter: F) => Scope;
  /** Returns the same filter as a test for rows that are in no table. */
  readonly finds: (filter: F) => (row: Row, normalizedText: string) => boolean;
}
