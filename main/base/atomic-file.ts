import { randomBytes } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/** Returns an unpredictable path beside a file, for the draft that replaces it. */
export function createDraftPath(file: string): string {
  return join(dirname(file), `.intray-${randomBytes(8).toString('hex')}.part`);
}

/**
 * Writes a file that only this user can read. It appears under its name when it is complete and on the disk;
 * an existing file is replaced, and a link is replaced, not followed.
 * @param write writes the content to a temporary file in the same folder
 * @param isComplete whether the file may appear after what `write` returned; default: always
 * @returns what `write` returned
 * @throws the system's error, or what `write` threw; then nothing was replaced
 */
export async function writeFileAtomically<T>(
  file: string,
  write: (handle: FileHandle) => Promise<T>,
  isComplete: (written: T) => boolean = () => true,
): Promise<T> {
  const draft = createDraftPath(file);
  try {
    // The draft is created, never opened: an existing file or link is not written through.
    const handle = await open(draft, 'wx', 0o600);
    const written = await writeAndClose(handle, write);
    if (isComplete(written)) await rename(draft, file);
    else await rm(draft, { force: true });
    return written;
  } catch (thrown) {
    await rm(draft, { force: true }).catch(() => {}); // The first error is the one to report.
    throw thrown;
  }
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
