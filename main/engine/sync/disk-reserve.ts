import { statfsSync } from 'node:fs';
import { err, ok, type Result } from '#contract/result.ts';

const MEGABYTE = 1024 * 1024;

/**
 * Free space that reading lists leaves on the disk, in bytes: a service whose lists do not end, or are far too large, must not
 * take the space in which changes are saved.
 */
export const DISK_RESERVE_BYTES = 200 * MEGABYTE;
/** Maximum share of a disk that is left: of a small one, less. */
const MAX_DISK_SHARE = 1 / 20;

/** Returns how many bytes of a folder's disk this user may still write. */
export type GetFreeBytes = (folder: string) => number;

function getFreeBytesOfDisk(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Returns how many bytes stay free on the disk of a folder. */
function getReserve(folder: string): number {
  const { blocks, bsize } = statfsSync(folder);
  return Math.min(DISK_RESERVE_BYTES, blocks * bsize * MAX_DISK_SHARE);
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
    const reserve = getReserve(folder);
    if (getFreeBytes(folder) >= reserve) return ok(undefined);
    return err('storage-low', { detail: `less than ${Math.ceil(reserve / MEGABYTE)} MB are free` });
  };
}
