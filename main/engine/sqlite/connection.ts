import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { openConnection, type Connection } from './db.ts';
import { CIPHER } from './damaged-files.ts';

const KEY = /^[0-9a-f]{64}$/;
const PLAIN_HEADER = 'SQLite format 3\0';

/**
 * What every connection runs with. Sorts stay in memory, because temporary files are outside the cipher; pages of 16 KiB were measured to be the fastest to fill and the smallest.
 */
const SETTINGS = {
  journal_mode: 'wal',
  temp_store: 2,
  trusted_schema: 0,
  foreign_keys: 1,
  cache_size: -32_000,
} as const;
const PAGE_SIZE = 16_384;
const BUSY_MS = 5_000;

/** Opens a file with a key of 64 hex digits and reads from it once: a key that does not fit throws SQLITE_NOTADB here. */
export function connect(file: string, key: string): Connection {
  // An empty key would make a plaintext file without a word.
  if (!KEY.test(key)) throw new Error('the key is not 64 hex digits');
  // SQLite gives its own files beside this one the same rights.
  closeSync(openSync(file, 'a', 0o600));
  const db = openConnection(file, BUSY_MS);
  try {
    db.pragma(`cipher = '${CIPHER}'`);
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
 * How long a commit takes care to reach the disk. The cache can be fetched again, so NORMAL is safe enough for it; of what
 * exists only here an acknowledged commit survives a loss of power.
 */
const SYNCHRONOUS = { normal: 1, full: 2 } as const;

export type Durability = keyof typeof SYNCHRONOUS;

/** Sets what every connection runs with and reads it back. */
export function settle(db: Connection, durability: Durability): void {
  for (const [name, value] of Object.entries({ ...SETTINGS, synchronous: SYNCHRONOUS[durability] })) {
    db.pragma(`${name} = ${value}`);
    if (db.pragma(name) !== value) throw new Error(`${name} was not taken`);
  }
}

/** Whether the file is as long as its own page count says, once what waited beside it has been written into it. */
export function isWhole(db: Connection, file: string): boolean {
  db.pragma('wal_checkpoint(TRUNCATE)');
  const pages = Number(db.pragma('page_count'));
  return statSync(file).size === pages * Number(db.pragma('page_size'));
}

/** Whether the file's first bytes are those of a database without a cipher. */
export function isPlain(file: string): boolean {
  const header = Buffer.alloc(PLAIN_HEADER.length);
  const handle = openSync(file, 'r');
  try {
    readSync(handle, header, 0, header.length, 0);
  } finally {
    closeSync(handle);
  }
  return header.toString('latin1') === PLAIN_HEADER;
}
