/**
 * Writing files so that no other program can choose what is written to: a new file is created, never opened, so that a
 * link or a file that somebody has put at its path receives nothing.
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
import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Files are readable by this user only. */
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

/** Returns an unpredictable path beside a file, for the draft that replaces it. */
export function createDraftPath(file: string): string {
  return join(dirname(file), `.intray-${randomBytes(8).toString('hex')}.part`);
}

function removeIfPresent(file: string): void {
  try {
    unlinkSync(file);
  } catch (thrown) {
    if (!(thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOENT')) throw thrown;
  }
}

/**
 * Creates a file in place of whatever is at the path, which is removed and never opened. Not atomic: after a crash the
 * file may be missing or incomplete. The content is on the disk when this returns. Throws the system's error, and leaves
 * no incomplete file then.
 */
export function recreateFile(file: string, data: string | Uint8Array): void {
  removeIfPresent(file);
  const handle = openSync(file, 'wx', OWNER_ONLY);
  let isWhole = false;
  try {
    writeFileSync(handle, data);
    fsyncSync(handle);
    isWhole = true;
  } finally {
    closeSync(handle);
    if (!isWhole) rmSync(file, { force: true });
  }
}

/**
 * Replaces a file in the data folder atomically, by a draft beside it. The draft has a fixed name, so that a crash leaves
 * one at most. Throws the system's error; the file is as it was then.
 */
export function replaceFile(file: string, data: string | Uint8Array): void {
  const draft = `${file}.new`;
  recreateFile(draft, data);
  renameSync(draft, file);
}

/**
 * Replaces a file at a place that the user has chosen atomically, by a draft with an unpredictable name beside it.
 * @param write writes the content to the draft
 * @param isComplete whether the result of `write` lets the draft take its place; otherwise the draft is removed
 * @returns the result of `write`
 * @throws the system's error, or what `write` throws; the file is as it was then, and no draft is left
 */
export async function replaceChosenFile<T>(
  file: string,
  write: (draft: FileHandle) => Promise<T>,
  isComplete: (written: T) => boolean,
): Promise<T> {
  const draft = createDraftPath(file);
  const handle = await open(draft, 'wx', OWNER_ONLY);
  let isReplaced = false;
  try {
    const written = await write(handle).finally(() => handle.sync().finally(() => handle.close()));
    if (isComplete(written)) {
      await rename(draft, file);
      isReplaced = true;
    }
    return written;
  } finally {
    // What was thrown is the error to report.
    if (!isReplaced) await rm(draft, { force: true }).catch(() => {});
  }
}
