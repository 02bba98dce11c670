import {
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isProcessAlive } from '#main/base/process-alive.ts';

const LOCK = 'instance';
const CALL = 'second-instance';

function getHolder(lock: string): number | null {
  try {
    const pid = Number(readlinkSync(lock));
    return Number.isInteger(pid) && pid > 0 && isProcessAlive(pid) ? pid : null;
  } catch {
    return null;
  }
}

/**
 * The lock is a link that leads nowhere, as Chromium's is: on a full disk a file has no room for its content. Chromium's socket is
 * in a temporary folder.
 */
function take(lock: string): boolean {
  try {
    rmdirSync(mkdtempSync(join(tmpdir(), 'intray-stand-in-lock-')));
    symlinkSync(String(process.pid), lock);
    return true;
  } catch {
    return false;
  }
}

function tryLocking(profile: string, onSecond: () => void): boolean {
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

/**
 * Allows one run of the program per profile folder. The first holds the lock until its process ends; a second
 * one notifies it. Like Electron, this never throws.
 * @param onSecond called when a second run has been started
 * @returns whether this is the first; false also where the lock cannot be made
 */
export function lockProfile(profile: string, onSecond: () => void): boolean {
  try {
    return tryLocking(profile, onSecond);
  } catch {
    return false;
  }
}
