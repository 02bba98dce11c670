import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';

const COMPANIONS = ['', '-wal', '-shm', '-journal'];

function freeName(file: string, stamp: string): string {
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
  const name = freeName(file, stamp);
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
