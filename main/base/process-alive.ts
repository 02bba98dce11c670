import { getSystemErrorCode } from './system-errors.ts';

/** Returns whether a process with this id runs, also one of another user. */
export function isProcessAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (thrown) {
    // The process exists but belongs to another user.
    return getSystemErrorCode(thrown) === 'EPERM';
  }
}
