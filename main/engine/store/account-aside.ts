import { existsSync, mkdirSync, readdirSync, renameSync, rmdirSync } from 'node:fs';
import path from 'node:path';
import { err, ok, type Result } from '#contract/result.ts';
import { compareKey } from './key-check.ts';
import { storing } from './sqlite-errors.ts';

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
