import { createHash } from 'node:crypto';
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { err, ok, type Err, type Result } from '#contract/result.ts';
import { getSystemErrorCode } from '#main/base/system-errors.ts';
import { createTemporaryPath, createFile } from '#main/base/write-file.ts';
import { toStorageError } from '#main/engine/sqlite/errors.ts';
import type { PdfCopyTarget } from './client.ts';

class HashMismatchError extends Error {}

/** Receives the path of a file while it is incomplete, and null as soon as no incomplete file is there. */
export type OnIncompleteFile = (file: string | null) => void;

/** Writes to a new file. A failure leaves no file behind. */
function writeNew(
  file: string,
  pieces: Iterable<Uint8Array>,
  expected: string,
  onIncomplete: OnIncompleteFile,
): void {
  createFile(file, (handle) => {
    onIncomplete(file); // Called only after the file was created: before, the path may be that of an older file.
    const hash = createHash('sha256');
    for (const piece of pieces) {
      hash.update(piece);
      writeFileSync(handle, piece);
    }
    if (hash.digest('hex') !== expected) throw new HashMismatchError();
  });
}

/** Writes a temporary file and renames it over the target. */
function writeOver(
  file: string,
  pieces: Iterable<Uint8Array>,
  expected: string,
  onIncomplete: OnIncompleteFile,
): void {
  const draft = createTemporaryPath(file);
  writeNew(draft, pieces, expected, onIncomplete);
  try {
    renameSync(draft, file);
  } catch (thrown) {
    rmSync(draft, { force: true });
    throw thrown;
  }
}

/** Returns the error for an exception while writing to the chosen place. */
function toStoreError(thrown: unknown): Err {
  if (thrown instanceof HashMismatchError) return err('storage-damaged', { detail: 'PDF' });
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : null;
  if (code === null) throw thrown;
  const known = toStorageError(thrown);
  return known === null ? err('storage-read-only', { detail: code }) : { ok: false, error: known };
}

/**
 * Writes a file with access for its owner alone, atomically. With `replaces` it replaces an existing file; a
 * link is replaced, not followed.
 * @param expected the SHA-256 that the pieces must have, hex
 * @param onIncomplete tells which file has to be removed if this process is killed now
 * @returns 'invalid-input' where a file exists that must not be replaced, 'storage-damaged' where the hash
 * differs, or the system's error
 */
export function writePdfCopy(
  { path: file, replaces }: Omit<PdfCopyTarget, 'id'>,
  pieces: Iterable<Uint8Array>,
  expected: string,
  onIncomplete: OnIncompleteFile = () => {},
): Result<null> {
  if (!path.isAbsolute(file) || file.includes('\0'))
    return err('invalid-input', { detail: 'path: not a valid absolute path' });
  try {
    (replaces ? writeOver : writeNew)(file, pieces, expected, onIncomplete);
    return ok(null);
  } catch (thrown) {
    if (!replaces && getSystemErrorCode(thrown) === 'EEXIST')
      return err('invalid-input', { detail: 'path: a file exists already' });
    return toStoreError(thrown);
  } finally {
    onIncomplete(null);
  }
}
