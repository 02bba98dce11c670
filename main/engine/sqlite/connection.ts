import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { openForAppending } from '#main/base/write-file.ts';
import { openConnection, type Connection } from './db.ts';
import { DATABASE_CIPHER } from './damaged-files.ts';

const KEY = /^[0-9a-f]{64}$/;
const PLAIN_HEADER = 'SQLite format 3\0';

/**
 * Settings of every connection. Sorts stay in memory because SQLite's temporary files are not encrypted.
 * Pages of 16 KiB were measured to be the fastest to fill and to give the smallest file.
 */
const SETTINGS = {
  journal_mode: 'wal',
  temp_store: 2,
  trusted_schema: 0,
  foreign_keys: 1,
} as const;
const PAGE_SIZE = 16_384;
const BUSY_MS = 5_000;

/**
 * Opens a database file and reads from it once.
 * @param key 64 hex digits; a wrong key throws SQLITE_NOTADB here
 */
export function openDatabaseFile(file: string, key: string): Connection {
  // SQLite takes an empty key as 'no encryption' and would write a plaintext file without an error.
  if (!KEY.test(key)) throw new Error('the key is not 64 hex digits');
  // SQLite gives the files that it creates beside this one (-wal, -shm) the same permissions.
  closeSync(openForAppending(file));
  const db = openConnection(file, BUSY_MS);
  try {
    db.pragma(`cipher = '${DATABASE_CIPHER}'`);
    db.pragma(`key = 'raw:${key}'`);
    db.pragma(`page_size = ${PAGE_SIZE}`);
    db.pragma('user_version');
    return db;
  } catch (thrown) {
    db.close();
    throw thrown;
  }
}

/**
 * When a commit counts as written. `normal` is enough for the cache, which can be fetched again. The local
 * store needs `full`: a finished commit survives a loss of power.
 */
const SYNCHRONOUS = { normal: 1, full: 2 } as const;

/**
 * Pages that a connection keeps decrypted, in kibibytes, as a negative number: that is how SQLite tells them from pages. Files
 * with `full` are smaller: more would only hold what the check for damage has read.
 */
const CACHE_SIZE = { normal: -16_000, full: -4_000 } as const;

export type DatabaseDurability = keyof typeof SYNCHRONOUS;

/** Applies the settings of every connection and reads each one back. Throws where SQLite did not take one. */
export function applyConnectionSettings(db: Connection, durability: DatabaseDurability): void {
  const settings = {
    ...SETTINGS,
    synchronous: SYNCHRONOUS[durability],
    cache_size: CACHE_SIZE[durability],
  };
  for (const [name, value] of Object.entries(settings)) {
    db.pragma(`${name} = ${value}`);
    if (db.pragma(name) !== value) throw new Error(`${name} was not taken`);
  }
}

/** Lets a connection of a cache keep this many kibibytes of pages in memory, until `resetPageCache`. */
export function enlargePageCache(db: Connection, kibibytes: number): void {
  db.pragma(`cache_size = -${kibibytes}`);
}

/** Lets a connection of a cache keep the usual number of pages, and frees the others. */
export function resetPageCache(db: Connection): void {
  db.pragma(`cache_size = ${CACHE_SIZE.normal}`);
  db.pragma('shrink_memory');
}

/** Makes a connection refuse changes, except in `changeTempTablesOnReadOnlyConnection`. */
export function setReadOnly(db: Connection): void {
  db.pragma('query_only = 1');
}

/**
 * Runs `work`, which changes TEMP tables alone, on a connection that refuses changes. SQLite counts them as
 * changes, although they stay in memory and touch no file.
 */
export function changeTempTablesOnReadOnlyConnection(db: Connection, work: () => void): void {
  db.pragma('query_only = 0');
  try {
    work();
  } finally {
    setReadOnly(db);
  }
}

/** Whether the file's size matches its own page count, after the write-ahead log has been written into it. */
export function isFileLengthComplete(db: Connection, file: string): boolean {
  db.pragma('wal_checkpoint(TRUNCATE)');
  const pages = Number(db.pragma('page_count'));
  return statSync(file).size === pages * Number(db.pragma('page_size'));
}

/** Whether the file begins with the header of an unencrypted database. */
export function isUnencryptedFile(file: string): boolean {
  const header = Buffer.alloc(PLAIN_HEADER.length);
  const handle = openSync(file, 'r');
  try {
    readSync(handle, header, 0, header.length, 0);
  } finally {
    closeSync(handle);
  }
  return header.toString('latin1') === PLAIN_HEADER;
}
