import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  readFileSync,
  renameSync,
  writeFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmdirSync,
  rmSync,
} from 'node:fs';
import path from 'node:path';
import { err, ok, type Result } from '#contract/result.ts';
import { storing } from './errors.ts';

/** The cipher of every file here; its name is kept beside the file, so that a later choice can tell. */
export const CIPHER = 'aegis';

/** Each of an account's files has a value of its own beside it. */
export type KeyedFile = 'cache' | 'local';

function getName(file: KeyedFile): string {
  return `${file}.key-check`;
}

const SHAPE = /^aegis ([0-9a-f]{64})\n$/;

/** A value that tells whether a key is the file's, and from which the key cannot be had. */
function checkValue(key: string): string {
  return createHmac('sha256', Buffer.from(key, 'hex')).update('intray cache key check 1').digest('hex');
}

/** SQLite answers a wrong key and a damaged file alike; the value beside the file tells them apart. */
export type KeyCheck = 'fits' | 'differs' | 'unknown';

/** Compares a key (64 hex digits) with the value in `folder`. `unknown`: no value there, or none that can be read. */
export function compareKey(folder: string, key: string, file: KeyedFile): KeyCheck {
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

/** Writes the value for a key, whole or not at all. Throws the system's error where it cannot. */
export function keepKeyCheck(folder: string, key: string, file: KeyedFile): void {
  const draft = path.join(folder, `${getName(file)}.new`);
  writeFileSync(draft, `${CIPHER} ${checkValue(key)}\n`, { mode: 0o600 });
  renameSync(draft, path.join(folder, getName(file)));
}

/** A name beside the folder that nobody has yet. */
function freeName(folder: string, atMs: number): string {
  const stamp = new Date(atMs).toISOString().replaceAll(/[:.]/g, '-');
  for (let attempt = 0; ; attempt++) {
    const name = `${folder}.aside-${stamp}${attempt === 0 ? '' : `-${attempt}`}`;
    if (!existsSync(name)) return name;
  }
}

/** Moves some files of a folder to another one, which is made; all of them, or none where one cannot be moved. */
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
  const fits = (file: 'cache' | 'local'): boolean => key !== null && compareKey(folder, key, file) === 'fits';
  if (fits('cache') && fits('local')) return err('key-fits');
  const aside = freeName(folder, atMs);
  if (fits('local')) {
    const ofCache = readdirSync(folder).filter((name) => name.startsWith('cache.'));
    moveSome(folder, aside, ofCache);
  } else {
    // One step for all of it: it has happened or it has not, whenever the power goes.
    renameSync(folder, aside);
  }
  return ok(aside);
}

/**
 * Gives an account's files, which the key does not open, a folder of their own beside, with the date in its name. Nothing is
 * deleted, nothing overwritten; where it fails everything is as it was. What exists only here stays where the key fits it:
 * then the cache alone goes. Nobody may have the files open.
 * @param key 64 hex digits, or null where there is no key at all
 * @param atMs epoch milliseconds, for the name
 * @returns the path of the new folder; 'key-fits', 'not-found', or the system's refusal
 */
export function moveAccountAway(folder: string, key: string | null, atMs: number): Result<string> {
  if (!existsSync(folder)) return err('not-found', { detail: 'no files of this account' });
  return storing(() => move(folder, key, atMs));
}

const COMPANIONS = ['', '-wal', '-shm', '-journal'];

function setAsideFreeName(file: string, stamp: string): string {
  const { dir, name: stem } = path.parse(file);
  for (let attempt = 0; ; attempt++) {
    const name = path.join(dir, `${stem}.damaged-${stamp}${attempt === 0 ? '' : `-${attempt}`}.db`);
    if (!COMPANIONS.some((suffix) => existsSync(name + suffix))) return name;
  }
}

/**
 * Renames a damaged file and what belongs to it, so that a fresh one can take its place. Nothing is deleted.
 * @param atMs the moment, epoch milliseconds, that the new name carries
 * @returns the new path of the file itself
 */
export function preserveDamagedFile(file: string, atMs: number): string {
  const stamp = new Date(atMs).toISOString().replaceAll(/[:.]/g, '-');
  const name = setAsideFreeName(file, stamp);
  for (const suffix of COMPANIONS) if (existsSync(file + suffix)) renameSync(file + suffix, name + suffix);
  return name;
}

/** What `freeName` makes of a stem, and nothing else. */
const DAMAGED = /^(.+)\.damaged-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z(-\d+)?\.db(-wal|-shm|-journal)?$/;

/**
 * Deletes the damaged copies of a file that came before the newest one. Only for what can be fetched again: of what exists only
 * here every copy stays.
 * @param newest where `preserveDamagedFile` put the last one
 */
export function dropOlderCopies(file: string, newest: string): void {
  const { dir, name: stem } = path.parse(file);
  const stored = COMPANIONS.map((suffix) => path.basename(newest) + suffix);
  for (const found of readdirSync(dir)) {
    const isCopy = DAMAGED.exec(found)?.[1] === stem;
    if (isCopy && !stored.includes(found)) rmSync(path.join(dir, found), { force: true });
  }
}

/**
 * Takes a setting aside back: the file stands in its place again with what belongs to it. What was made there meanwhile goes.
 * @param name where `preserveDamagedFile` put it
 */
export function putBack(name: string, file: string): void {
  for (const suffix of COMPANIONS) {
    rmSync(file + suffix, { force: true });
    if (existsSync(name + suffix)) renameSync(name + suffix, file + suffix);
  }
}
