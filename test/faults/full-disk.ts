import { setEnvironmentData } from 'node:worker_threads';
import { DISK } from '../support/worker-entries.ts';

/**
 * Returns a switch for threads that start from now on with `FULL_DISK_WORKER_URL`: while the disk is full, no database gets another page.
 */
export function limitedDisk(): { full(isFull: boolean): void } {
  const state = new Int32Array(new SharedArrayBuffer(4));
  setEnvironmentData(DISK, state);
  return { full: (isFull) => void Atomics.store(state, 0, isFull ? 1 : 0) };
}
