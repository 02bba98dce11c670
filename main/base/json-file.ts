import {
  closeSync,
  constants,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  type Stats,
} from 'node:fs';
import { dirname } from 'node:path';
import { getSystemErrorCode } from './system-errors.ts';
import { replaceFileAtomically } from './write-file.ts';

/** The result of reading a small JSON file. */
export type ReadJsonFileResult =
  | { readonly state: 'found'; readonly value: unknown }
  | { readonly state: 'absent' }
  /** The file exists and is not valid: not text, too large, not a plain file, or with a `__proto__` key. */
  | { readonly state: 'damaged'; readonly problem: string }
  /** The system denies reading; its contents are unknown. */
  | { readonly state: 'unreadable'; readonly problem: string };

const MAXIMUM_BYTES = 1024 * 1024;

function refusePrototype(key: string, value: unknown): unknown {
  if (key === '__proto__') throw new SyntaxError('a forbidden key');
  return value;
}

function parse(text: string): ReadJsonFileResult {
  try {
    return { state: 'found', value: JSON.parse(text, refusePrototype) as unknown };
  } catch {
    return { state: 'damaged', problem: 'it is not JSON' };
  }
}

function findFileProblem(stats: Stats): string | null {
  if (!stats.isFile()) return 'it is not a plain file';
  return stats.size > MAXIMUM_BYTES ? 'it is too large' : null;
}

// Windows has no such flag; there the check before opening has to suffice.
const NO_FOLLOW = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0);

function readText(file: string): string {
  const handle = openSync(file, NO_FOLLOW);
  try {
    return readFileSync(handle, 'utf8');
  } finally {
    closeSync(handle);
  }
}

/**
 * Reads a small JSON file (1 MiB at most). Never throws and never follows a link; the caller validates the
 * value.
 */
export function readJsonFile(file: string): ReadJsonFileResult {
  try {
    const problem = findFileProblem(lstatSync(file));
    return problem === null ? parse(readText(file)) : { state: 'damaged', problem };
  } catch (thrown) {
    const code = getSystemErrorCode(thrown);
    return code === 'ENOENT' ? { state: 'absent' } : { state: 'unreadable', problem: code };
  }
}

/**
 * Writes a JSON file atomically: a temporary file next to it is flushed to the disk and then renamed. The
 * file is readable by this user only (0600), as is its folder (0700) where it is created. Throws the system's
 * error.
 */
export function writeJsonFile(file: string, value: unknown): void {
  const text = `${JSON.stringify(value, null, 2)}\n`;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  replaceFileAtomically(file, text);
}

/**
 * Renames a file that cannot be used, so that nothing in it is lost. Throws the system's error.
 * @param now epoch milliseconds, for the name
 * @returns the new path
 */
export function preserveDamagedFile(file: string, now: number): string {
  const stamp = new Date(now).toISOString().replaceAll(/[:.]/g, '-');
  const aside = `${file}.damaged-${stamp}`;
  renameSync(file, aside);
  return aside;
}
