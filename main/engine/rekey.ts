/** Encrypts the files of an account with another key. */
import { readdirSync, statfsSync, statSync } from 'node:fs';
import path from 'node:path';
import { err, ok, type AppError, type Result } from '#contract/result.ts';
import { openDatabaseFile } from './sqlite/connection.ts';
import { compareKeyWithKeyCheck, writeKeyCheck } from './sqlite/damaged-files.ts';
import type { Connection } from './sqlite/db.ts';
import { catchStorageErrors } from './sqlite/errors.ts';
import { MIN_DATABASE_BYTES } from './sqlite/open-file.ts';
import { sql } from './sqlite/sql.ts';

export interface RekeyFolderAndKeys {
  /** The folder of the account; its files must not be open. */
  readonly folder: string;
  /** 64 hex digits each. A file may have either: an earlier call may have been interrupted. */
  readonly key: string;
  readonly next: string;
}

export interface RekeyResult {
  /** The number of files that only the next key opens now. */
  readonly files: number;
  /** The number of files that neither key opens, such as damaged copies: they are as they were. */
  readonly left: number;
  /**
   * Why nothing was changed: the local store still needs the former key. Null where the next key is
   * in use.
   */
  readonly problem: AppError | null;
}

const DATABASE = /^(?:local|cache|pdfs)\.(?:[0-9A-Za-z-]+\.)?db$/;
/**
 * The local store comes first, as it cannot be fetched again: where it cannot be encrypted again, nothing is
 * changed.
 */
const FIRST = 'local.db';

function listDatabases(folder: string): readonly string[] {
  const names = readdirSync(folder).filter((name) => DATABASE.test(name));
  const ordered = names.toSorted((left, right) => Number(right === FIRST) - Number(left === FIRST));
  return ordered
    .map((name) => path.join(folder, name))
    .filter((file) => statSync(file).size >= MIN_DATABASE_BYTES);
}

/** Opens a file and reads its schema; 'storage-damaged' where the key does not fit. */
function tryOpening(file: string, key: string): Result<Connection> {
  return catchStorageErrors(() => {
    const db = openDatabaseFile(file, key);
    try {
      db.all(sql`SELECT name FROM sqlite_schema`);
      return ok(db);
    } catch (thrown) {
      db.close();
      throw thrown;
    }
  });
}

/** Encrypts an open file with the next key. With a write-ahead log an interruption leaves it with one key or the other. */
function rekeyOpen(db: Connection, next: string): void {
  db.pragma('journal_mode = wal');
  if (db.pragma('journal_mode') !== 'wal') throw new Error('the file has no write-ahead log');
  db.pragma('synchronous = 2');
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.pragma(`rekey = 'raw:${next}'`);
  db.pragma('wal_checkpoint(TRUNCATE)');
}

function isOpenedBy(file: string, key: string): boolean {
  const opened = tryOpening(file, key);
  if (opened.ok) opened.value.close();
  return opened.ok;
}

/** Encrypts one file with the next key, and opens it with that. */
function rekeyFile(file: string, { key, next }: RekeyFolderAndKeys): Result<null> {
  const opened = tryOpening(file, key);
  if (!opened.ok) return isOpenedBy(file, next) ? ok(null) : opened;
  const done = catchStorageErrors(() => {
    try {
      rekeyOpen(opened.value, next);
      return ok(null);
    } finally {
      opened.value.close();
    }
  });
  // The error may have come after the change was committed: then the next key opens the file.
  if (isOpenedBy(file, next)) return ok(null);
  return done.ok ? err('storage-damaged', { detail: path.basename(file) }) : done;
}

/**
 * Returns whether the local store, which could not be encrypted again, needs the former key: it opens it, or the file is
 * damaged and was not encrypted with the next one before.
 */
function needsFormerKey(
  file: string,
  { folder, key, next }: RekeyFolderAndKeys,
  { code }: AppError,
): boolean {
  if (isOpenedBy(file, key)) return true;
  return code === 'storage-damaged' && compareKeyWithKeyCheck(folder, next, 'local') !== 'fits';
}

/** Returns whether the disk has room for the write-ahead log of the largest file. */
function hasRoom(folder: string, files: readonly string[]): boolean {
  const largest = Math.max(0, ...files.map((file) => statSync(file).size));
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize > 1.5 * largest;
}

function nothingChanged(problem: AppError): Result<RekeyResult> {
  return ok({ files: 0, left: 0, problem });
}

function rekeyAll(target: RekeyFolderAndKeys, files: readonly string[]): Result<RekeyResult> {
  let [done, left] = [0, 0];
  for (const file of files) {
    const rekeyed = rekeyFile(file, target);
    const isFirst = path.basename(file) === FIRST;
    if (rekeyed.ok) {
      done += 1;
      if (isFirst) writeKeyCheck(target.folder, target.next, 'local');
    } else if (isFirst && needsFormerKey(file, target, rekeyed.error)) return nothingChanged(rekeyed.error);
    else if (rekeyed.error.code === 'storage-damaged') left += 1;
    else return rekeyed;
  }
  for (const which of ['local', 'cache'] as const) writeKeyCheck(target.folder, target.next, which);
  return ok({ files: done, left, problem: null });
}

/**
 * Encrypts every database in the folder of an account with the next key, copies from before an upgrade too. A call that
 * was interrupted is finished by the next one with the same keys.
 * @returns an error where some files have one key and some the other, for example on a full disk: both keys have to be
 * kept until a later call has succeeded
 */
export function rekeyAccountFiles(target: RekeyFolderAndKeys): Result<RekeyResult> {
  return catchStorageErrors(() => {
    const files = listDatabases(target.folder);
    const [first] = files;
    const isBegun = first !== undefined && !isOpenedBy(first, target.key) && isOpenedBy(first, target.next);
    if (!isBegun && !hasRoom(target.folder, files)) return nothingChanged(err('storage-full').error);
    return rekeyAll(target, files);
  });
}
