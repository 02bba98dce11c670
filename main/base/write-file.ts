/**
 * Writing files of the data folder so that no other program can choose what is written to: a new file is created, never
 * opened, so that a link or a file that another user has put at its path receives nothing. For places that the user chooses
 * see `atomic-file.ts`.
 */
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
