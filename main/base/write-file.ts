/**
 * Writing files so that no other program can choose what is written to: a new file is created, never opened, so that a
 * link or a file that another user has put at its path receives nothing.
 */
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  constants,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { getSystemErrorCode } from './system-errors.ts';

/** File mode: only this user can read and write the file. */
const OWNER_ONLY = 0o600;

// Windows lacks the flag.
const APPEND_WITHOUT_LINKS =
  constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0);

/**
 * Opens a file for appending; a missing one is created, readable by this user only. The caller closes it. Throws
 * `ELOOP` where a link is at the path (not on Windows), otherwise the system's error.
 */
export function openForAppending(file: string): number {
  return openSync(file, APPEND_WITHOUT_LINKS, OWNER_ONLY);
}

/**
 * Creates a file, readable by this user only. The content is on the disk when this returns. Throws `EEXIST` where
 * something is at the path, otherwise the system's error or what `write` threw; no incomplete file remains then.
 * @param write writes the content to the open file
 */
export function createFile(file: string, write: (handle: number) => void): void {
  const handle = openSync(file, 'wx', OWNER_ONLY);
  let isWhole = false;
  try {
    write(handle);
    fsyncSync(handle);
    isWhole = true;
  } finally {
    closeSync(handle);
    if (!isWhole) rmSync(file, { force: true });
  }
}

// Node's `rmSync` reports a directory by an error of its own, not by the system's.
function removeFile(file: string): void {
  try {
    unlinkSync(file);
  } catch (thrown) {
    if (getSystemErrorCode(thrown) !== 'ENOENT') throw thrown;
  }
}

/**
 * Creates a file in place of whatever is at the path, which is removed and never opened. Not atomic: after a crash the
 * file may be missing or incomplete. Throws the system's error.
 */
export function deleteAndCreateFile(file: string, data: string | Uint8Array): void {
  removeFile(file);
  createFile(file, (handle) => writeFileSync(handle, data));
}

/**
 * Replaces a file in the data folder atomically, by a draft beside it. The draft has a fixed name, so that a crash leaves
 * one at most. Throws the system's error; the file is as it was then.
 */
export function replaceFileAtomically(file: string, data: string | Uint8Array): void {
  const draft = `${file}.new`;
  deleteAndCreateFile(draft, data);
  renameSync(draft, file);
}

/**
 * Returns an unpredictable path beside a file, for the draft that replaces it. For places that the user chooses, where
 * others may write: they could put something at a fixed name.
 */
export function createTemporaryPath(file: string): string {
  return join(dirname(file), `.intray-${randomBytes(8).toString('hex')}.part`);
}

/** Returns whether a path is one that `createTemporaryPath` returns. */
export function isTemporaryPath(file: string): boolean {
  return /^\.intray-[0-9a-f]{16}\.part$/.test(basename(file));
}

async function writeAndClose<T>(handle: FileHandle, write: (handle: FileHandle) => Promise<T>): Promise<T> {
  try {
    const written = await write(handle);
    await handle.sync();
    return written;
  } finally {
    await handle.close();
  }
}

/**
 * Writes a file to a place that the user chooses, readable by this user only. It appears under its name when it is complete and on the disk;
 * an existing file is replaced, and a link is replaced, not followed.
 * @param write writes the content to a temporary file in the same folder
 * @param isComplete whether the file may appear after what `write` returned; it may read the closed temporary file. Default:
 * always
 * @returns what `write` returned
 * @throws the system's error, or what `write` threw; then nothing was replaced
 */
export async function writeFileAtomically<T>(
  file: string,
  write: (handle: FileHandle) => Promise<T>,
  isComplete: (written: T, draft: string) => boolean | Promise<boolean> = () => true,
): Promise<T> {
  const draft = createTemporaryPath(file);
  try {
    const handle = await open(draft, 'wx', OWNER_ONLY);
    const written = await writeAndClose(handle, write);
    if (await isComplete(written, draft)) await rename(draft, file);
    else await rm(draft, { force: true });
    return written;
  } catch (thrown) {
    await rm(draft, { force: true }).catch(() => {}); // The first error is the one to report.
    throw thrown;
  }
}
