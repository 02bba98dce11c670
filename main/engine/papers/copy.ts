import { createHash, randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { err, ok, type Err, type Result } from '#contract/result.ts';
import { storageError } from '#main/engine/store/sqlite-errors.ts';
import type { CopyTarget } from './protocol.ts';

function writeAll(handle: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.byteLength; ) at += writeSync(handle, bytes, at);
}

/** Writes to a name that nobody has yet; answers the SHA-256 of what was written, hex. */
function writeNew(file: string, pieces: Iterable<Uint8Array>): string {
  const hash = createHash('sha256');
  // Made anew, never opened: what somebody put there, a link perhaps, is not written through.
  const handle = openSync(file, 'wx', 0o600);
  try {
    for (const piece of pieces) {
      hash.update(piece);
      writeAll(handle, piece);
    }
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  return hash.digest('hex');
}

class WrongBytes extends Error {}

/** What stood in the way of writing where a person, or the program, wanted to. */
function errorOf(thrown: unknown): Err {
  if (thrown instanceof WrongBytes) return err('storage-damaged', { detail: 'PDF' });
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : null;
  if (code === null) throw thrown;
  const known = storageError(thrown);
  return known === null ? err('storage-read-only', { detail: code }) : { ok: false, error: known };
}

function isTaken(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === 'EEXIST';
}

/** A name beside a file that nobody can guess. */
function draftBeside(file: string): string {
  return path.join(path.dirname(file), `.intray-${randomBytes(8).toString('hex')}.part`);
}

/**
 * Writes a file for its owner alone, whole or not at all. With `replaces` it takes the place of what is there; a link there is
 * replaced, not followed.
 * @param expected the SHA-256 that the pieces must have, hex
 * @returns 'invalid-input' where a file is there that is not to be replaced, 'storage-damaged' where the pieces are others, or what
 *   the system said
 */
export function writeCopy(
  { path: file, replaces }: Omit<CopyTarget, 'id'>,
  pieces: Iterable<Uint8Array>,
  expected: string,
): Result<null> {
  if (!path.isAbsolute(file) || file.includes('\0'))
    return err('invalid-input', { detail: 'path: no whole one' });
  const draft = replaces ? draftBeside(file) : file;
  try {
    if (writeNew(draft, pieces) !== expected) throw new WrongBytes();
    if (replaces) renameSync(draft, file);
    return ok(null);
  } catch (thrown) {
    if (isTaken(thrown) && !replaces)
      return err('invalid-input', { detail: 'path: there is a file already' });
    rmSync(draft, { force: true });
    return errorOf(thrown);
  }
}
