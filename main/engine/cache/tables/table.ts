import type { Kind } from '#contract/records.ts';
import type { Reading } from '#main/engine/api/parse/resource.ts';
import type { ReadableDb, WritableDb } from '#main/engine/sqlite/db.ts';
import { rawBody } from './bodies.ts';

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

/** A record as it was and as it is; null before it came and after it went. */
export interface Step<R> {
  readonly before: R | null;
  readonly after: R | null;
}

/** Follows the records of a kind in tables that are not their own. */
export type IndexUpdater<R> = (db: WritableDb, row: number, step: Step<R>) => void;

function readText<R extends { readonly id: string }>(text: string, read: RecordTable<R>['read']): R | null {
  try {
    const reading = read(JSON.parse(text));
    return reading.ok ? reading.record : null;
  } catch {
    return null;
  }
}

/** The record that lies in a row; null where there is no text that can be read. */
export function findRecord<R extends { readonly id: string }>(
  db: ReadableDb,
  kind: Kind,
  row: number,
  read: RecordTable<R>['read'],
): R | null {
  return readText(rawBody(db, kind, row), read);
}

/** A shelf that leaves traces of whatever is put onto it or taken from it. */
export function withIndexes<R extends { readonly id: string }>(
  table: RecordTable<R>,
  updaters: readonly IndexUpdater<R>[],
): RecordTable<R> {
  const recordAt = (db: ReadableDb, row: number): R | null =>
    findRecord(db, table.kind, row, (value) => table.read(value));
  const follow = (db: WritableDb, row: number, step: Step<R>): void => {
    for (const updater of updaters) updater(db, row, step);
  };
  return {
    ...table,
    put: (db, stored, fresh) => {
      const before = stored === undefined ? null : recordAt(db, stored.row);
      const row = table.put(db, stored, fresh);
      follow(db, row, { before, after: fresh.record });
      return row;
    },
    remove: (db, stored) => {
      follow(db, stored.row, { before: recordAt(db, stored.row), after: null });
      table.remove(db, stored);
    },
  };
}
