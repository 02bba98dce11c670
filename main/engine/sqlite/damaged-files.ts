import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  readFileSync,
  renameSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmdirSync,
  rmSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import { err, ok, type Result } from '#contract/result.ts';
import { replaceFileAtomically } from '#main/base/write-file.ts';
import { catchStorageErrors } from './errors.ts';

/**
 * The cipher of every file. Its name is stored in the key check, so that a later version can recognize files
 * with another cipher.
 */
export const DATABASE_CIPHER = 'aegis';

/** The files of an account that have a key check beside them. */
export type FileWithKeyCheck = 'cache' | 'local';

function getName(file: FileWithKeyCheck): string {
  return `${file}.key-check`;
}

const SHAPE = /^aegis ([0-9a-f]{64})\n$/;

/** Key check: a keyed hash from which the key cannot be derived. */
function checkValue(key: string): string {
  return createHmac('sha256', Buffer.from(key, 'hex')).update('intray cache key check 1').digest('hex');
}

/**
 * Result of a key check. SQLite reports a wrong key and a damaged file in the same way; the key check tells
 * them apart.
 */
export type KeyCheckComparison = 'fits' | 'differs' | 'unknown';

/**
 * Compares a key (64 hex digits) with the key check in `folder`. Returns `unknown` where there is no readable
 * key check.
 */
export function compareKeyWithKeyCheck(
  folder: string,
  key: string,
  file: FileWithKeyCheck,
): KeyCheckComparison {
  let text = '';
  try {
    text = readFileSync(path.join(folder, getName(file)), 'utf8');
  } catch {
    return 'unknown';
  }
  const found = SHAPE.exec(text)?.[1];
  if (found === undefined) return 'unknown';
  return timingSafeEqual(Buffer.from(found), Buffer.from(checkValue(key))) ? 'fits' : 'differs';
}

/** Writes the key check for a key atomically. Throws the system's error where it cannot. */
export function writeKeyCheck(folder: string, key: string, file: FileWithKeyCheck): void {
  replaceFileAtomically(path.join(folder, getName(file)), `${DATABASE_CIPHER} ${checkValue(key)}\n`);
}

/** Returns a name beside the folder, with the date, that no file has yet. */
function findUnusedName(folder: string, atMs: number): string {
  const stamp = new Date(atMs).toISOString().replaceAll(/[:.]/g, '-');
  for (let attempt = 0; ; attempt++) {
    const name = `${folder}.aside-${stamp}${attempt === 0 ? '' : `-${attempt}`}`;
    if (!existsSync(name)) return name;
  }
}

/** Moves some files into a new folder: all of them, or none where one cannot be moved. */
function moveSome(from: string, to: string, names: readonly string[]): void {
  mkdirSync(to, { mode: 0o700 });
  const moved: string[] = [];
  try {
    for (const name of names) {
      renameSync(path.join(from, name), path.join(to, name));
      moved.unshift(name);
    }
  } catch (thrown) {
    for (const name of moved) renameSync(path.join(to, name), path.join(from, name));
    rmdirSync(to);
    throw thrown;
  }
}

function move(folder: string, key: string | null, atMs: number): Result<string> {
  const isMatching = (file: 'cache' | 'local'): boolean =>
    key !== null && compareKeyWithKeyCheck(folder, key, file) === 'fits';
  if (isMatching('cache') && isMatching('local')) return err('key-fits');
  const aside = findUnusedName(folder, atMs);
  if (isMatching('local')) {
    const ofCache = readdirSync(folder).filter((name) => name.startsWith('cache.'));
    moveSome(folder, aside, ofCache);
  } else {
    // The folder is moved by a single rename, which is atomic even when power is lost.
    renameSync(folder, aside);
  }
  return ok(aside);
}

/**
 * Moves an account's files, which the key does not open, to a new folder beside it, with the date in its
 * name. Nothing is deleted or overwritten; after a failure everything is as it was. Where the key fits the
 * local store, only the cache is moved. The files must not be open.
 * @param key 64 hex digits, or null where there is no key at all
 * @param atMs epoch milliseconds, for the name
 * @returns the path of the new folder; error 'key-fits', 'not-found', or the storage error
 */
export function moveUnopenableFilesAway(folder: string, key: string | null, atMs: number): Result<string> {
  if (!existsSync(folder)) return err('not-found', { detail: 'no files of this account' });
  return catchStorageErrors(() => move(folder, key, atMs));
}

const COMPANIONS = ['', '-wal', '-shm', '-journal'];

function findFreeName(file: string, stamp: string): string {
  const { dir, name: stem } = path.parse(file);
  for (let attempt = 0; ; attempt++) {
    const name = path.join(dir, `${stem}.damaged-${stamp}${attempt === 0 ? '' : `-${attempt}`}.db`);
    if (!COMPANIONS.some((suffix) => existsSync(name + suffix))) return name;
  }
}

/**
 * Renames a damaged file and the files that belong to it, so that a new one can take its place. Nothing is
 * deleted.
 * @param atMs epoch milliseconds, for the name
 * @returns the new path of the file itself
 */
export function preserveDamagedDatabase(file: string, atMs: number): string {
  const stamp = new Date(atMs).toISOString().replaceAll(/[:.]/g, '-');
  const name = findFreeName(file, stamp);
  for (const suffix of COMPANIONS) if (existsSync(file + suffix)) renameSync(file + suffix, name + suffix);
  return name;
}

/** Matches the names that `preserveDamagedDatabase` gives to damaged files, and no others. */
const DAMAGED = /^(.+)\.damaged-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z(-\d+)?\.db(-wal|-shm|-journal)?$/;

/**
 * Deletes all damaged copies of a file except the newest. Only for files whose content can be fetched from the
 * service again: every
 * damaged copy of the local store stays.
 * @param newest the path that `preserveDamagedDatabase` returned last
 */
export function deleteOlderDamagedCopies(file: string, newest: string): void {
  const { dir, name: stem } = path.parse(file);
  const stored = COMPANIONS.map((suffix) => path.basename(newest) + suffix);
  for (const found of readdirSync(dir)) {
    const isCopy = DAMAGED.exec(found)?.[1] === stem;
    if (isCopy && !stored.includes(found)) rmSync(path.join(dir, found), { force: true });
  }
}

/** Deletes a database and the files that belong to it. */
export function removeDatabaseFiles(file: string): void {
  for (const suffix of COMPANIONS) rmSync(file + suffix, { force: true });
}

/**
 * Gives the newest damaged copy its former name, also where only some of its files have been renamed. The file must not be there. Does
 * nothing where there is no copy.
 */
export function putNewestDamagedCopyBack(file: string): void {
  const { dir, name: stem } = path.parse(file);
  const copies = readdirSync(dir).filter((name) => DAMAGED.exec(name)?.[1] === stem && name.endsWith('.db'));
  // A renaming changes this time; the time in the name is that of a clock that may have been set back.
  const getRenamingTime = (name: string): number => statSync(path.join(dir, name)).ctimeMs;
  const [newest] = copies.toSorted((one, other) => getRenamingTime(other) - getRenamingTime(one));
  if (newest === undefined) return;
  for (const suffix of COMPANIONS) {
    const renamed = path.join(dir, newest + suffix);
    if (existsSync(renamed)) renameSync(renamed, file + suffix);
  }
}
