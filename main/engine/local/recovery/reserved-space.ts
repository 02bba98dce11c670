import { existsSync, lstatSync, rmSync } from 'node:fs';
import path from 'node:path';
import { deleteAndCreateFile } from '#main/base/write-file.ts';
import { toStorageError } from '#main/engine/sqlite/errors.ts';

/**
 * On a full disk SQLite cannot even delete a row. This much space is reserved so that pending changes can
 * still be sent.
 */
const RESERVED_BYTES = 2 * 1024 * 1024;

function getReservedSpacePath(folder: string): string {
  return path.join(folder, 'local.reserved-space');
}

/** Reserves disk space. On a full disk there is none to reserve. */
export function reserveDiskSpace(folder: string): void {
  const file = getReservedSpacePath(folder);
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (found?.isFile() === true && found.size === RESERVED_BYTES) return;
  try {
    deleteAndCreateFile(file, Buffer.alloc(RESERVED_BYTES, 1));
  } catch (thrown) {
    if (toStorageError(thrown) === null) throw thrown;
  }
}

/** Releases the reserved space. Returns false where there is none. */
export function releaseReservedSpace(folder: string): boolean {
  const file = getReservedSpacePath(folder);
  if (!existsSync(file)) return false;
  rmSync(file, { force: true });
  return true;
}

/** Runs work that shrinks the outbox. On a full disk it is run once more with the reserved space released. */
export function retryWithoutReservedSpace<T>(folder: string, work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    if (toStorageError(thrown)?.code !== 'storage-full') throw thrown;
    releaseReservedSpace(folder);
    return work();
  }
}
