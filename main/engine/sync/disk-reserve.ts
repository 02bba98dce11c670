import { statfsSync } from 'node:fs';
import { err, ok, type Result } from '#contract/result.ts';

/**
 * Free space that reading lists leaves on the disk, in bytes: a service whose lists do not end, or are far too large, must not
 * take the space in which changes are saved.
 */
export const DISK_RESERVE_BYTES = 200 * 1024 * 1024;

/** Returns how many bytes of a folder's disk this user may still write. */
export type GetFreeBytes = (folder: string) => number;

function getFreeBytesOfDisk(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/**
 * Returns a function that tells whether the disk of a folder has room for another page of a list: 'storage-low' where less
 * than the reserve is free.
 */
export function createDiskReserveCheck(
  folder: string,
  getFreeBytes: GetFreeBytes = getFreeBytesOfDisk,
): () => Result<void> {
  return () => {
    if (getFreeBytes(folder) >= DISK_RESERVE_BYTES) return ok(undefined);
    return err('storage-low', { detail: `less than ${DISK_RESERVE_BYTES / 1024 / 1024} MB are free` });
  };
}
