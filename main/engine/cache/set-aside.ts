import { existsSync, renameSync } from 'node:fs';
import path from 'node:path';

const COMPANIONS = ['', '-wal', '-shm', '-journal'];

function freeName(folder: string, stamp: string): string {
  for (let attempt = 0; ; attempt++) {
    const name = path.join(folder, `cache.damaged-${stamp}${attempt === 0 ? '' : `-${attempt}`}.db`);
    if (!COMPANIONS.some((suffix) => existsSync(name + suffix))) return name;
  }
}

/**
 * Renames a damaged file and what belongs to it, so that a fresh one can take its place. Nothing is deleted.
 * @param atMs the moment, epoch milliseconds, that the new name carries
 */
export function setAside(file: string, atMs: number): void {
  const stamp = new Date(atMs).toISOString().replaceAll(/[:.]/g, '-');
  const name = freeName(path.dirname(file), stamp);
  for (const suffix of COMPANIONS) if (existsSync(file + suffix)) renameSync(file + suffix, name + suffix);
}
