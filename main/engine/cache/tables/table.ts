import type { Kind } from '#contract/records.ts';
import type { ParsedResource } from '#main/engine/api/parse/resource.ts';
import type { ReadableDb, WritableDb } from '#main/engine/sqlite/db.ts';
import { getRawBody } from './bodies.ts';

/**
 * The dates that a list can be sorted by. A missing date, or one that the kind does not have, is smaller than
 * any.
 */
export interface RecordDates {
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** What is known of a stored row before it is written again. */
export interface StoredRow extends RecordDates {
  readonly row: number;
  readonly hash: Uint8Array;
}

/** A row to write. */
export interface RowToWrite<R> {
  readonly record: R;
  readonly hash: Uint8Array;
  readonly raw: string;
  /** Epoch milliseconds. */
  readonly fetchedAt: number;
}

/** Parses the records of one kind and writes them to their tables. */
export interface RecordTable<R extends { readonly id: string } = { readonly id: string }> {
  readonly kind: Kind;
  read(value: unknown): ParsedResource<R>;
  datesOf(record: R): RecordDates;
  find(db: ReadableDb, id: string): StoredRow | undefined;
  /**
   * Writes summary, body and search entry, replacing those of `stored` where it exists. Returns the row
   * number.
   */
  put(db: WritableDb, stored: StoredRow | undefined, fresh: RowToWrite<R>): number;
  /** Deletes summary, body and search entry. */
  remove(db: WritableDb, stored: StoredRow): void;
}

/** A record before and after a change; null before its creation and after its removal. */
export interface RecordChange<R> {
  readonly before: R | null;
  readonly after: R | null;
}

/** Updates tables that are derived from the records of a kind. */
export type IndexUpdater<R> = (db: WritableDb, row: number, step: RecordChange<R>) => void;

function readText<R extends { readonly id: string }>(text: string, read: RecordTable<R>['read']): R | null {
  try {
    const reading = read(JSON.parse(text));
    return reading.ok ? reading.record : null;
  } catch {
    return null;
  }
}

/** Reads the record of a row; null where it cannot be parsed. */
export function findRecord<R extends { readonly id: string }>(
  db: ReadableDb,
  kind: Kind,
  row: number,
  read: RecordTable<R>['read'],
): R | null {
  return readText(getRawBody(db, kind, row), read);
}

/** Wraps a record table so that its indexes are updated with every write and removal. */
export function withIndexes<R extends { readonly id: string }>(
  table: RecordTable<R>,
  updaters: readonly IndexUpdater<R>[],
): RecordTable<R> {
  const recordAt = (db: ReadableDb, row: number): R | null =>
    findRecord(db, table.kind, row, (value) => table.read(value));
  const follow = (db: WritableDb, row: number, step: RecordChange<R>): void => {
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
