/** The lock that allows one run of the program per profile folder; Chromium makes it. */
import { mkdtempSync, readlinkSync, rmdirSync, rmSync, symlinkSync, unlinkSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { isProcessAlive } from '#main/base/process-alive.ts';

function createAndRemoveFolder(parent: string): void {
  rmdirSync(mkdtempSync(join(parent, 'intray-lock-')));
}

/** A link has room on a disk that is too full for a file or a folder. */
function createAndRemoveLink(parent: string): void {
  const link = join(parent, `intray-lock-${process.pid}`);
  // One may be left by a process that ended abnormally and had the same number.
  rmSync(link, { force: true });
  symlinkSync('nowhere', link);
  unlinkSync(link);
}

/** Returns whether a running process of this computer holds the lock: Chromium's link leads to `<host>-<process id>`. */
function isHeld(profile: string): boolean {
  try {
    const [, host, pid] = /^(.*)-([1-9]\d*)$/.exec(readlinkSync(join(profile, 'SingletonLock'))) ?? [];
    return host === hostname() && isProcessAlive(Number(pid));
  } catch {
    return false;
  }
}

/**
 * Checks that a lock could be made: Electron refuses one in the same way where another run holds it and where the system does not
 * let it write. On POSIX systems the lock is a link in the profile folder and a socket in a temporary folder.
 * Where another run holds it, nothing is written: that run goes on where the disk has become full since.
 * @throws the system's error where it does not let this program write what the lock consists of
 */
export function checkInstanceLockCanBeMade(profile: string, platform: NodeJS.Platform): void {
  if (platform === 'win32') return createAndRemoveFolder(profile);
  if (isHeld(profile)) return;
  createAndRemoveLink(profile);
  createAndRemoveFolder(tmpdir());
}
