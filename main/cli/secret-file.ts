import { closeSync, constants, fstatSync, openSync, readSync, rmSync } from 'node:fs';
import { err, ok, type Result } from '#contract/result.ts';
import { isFileOpenToOthers } from '#main/base/data-folder.ts';
import { getSystemErrorCode } from '#main/base/system-errors.ts';

/** A file with a PIN or a passphrase, for scripts and for Windows, where stdin of a program with windows cannot be read. */
export interface SecretFile {
  /** Full path. */
  readonly path: string;
  /** Whether it is deleted once it was read. */
  readonly isDeleted: boolean;
}

/** Maximum size of the file, larger than any passphrase. */
const MAX_BYTES = 4_096;

// Windows lacks these flags. A named pipe is refused, not waited for.
const OPENING = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Decodes UTF-16 too, because Windows PowerShell writes it by default. */
function decode(bytes: Buffer): string {
  const isWide = bytes[0] === 0xff && bytes[1] === 0xfe;
  return new TextDecoder(isWide ? 'utf-16le' : 'utf-8').decode(bytes);
}

function readBytes(file: string): Result<Buffer> {
  const handle = openSync(file, OPENING);
  try {
    const stats = fstatSync(handle);
    if (!stats.isFile()) return err('file-unreadable', { detail: 'the secret file is not a file' });
    if (isFileOpenToOthers(stats))
      return err('file-unreadable', { detail: 'other users have rights to the secret file' });
    if (stats.size > MAX_BYTES) return err('file-unreadable', { detail: 'the secret file is too large' });
    const bytes = Buffer.alloc(stats.size);
    return ok(bytes.subarray(0, readSync(handle, bytes)));
  } finally {
    closeSync(handle);
  }
}

/**
 * Returns the first line of a secret file, and deletes it where that was asked for. 'file-unreadable' where it is missing,
 * a link, or other users have rights to it; 'storage-read-only' where it cannot be deleted.
 */
export function readSecretFile({ path, isDeleted }: SecretFile): Result<string> {
  try {
    const bytes = readBytes(path);
    if (!bytes.ok) return bytes;
    const [line = ''] = decode(bytes.value).split(/\r?\n/, 1);
    bytes.value.fill(0);
    if (isDeleted) rmSync(path);
    return ok(line);
  } catch (thrown) {
    const code = getSystemErrorCode(thrown);
    const isReadError = ['EACCES', 'ENOENT', 'ELOOP', 'EISDIR'].includes(code);
    return err(isReadError ? 'file-unreadable' : 'storage-read-only', { detail: `the secret file: ${code}` });
  }
}
