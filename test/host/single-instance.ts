import { mkdirSync, readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isProcessAlive } from '#main/base/process-alive.ts';

const LOCK = 'instance';
const CALL = 'second-instance';

function getHolder(lock: string): number | null {
  try {
    const pid = Number(readFileSync(lock, 'utf8'));
    return Number.isInteger(pid) && pid > 0 && isProcessAlive(pid) ? pid : null;
  } catch {
    return null;
  }
}

function take(lock: string): boolean {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx', mode: 0o600 });
    return true;
  } catch {
    return false;
  }
}

/**
 * Allows one run of the program per profile folder. The first holds the lock until its process ends; a second
 * one notifies it.
 * @param onSecond called when a second run has been started
 * @returns whether this is the first
 */
export function lockProfile(profile: string, onSecond: () => void): boolean {
  mkdirSync(profile, { recursive: true });
  const lock = join(profile, LOCK);
  if (getHolder(lock) === null) rmSync(lock, { force: true });
  if (!take(lock)) {
    writeFileSync(join(profile, CALL), String(process.pid), { mode: 0o600 });
    return false;
  }
  watch(profile, { persistent: false }, (_kind, name) => {
    if (name === CALL) onSecond();
  });
  process.on('exit', () => rmSync(lock, { force: true }));
  return true;
}
