import { err, ok, type Result } from '#contract/result.ts';
import type { Connection, ReadableDb } from '#main/engine/sqlite/db.ts';
import { sql, toSqlList } from '#main/engine/sqlite/sql.ts';

/**
 * The tables that grow with the records of the service: with a million requisitions they are nearly the whole file. What the user
 * has entered is in the others.
 */
const LARGE_TABLES = toSqlList(['reviewed_version', 'name_reading']);

/**
 * Whether no page of an open file is damaged. It reads all pages, also those that are rarely used: damage that is met later, in the
 * middle of work, would stop that work.
 */
export function isWholeFileSound(db: Connection): boolean {
  return db.pragma('quick_check') === 'ok';
}

/** As `isWholeFileSound`, for all tables but the large ones, which `checkLargeTables` checks later: an opening waits for this. */
export function areSmallTablesSound(db: ReadableDb): boolean {
  const damage = db.get(sql`
    SELECT 1 FROM sqlite_schema JOIN pragma_quick_check(sqlite_schema.name) AS found
    WHERE sqlite_schema.type = 'table' AND sqlite_schema.name NOT IN ${LARGE_TABLES} AND found.quick_check <> 'ok' LIMIT 1`);
  return damage === undefined;
}

/** Checks the large tables. Where a page of theirs is damaged, it returns 'storage-damaged' or throws SQLite's error. */
export function checkLargeTables(db: ReadableDb): Result<null> {
  const damage = db.get(sql`
    SELECT 1 FROM ${LARGE_TABLES} AS name JOIN pragma_quick_check(name.value) AS found WHERE found.quick_check <> 'ok' LIMIT 1`);
  return damage === undefined ? ok(null) : err('storage-damaged');
}
