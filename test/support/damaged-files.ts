import { closeSync, openSync, writeSync } from 'node:fs';
import { getLocalStorePath } from '#main/engine/local/recovery/open.ts';
import { openDatabaseFile } from '#main/engine/sqlite/connection.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { TEST_KEY } from './results.ts';

/** Bytes of a page of a database. */
export const PAGE_SIZE = 16_384;

/** Returns the number of the first page of a table or an index, from 1, of a database that is closed. */
export function findRootPage(file: string, name: string): number {
  const db = openDatabaseFile(file, TEST_KEY);
  const root = db.get(sql<{ page: number }>`SELECT rootpage AS page FROM sqlite_schema WHERE name = ${name}`);
  // The page is in the file itself, not in the write-ahead log.
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
  if (root === undefined) throw new Error(`there is no ${name}`);
  return root.page;
}

/** Overwrites bytes of a page, as a disk that fails does. */
export function overwritePage(file: string, page: number): void {
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(500, 0x5a), 0, 500, (page - 1) * PAGE_SIZE + 200);
  closeSync(handle);
}

/** Fills a page with zeros, as a file system does after a loss of power: SQLite reads it as an empty one. */
export function emptyPage(file: string, page: number): void {
  const handle = openSync(file, 'r+');
  writeSync(handle, Buffer.alloc(PAGE_SIZE), 0, PAGE_SIZE, (page - 1) * PAGE_SIZE);
  closeSync(handle);
}

/** Overwrites bytes of the first page of a table in the local store of a folder. */
export function damageLocalTable(folder: string, table: string): void {
  const file = getLocalStorePath(folder);
  overwritePage(file, findRootPage(file, table));
}
