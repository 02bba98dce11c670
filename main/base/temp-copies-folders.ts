import { hash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join, relative, sep } from 'node:path';

/** The folder of a run in the folder of the temporary copies; no other one is ever removed. */
export const COPIES_OF_RUN_FOLDER = /^papers-[0-9a-f]{16}$/;
/** The folder of a single copy, in the one of the run. */
export const SINGLE_COPY_FOLDER = /^[0-9a-f]{32}$/;

/** A folder of every computer that can run snaps. */
const SNAP_FOLDER = '/var/lib/snapd/desktop';

export interface TempCopiesFoldersInput {
  readonly dataDir: string;
  readonly platform: NodeJS.Platform;
  /** The user's home folder. */
  readonly home: string;
  /** Whether the system can run snaps, so that a PDF viewer may be one. */
  readonly hasSnaps?: boolean;
}

function getFolderInDataDir(dataDir: string): string {
  return join(dataDir, 'opened');
}

function getFolderInHome(dataDir: string, home: string): string {
  return join(home, `intray-opened-${hash('sha256', dataDir).slice(0, 8)}`);
}

/**
 * Returns the folders of the copies: first that of new ones, then any other that an earlier run may have used.
 * A viewer that is a snap, such as Ubuntu's own, reads only what is in the home folder and not hidden.
 */
export function getTempCopiesFolders({
  dataDir,
  platform,
  home,
  hasSnaps = existsSync(SNAP_FOLDER),
}: TempCopiesFoldersInput): readonly [string, ...string[]] {
  const usual = getFolderInDataDir(dataDir);
  const inHome = relative(home, usual);
  const isReadable = !isAbsolute(inHome) && !inHome.split(sep).some((part) => part.startsWith('.'));
  if (platform !== 'linux' || !hasSnaps || isReadable) return [usual];
  return [getFolderInHome(dataDir, home), usual];
}

/** Returns all folders in which any run may have left copies, also one before the system could run snaps or lost them. */
export function listPossibleTempCopiesFolders(dataDir: string, home = homedir()): readonly string[] {
  return [getFolderInDataDir(dataDir), getFolderInHome(dataDir, home)];
}
