import { existsSync, lstatSync, mkdirSync, readdirSync, writeFileSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { readJsonFile } from './json-file.ts';
import { getSystemErrorCode } from './system-errors.ts';

/** The file that marks a folder as Intray's, so that its contents may be cleaned up. */
const MARKER = 'intray-data.json';
/** Files that operating systems create in folders by themselves; they make no folder a foreign one. */
const SYSTEM_FILES: ReadonlySet<string> = new Set(['.DS_Store', 'desktop.ini', 'Thumbs.db', 'lost+found']);

/** The folders inside the data folder that must not be links, because a link could lead elsewhere. */
const INNER_FOLDERS = ['accounts', 'logs', 'window'] as const;
/** The rights of group and others: to write, and all. */
export const GROUP_AND_OTHERS_MODE_BITS = { write: 0o022, any: 0o077 } as const;

/**
 * `foreign`: the folder contains files of other programs; `unsafe`: other users could change what is in it. Nothing was
 * written there. `not-a-folder`: it is a file, or inside of one. `unusable`: it cannot be created or read.
 */
export type CreateOrCheckDataFolderResult =
  | { readonly state: 'ours' }
  | { readonly state: 'foreign' | 'unsafe' | 'not-a-folder' | 'unusable'; readonly detail: string };

function isRegister(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return 'version' in value && 'accounts' in value && Array.isArray(value.accounts);
}

/** Returns whether an earlier version of Intray, which wrote no marker file, has used this folder. */
function isRecognised(folder: string): boolean {
  if (['engine.lock', 'engine.holder.json'].every((name) => existsSync(join(folder, name)))) return true;
  const register = readJsonFile(join(folder, 'accounts.json'));
  return register.state === 'found' && isRegister(register.value);
}

function writeMarker(folder: string): void {
  try {
    writeFileSync(join(folder, MARKER), '{"program":"Intray","version":1}\n', { mode: 0o600, flag: 'wx' });
  } catch (thrown) {
    // Another Intray created the marker first.
    if (getSystemErrorCode(thrown) !== 'EEXIST') throw thrown;
  }
}

/** Why a folder is not one user's alone. */
export type FolderPermissionRisk = 'link' | 'not-a-folder' | 'other-owner' | 'writable-by-others';

/** Why a data folder is not its user's alone: itself, or a folder in it. */
export interface DataFolderPermissionRisk {
  /** The name of the folder in it; null for the data folder itself. */
  readonly folder: string | null;
  readonly risk: FolderPermissionRisk;
}

/**
 * Returns why a folder is not this user's alone; null where it is. Windows has no such rights and owners: there only links
 * are found, and the user's own folder is protected from others by its place.
 * @param stats those of the folder itself (`lstat`), not of what a link leads to
 * @param rights the rights that neither the group nor others may have
 */
export function findFolderPermissionRisk(stats: Stats, rights: number): FolderPermissionRisk | null {
  if (stats.isSymbolicLink()) return 'link';
  if (!stats.isDirectory()) return 'not-a-folder';
  if (process.platform === 'win32') return null;
  if (stats.uid !== process.getuid?.()) return 'other-owner';
  return (stats.mode & rights) === 0 ? null : 'writable-by-others';
}

/** Returns whether other users own a file or have rights to it. Windows has no such rights: its folder protects it there. */
export function isFileOpenToOthers({ uid, mode }: Stats): boolean {
  if (process.platform === 'win32') return false;
  return uid !== process.getuid?.() || (mode & GROUP_AND_OTHERS_MODE_BITS.any) !== 0;
}

/** Returns why a data folder, or one of those in it, could be changed by other users; null where it could not. Throws the system's error. */
export function findDataFolderPermissionRisk(folder: string): DataFolderPermissionRisk | null {
  const risk = findFolderPermissionRisk(lstatSync(folder), GROUP_AND_OTHERS_MODE_BITS.write);
  if (risk !== null) return { folder: null, risk };
  for (const name of INNER_FOLDERS) {
    const stats = lstatSync(join(folder, name), { throwIfNoEntry: false });
    const innerRisk =
      stats === undefined ? null : findFolderPermissionRisk(stats, GROUP_AND_OTHERS_MODE_BITS.write);
    if (innerRisk !== null) return { folder: name, risk: innerRisk };
  }
  return null;
}

/** Creates a data folder, or accepts one that is Intray's and that only this user can change. Never throws. */
export function createOrCheckDataFolder(folder: string): CreateOrCheckDataFolderResult {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const risk = findDataFolderPermissionRisk(folder);
    if (risk !== null) return { state: 'unsafe', detail: [risk.folder ?? [], risk.risk].flat().join(': ') };
    const names = readdirSync(folder).filter((name) => !SYSTEM_FILES.has(name));
    if (names.includes(MARKER)) return { state: 'ours' };
    if (names.length > 0 && !isRecognised(folder)) return { state: 'foreign', detail: MARKER };
    writeMarker(folder);
    return { state: 'ours' };
  } catch (thrown) {
    const detail = getSystemErrorCode(thrown);
    // `EEXIST`: a file has the name of the folder; `ENOTDIR`: a part of the path is a file.
    return { state: detail === 'EEXIST' || detail === 'ENOTDIR' ? 'not-a-folder' : 'unusable', detail };
  }
}
