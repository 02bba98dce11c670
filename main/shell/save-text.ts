import { randomBytes } from 'node:crypto';
import { open, rename, rm } from 'node:fs/promises';
import { dirname, isAbsolute, join } from 'node:path';
import { err, ok, type Result } from '#contract/result.ts';
import { systemCode } from '#main/base/json-file.ts';

const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT']);

/**
 * Writes a text file for this user alone, whole or not at all; it takes the place of one that is there.
 * @returns 'storage-full', or 'storage-read-only' where it cannot be written for any other reason
 */
export async function saveText(file: string, text: string): Promise<Result<null>> {
  if (!isAbsolute(file)) return err('invalid-input', { detail: 'path: no whole one' });
  const draft = join(dirname(file), `.intray-${randomBytes(8).toString('hex')}.part`);
  try {
    const handle = await open(draft, 'wx', 0o600);
    try {
      await handle.writeFile(text, 'utf8');
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
    return ok(null);
  } catch (thrown) {
    await rm(draft, { force: true }).catch(() => {}); // the first error is the one to tell
    const detail = systemCode(thrown);
    return err(FULL.has(detail) ? 'storage-full' : 'storage-read-only', { detail });
  }
}
