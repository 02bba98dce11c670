import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { storageError } from '#main/engine/sqlite/errors.ts';

/** On a full disk SQLite cannot even delete a row; this much room is kept back so that what waits can still be sent. */
const BYTES = 2 * 1024 * 1024;

function reservedSpacePath(folder: string): string {
  return path.join(folder, 'local.reserved-space');
}

/** Keeps room back. On a disk that is full already there is none to keep. */
export function reserveSpace(folder: string): void {
  const file = reservedSpacePath(folder);
  if (statSync(file, { throwIfNoEntry: false })?.size === BYTES) return;
  try {
    writeFileSync(file, Buffer.alloc(BYTES, 1), { mode: 0o600 });
  } catch (thrown) {
    rmSync(file, { force: true });
    if (storageError(thrown) === null) throw thrown;
  }
}

/** Gives back the room that was kept; false where there is none. */
export function releaseReservedSpace(folder: string): boolean {
  const file = reservedSpacePath(folder);
  if (!existsSync(file)) return false;
  rmSync(file, { force: true });
  return true;
}

/** Runs work that clears the outbox; where the disk is full it is run once more with the room that was kept back. */
export function withReservedSpace<T>(folder: string, work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    if (storageError(thrown)?.code !== 'storage-full') throw thrown;
    releaseReservedSpace(folder);
    return work();
  }
}
