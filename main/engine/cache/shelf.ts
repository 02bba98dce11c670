import type { Kind } from '#contract/ids.ts';
import type { Reading } from '#main/engine/service/wire/resource.ts';
import type { ReadableDb, WritableDb } from '#main/engine/store/db.ts';

/** What a list may be ordered by. A date that is missing is smaller than any; so is one that the kind does not have. */
export interface Dates {
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** What is known of a stored row before it is written again. */
export interface StoredRow extends Dates {
  readonly row: number;
  readonly hash: Uint8Array;
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
export interface RecordTable<R extends { readonly id: string } = { readonly id: string }> {
  readonly kind: Kind;
  read(value: unknown): Reading<R>;
  datesOf(record: R): Dates;
  find(db: ReadableDb, id: string): StoredRow | undefined;
  /** Writes summary, body and search entry, over those of `stored` where it was there before; answers the row number. */
  put(db: WritableDb, stored: StoredRow | undefined, fresh: FreshRow<R>): number;
  /** Takes summary, body and search entry out. */
  remove(db: WritableDb, stored: StoredRow): void;
}
