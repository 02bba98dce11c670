import type { Kind } from '#contract/ids.ts';
import type { Reading } from '#main/engine/service/wire/resource.ts';
import type { ReadableDb, WritableDb } from './db.ts';

/** What is known of a stored row before it is written again. */
export interface StoredRow {
  readonly row: number;
  readonly hash: Uint8Array;
  /** When the service last changed it; for a kind without that field, always the same. */
  readonly updatedAt: number;
  readonly folded: string;
}

/** A row to be written. */
export interface FreshRow<R> {
  readonly record: R;
  readonly hash: Uint8Array;
  readonly raw: string;
  /** Epoch milliseconds. */
  readonly fetchedAt: number;
}

/** How the records of one kind are read from the wire and written to their tables. */
export interface Shelf<R extends { readonly id: string } = { readonly id: string }> {
  readonly kind: Kind;
  read(value: unknown): Reading<R>;
  /** When the service last changed the record, in the form of `StoredRow.updatedAt`. */
  updatedAt(record: R): number;
  find(db: ReadableDb, id: string): StoredRow | undefined;
  /** Writes summary, body and search entry, over those of `stored` where it was there before; answers the row number. */
  put(db: WritableDb, stored: StoredRow | undefined, fresh: FreshRow<R>): number;
}
