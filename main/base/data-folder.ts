import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readJsonFile, getSystemErrorCode } from './json-file.ts';

/** The file that marks a folder as Intray's, so that its contents may be cleaned up. */
const MARKER = 'intray-data.json';
/** Files that operating systems create in folders. */
const SYSTEM_FILES: ReadonlySet<string> = new Set(['.DS_Store', 'desktop.ini', 'Thumbs.db', 'lost+found']);

/**
 * `foreign`: the folder contains files of other programs, and nothing was written there; `unusable`: it cannot
 * be created or read.
 */
export type FolderClaim =
  | { readonly state: 'ours' }
  | { readonly state: 'foreign' | 'unusable'; readonly detail: string };

function isRegister(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return 'version' in value && 'accounts' in value && Array.isArray(value.accounts);
}

/** Returns whether an Intray without markers has used this folder. */
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

/** Creates a data folder, or accepts one that is Intray's. Never throws. */
export function claimDataFolder(folder: string): FolderClaim {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const names = readdirSync(folder).filter((name) => !SYSTEM_FILES.has(name));
    if (names.includes(MARKER)) return { state: 'ours' };
    if (names.length > 0 && !isRecognised(folder)) return { state: 'foreign', detail: MARKER };
    writeMarker(folder);
    return { state: 'ours' };
  } catch (thrown) {
    return { state: 'unusable', detail: getSystemErrorCode(thrown) };
  }
}
