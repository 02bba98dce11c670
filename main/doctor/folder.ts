import { constants } from 'node:fs';
import { access, lstat, opendir, readdir, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { CheckLine } from '#contract/computer-check.ts';
import { findDataFolderPermissionRisk, GROUP_AND_OTHERS_MODE_BITS } from '#main/base/data-folder.ts';
import { getSystemErrorCode } from '#main/base/system-errors.ts';
import { createAttentionCheckLine, createPassedCheckLine, createFailedCheckLine } from './check-line.ts';

/** Type, block size and free blocks of a folder's file system, as `statfs` reports them. */
export interface FileSystemFacts {
  /** The number of its kind, as the system reports it. */
  readonly type: number;
  readonly bsize: number;
  readonly bavail: number;
}

/** File systems over a network, by the numbers of Linux. */
const NETWORK: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0xff53_4d42, 'CIFS'],
  [0xfe53_4d42, 'SMB'],
  [0x517b, 'SMB'],
  [0x5346_414f, 'AFS'],
  [0x6b41_4653, 'AFS'],
  [0x0102_1997, '9P'],
  [0x00c3_6400, 'Ceph'],
]);

const MEGABYTE = 1_000_000;
const LITTLE_SPACE = 1000 * MEGABYTE;
const NO_SPACE = 50 * MEGABYTE;

/** Returns the folder, or the nearest one above it that exists. */
async function findExisting(folder: string): Promise<string> {
  const found = await lstat(folder).catch(() => null);
  const parent = dirname(folder);
  return found !== null || parent === folder ? folder : findExisting(parent);
}

/** Returns the names of files and folders that other users of the computer may read. */
async function findOpenEntries(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder);
  const found = await Promise.all(
    names.map(async (name) => {
      const stats = await lstat(join(folder, name)).catch(() => null);
      return stats !== null && !stats.isSymbolicLink() && (stats.mode & GROUP_AND_OTHERS_MODE_BITS.any) !== 0
        ? [name]
        : [];
    }),
  );
  return found.flat();
}

function findNetwork(folder: string, { type }: FileSystemFacts): string | null {
  // Windows does not report the kind; the path of a network folder begins with two backslashes.
  return folder.startsWith('\\\\') ? 'a server' : (NETWORK.get(type >>> 0) ?? null);
}

function checkFileSystem(folder: string, place: string, facts: FileSystemFacts): CheckLine {
  const free = facts.bavail * facts.bsize;
  const megabytes = `${Math.floor(free / MEGABYTE)} MB free`;
  if (free < NO_SPACE)
    return createFailedCheckLine(
      'folder',
      `${place}; the disk is full (${megabytes}).`,
      'Free some space; nothing can be saved.',
    );
  const network = findNetwork(folder, facts);
  if (network !== null)
    return createAttentionCheckLine(
      'folder',
      `${place}; on a network file system (${network}).`,
      'Locks and flushes are not reliable there. Put the data folder on a disk of this computer (--data-dir).',
    );
  return free < LITTLE_SPACE
    ? createAttentionCheckLine(
        'folder',
        `${place}; ${megabytes}.`,
        'Free some space before the disk is full.',
      )
    : createPassedCheckLine('folder', `${place}; ${megabytes}.`);
}

/**
 * Looks whether the data folder can be written, is closed to others and has space. Nothing is written.
 * @param getFileSystem returns what the system knows of a folder's file system
 */
export async function checkDataFolder(
  dataDir: string,
  platform: NodeJS.Platform,
  getFileSystem: (folder: string) => Promise<FileSystemFacts> = statfs,
): Promise<CheckLine> {
  const existing = await findExisting(dataDir);
  const place = existing === dataDir ? dataDir : `${dataDir} (not made yet)`;
  try {
    await (await opendir(existing)).close();
    await access(existing, constants.W_OK | constants.X_OK);
    const risk = existing === dataDir ? findDataFolderPermissionRisk(dataDir) : null;
    if (risk !== null)
      return createFailedCheckLine(
        'folder',
        `${place} could be changed by other users of this computer (${risk}), so Intray does not use it.`,
        'Take the rights of group and others away (chmod -R go= on Linux and macOS), give the folder to this user, and name it by its own path, not by a link (--data-dir).',
      );
    const isOurs = existing === dataDir && platform !== 'win32';
    const open =
      isOurs && ((await lstat(dataDir)).mode & GROUP_AND_OTHERS_MODE_BITS.any) !== 0
        ? await findOpenEntries(dataDir)
        : [];
    if (open.length > 0)
      return createFailedCheckLine(
        'folder',
        `${place} can be read by other users of this computer: ${open.slice(0, 5).join(', ')}.`,
        'Take the rights of group and others away, with everything in it (chmod -R go= on Linux and macOS).',
      );
    return checkFileSystem(dataDir, place, await getFileSystem(existing));
  } catch (thrown) {
    return createFailedCheckLine(
      'folder',
      `${place} cannot be written (${getSystemErrorCode(thrown)}).`,
      'Give this user the right to write there, or choose another folder (--data-dir).',
    );
  }
}
