import { setEnvironmentData } from 'node:worker_threads';

/** Under what name threads find what is set here. */
export const DISK = 'disk';

/** The threads' entry whose files can stop growing. */
export const FULL_DISK_WORKER_URL = new URL('./full-disk-worker.ts', import.meta.url);

/** A disk for threads that start from now on: while it is full, no database takes another page. */
export function limitedDisk(): { full(isFull: boolean): void } {
  const state = new Int32Array(new SharedArrayBuffer(4));
  setEnvironmentData(DISK, state);
  return { full: (isFull) => void Atomics.store(state, 0, isFull ? 1 : 0) };
}
