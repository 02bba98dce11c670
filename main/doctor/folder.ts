import { constants } from 'node:fs';
import { access, lstat, opendir, readdir, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import {
  type DataFolderPermissionRisk,
  findDataFolderPermissionRisk,
  GROUP_AND_OTHERS_MODE_BITS,
} from '#main/base/data-folder.ts';
import { getSystemErrorCode } from '#main/base/system-errors.ts';
import {
  createAttentionResult,
  createPassedResult,
  createFailedResult,
  type ComputerCheckResult,
} from './check-line.ts';
import type { CheckSentence } from './text.ts';

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

/** Returns what is said about a network file system; null for a disk of this computer. */
function findNetwork(folder: string, place: CheckSentence, { type }: FileSystemFacts): CheckSentence | null {
  // Windows does not report the kind; the path of a network folder begins with two backslashes.
  if (folder.startsWith('\\\\')) return { key: 'folder.onServer', values: { place } };
  const kind = NETWORK.get(type >>> 0);
  return kind === undefined ? null : { key: 'folder.network', values: { place, kind } };
}

function checkFileSystem(folder: string, place: CheckSentence, facts: FileSystemFacts): ComputerCheckResult {
  const free = facts.bavail * facts.bsize;
  const values = { place, megabytes: Math.floor(free / MEGABYTE) };
  if (free < NO_SPACE)
    return createFailedResult('folder', { key: 'folder.full', values }, { key: 'folder.fullAdvice' });
  const network = findNetwork(folder, place, facts);
  if (network !== null) return createAttentionResult('folder', network, { key: 'folder.networkAdvice' });
  const found = { key: 'folder.free', values } as const;
  return free < LITTLE_SPACE
    ? createAttentionResult('folder', found, { key: 'folder.littleAdvice' })
    : createPassedResult('folder', found);
}

function describeRisk({ folder, risk }: DataFolderPermissionRisk): CheckSentence {
  const sentence = { key: `folder.risk.${risk}` } as const;
  return folder === null ? sentence : { key: 'folder.riskInside', values: { name: folder, risk: sentence } };
}

/**
 * Looks whether the data folder can be written, is closed to others and has space. Nothing is written.
 * @param getFileSystem returns what the system knows of a folder's file system
 */
export async function checkDataFolder(
  dataDir: string,
  platform: NodeJS.Platform,
  getFileSystem: (folder: string) => Promise<FileSystemFacts> = statfs,
): Promise<ComputerCheckResult> {
  const existing = await findExisting(dataDir);
  const place: CheckSentence =
    existing === dataDir ? dataDir : { key: 'folder.notMade', values: { folder: dataDir } };
  try {
    await (await opendir(existing)).close();
    await access(existing, constants.W_OK | constants.X_OK);
    const risk = existing === dataDir ? findDataFolderPermissionRisk(dataDir) : null;
    if (risk !== null)
      return createFailedResult(
        'folder',
        { key: 'folder.unsafe', values: { place, risk: describeRisk(risk) } },
        { key: 'folder.unsafeAdvice' },
      );
    const isOurs = existing === dataDir && platform !== 'win32';
    const open =
      isOurs && ((await lstat(dataDir)).mode & GROUP_AND_OTHERS_MODE_BITS.any) !== 0
        ? await findOpenEntries(dataDir)
        : [];
    if (open.length > 0)
      return createFailedResult(
        'folder',
        { key: 'folder.readable', values: { place, names: open.slice(0, 5).join(', ') } },
        { key: 'folder.readableAdvice' },
      );
    return checkFileSystem(dataDir, place, await getFileSystem(existing));
  } catch (thrown) {
    return createFailedResult(
      'folder',
      { key: 'folder.unwritable', values: { place, code: getSystemErrorCode(thrown) } },
      { key: 'folder.unwritableAdvice' },
    );
  }
}
