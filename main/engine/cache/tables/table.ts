import type { Kind } from '#contract/records.ts';
import { toEpochMs } from '#contract/time.ts';
import type { ParsedResource } from '#main/engine/api/parse/resource.ts';
import {
  buildReplaceClause,
  type ColumnNamesByKey,
  createInsertBuilder,
} from '#main/engine/sqlite/columns.ts';
import type { ReadableDb, WritableDb } from '#main/engine/sqlite/db.ts';
import { type Sql, sql, type SqlValue } from '#main/engine/sqlite/sql.ts';
import { getCachedRawText, putBody, removeBody, SUMMARY_TABLES } from './bodies.ts';
import { MISSING_DATE_SORT_VALUE } from './cursor.ts';

/**
 * The dates that a list can be sorted by. A missing date, or one that the kind does not have, is smaller than
 * any.
 */
export interface RecordDates {
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** What the tables hold of a stored record that is about to be replaced or removed: row, hash, times. */
export interface RowAndHashOfStoredRecord extends RecordDates {
  readonly row: number;
  readonly hash: Uint8Array;
}

/** A parsed record with its raw text and hash, ready to be written to the tables. */
export interface FetchedRecordToWrite<R> {
  readonly record: R;
  readonly hash: Uint8Array;
  readonly raw: string;
  /** When the record was fetched, epoch milliseconds. */
  readonly fetchedAt: number;
}

/** Parses the records of one kind and writes them to their tables. */
export interface RecordTable<R extends { readonly id: string } = { readonly id: string }> {
  readonly kind: Kind;
  read(value: unknown): ParsedResource<R>;
  datesOf(record: R): RecordDates;
  find(db: ReadableDb, id: string): RowAndHashOfStoredRecord | undefined;
  /**
   * Writes summary, body and search entry, replacing those of `stored` where it exists. Returns the row
   * number.
   */
  put(db: WritableDb, stored: RowAndHashOfStoredRecord | undefined, fresh: FetchedRecordToWrite<R>): number;
  /** Deletes summary, body and search entry. */
  remove(db: WritableDb, stored: RowAndHashOfStoredRecord): void;
}

interface RecordTableOptions<R, Columns> {
  readonly kind: Kind;
  readonly read: RecordTable<R & { readonly id: string }>['read'];
  readonly datesOf: (record: R) => RecordDates;
  /** The columns for lists and filters, besides row, id and hash. */
  readonly columns: ColumnNamesByKey<Columns>;
  readonly toColumns: (record: R, db: ReadableDb) => Columns;
  /** The column of the last change, if the kind has one. */
  readonly updatedAt?: Sql;
}

/** Creates the table of a kind: a row for lists and filters, and the body as the service sent it. */
export function createRecordTable<
  R extends { readonly id: string },
  Columns extends { readonly [Key in keyof Columns]: SqlValue },
>(options: RecordTableOptions<R, Columns>): RecordTable<R> {
  const { kind, read, datesOf, columns, toColumns, updatedAt = sql`${MISSING_DATE_SORT_VALUE}` } = options;
  const table = SUMMARY_TABLES[kind];
  const written = { ...columns, hash: sql`hash` };
  const replaceRow = createInsertBuilder<Columns & { readonly id: string; readonly hash: Uint8Array }>(
    table,
    { id: sql`id`, ...written },
    buildReplaceClause(written),
  );
  return {
    kind,
    read,
    datesOf,
    find: (db, id) =>
      db.get(sql<RowAndHashOfStoredRecord>`
        SELECT row, hash, coalesce(created_at, ${MISSING_DATE_SORT_VALUE}) AS createdAt, ${updatedAt} AS updatedAt
        FROM ${table} WHERE id = ${id}`),
    put: (db, stored, { record, hash, raw, fetchedAt }) => {
      const given = db.run(replaceRow({ id: record.id, ...toColumns(record, db), hash })).lastRow;
      const row = stored?.row ?? given;
      putBody(db, kind, row, { raw, fetchedAt: toEpochMs(fetchedAt) });
      return row;
    },
    remove: (db, { row }) => {
      db.run(sql`DELETE FROM ${table} WHERE row = ${row}`);
      removeBody(db, kind, row);
    },
  };
}

/** A record before and after a change; null before its creation and after its removal. */
export interface RecordBeforeAndAfter<R> {
  readonly before: R | null;
  readonly after: R | null;
}

/** Updates tables that are derived from the records of a kind. */
export type DerivedTableUpdater<R> = (db: WritableDb, row: number, step: RecordBeforeAndAfter<R>) => void;

function readText<R extends { readonly id: string }>(text: string, read: RecordTable<R>['read']): R | null {
  try {
    const reading = read(JSON.parse(text));
    return reading.ok ? reading.record : null;
  } catch {
    return null;
  }
}

/** Reads the record of a row; null where it cannot be parsed. */
export function readRecordAtRow<R extends { readonly id: string }>(
  db: ReadableDb,
  kind: Kind,
  row: number,
  read: RecordTable<R>['read'],
): R | null {
  return readText(getCachedRawText(db, kind, row), read);
}

/** Wraps a record table so that its indexes are updated with every write and removal. */
export function withDerivedTables<R extends { readonly id: string }>(
  table: RecordTable<R>,
  updaters: readonly DerivedTableUpdater<R>[],
): RecordTable<R> {
  const recordAt = (db: ReadableDb, row: number): R | null =>
    readRecordAtRow(db, table.kind, row, (value) => table.read(value));
  const follow = (db: WritableDb, row: number, step: RecordBeforeAndAfter<R>): void => {
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
