import { closeSync, openSync, writeSync } from 'node:fs';

/** Which parts of a process's memory Linux writes after a crash; processes that it starts have the same. */
const LINUX_FILTER = '/proc/self/coredump_filter';

/**
 * Leaves the memory of this process out of what the system writes to the disk after a crash. Linux alone lets a process
 * say so: elsewhere, and where the file is not there or refuses, nothing changes.
 */
export function leaveMemoryOutOfCoreDumps(file = LINUX_FILTER): void {
  try {
    const filter = openSync(file, 'r+');
    try {
      writeSync(filter, '0');
    } finally {
      closeSync(filter);
    }
  } catch {
    // The limits of the system decide, as docs/administration.md says.
  }
}
