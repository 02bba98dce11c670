import { open, rename, rm, type FileHandle } from 'node:fs/promises';
import { err, type Result } from '#contract/result.ts';
import { systemCode } from '#main/base/json-file.ts';

/** Takes a piece of a text; false where nobody wants more. */
export type Take = (text: string) => Promise<boolean>;

function unwritable(thrown: unknown): Result<never> {
  const code = systemCode(thrown);
  return err(code === 'ENOSPC' ? 'storage-full' : 'storage-read-only', { detail: `--out: ${code}` });
}

async function closing<T>(handle: FileHandle, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } finally {
    await handle.close();
  }
}

/** Writes a file beside the one that is wanted and puts it in its place when it is whole: nothing is ever half a table. */
export async function intoFile<T>(
  file: string,
  write: (take: Take) => Promise<Result<T>>,
): Promise<Result<T>> {
  const part = `${file}.part`;
  try {
    const handle = await open(part, 'w', 0o600);
    const append = async (text: string): Promise<boolean> => {
      await handle.appendFile(text);
      return true;
    };
    const written = await closing(handle, () => write(append));
    if (written.ok) await rename(part, file);
    else await rm(part, { force: true });
    return written;
  } catch (thrown) {
    await rm(part, { force: true }).catch(() => {}); // what could not be written may not be there at all
    return unwritable(thrown);
  }
}
