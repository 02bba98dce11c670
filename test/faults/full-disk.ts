import { setEnvironmentData } from 'node:worker_threads';

/** Key of the environment data in which threads find the setting below. */
export const DISK = 'disk';

/** The threads' entry whose files can stop growing. */
export const FULL_DISK_WORKER_URL = new URL('./full-disk-worker.ts', import.meta.url);

/**
 * Returns a switch for threads that start from now on: while the disk is full, no database gets another page.
 */
export function limitedDisk(): { full(isFull: boolean): void } {
  const state = new Int32Array(new SharedArrayBuffer(4));
  setEnvironmentData(DISK, state);
  return { full: (isFull) => void Atomics.store(state, 0, isFull ? 1 : 0) };
}
