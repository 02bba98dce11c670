import type { PendingState } from '#contract/records.ts';
import type { ParsedResource } from '#main/engine/api/parse/resource.ts';
import type { ReadableDb } from '#main/engine/sqlite/db.ts';
import type { ListPosition } from '../tables/cursor.ts';
import type { TempTableOfPendingRows } from '../tables/pending-tables.ts';
import type { ListTable, ListClauses } from './page.ts';

/** The columns that rows of all lists have. */
export interface ListRowIdAndState extends ListPosition {
  readonly id: string;
  /** State of the row's pending changes; null in the stored table. */
  readonly pending: PendingState | null;
}

/** The definition of the list of one kind. The same SQL finds stored rows and rows with pending changes. */
export interface ListDefinition<F, R extends { readonly id: string }, Row extends ListRowIdAndState>
  extends ListTable<Row> {
  readonly pendingTable: TempTableOfPendingRows<R>;
  /** Parses a raw resource of the kind. */
  readonly read: (value: unknown) => ParsedResource<R>;
  /** Adds what the cache knows of a record beyond its resource. */
  readonly complete?: (db: ReadableDb, record: R) => R;
  /** Returns the scope of a filter. Its `from` is for stored rows; its `where` is for pending rows too. */
  readonly toScope: (db: ReadableDb, filter: F) => ListClauses;
}
