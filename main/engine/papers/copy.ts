import { createHash, randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { err, ok, type Err, type Result } from '#contract/result.ts';
import { storageError } from '#main/engine/store/sqlite-errors.ts';
import type { CopyTarget } from './protocol.ts';

function writeAll(handle: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.byteLength; ) at += writeSync(handle, bytes, at);
}

/** Writes to a name that nobody has yet. Where that fails nothing lies there. */
function writeNew(file: string, pieces: Iterable<Uint8Array>, expected: string): void {
  const hash = createHash('sha256');
  // Made anew, never opened: what somebody put there, a link perhaps, is not written through.
  const handle = openSync(file, 'wx', 0o600);
  let isWhole = false;
  try {
    for (const piece of pieces) {
      hash.update(piece);
      writeAll(handle, piece);
    }
    fsyncSync(handle);
    isWhole = hash.digest('hex') === expected;
    if (!isWhole) throw new WrongBytes();
  } finally {
    closeSync(handle);
    if (!isWhole) rmSync(file, { force: true });
  }
}

/** Writes beside and takes the place then. */
function writeOver(file: string, pieces: Iterable<Uint8Array>, expected: string): void {
  const draft = path.join(path.dirname(file), `.intray-${randomBytes(8).toString('hex')}.part`);
  writeNew(draft, pieces, expected);
  try {
    renameSync(draft, file);
  } catch (thrown) {
    rmSync(draft, { force: true });
    throw thrown;
  }
}

class WrongBytes extends Error {}

/** What stood in the way of writing where a person, or the program, wanted to. */
function getError(thrown: unknown): Err {
  if (thrown instanceof WrongBytes) return err('storage-damaged', { detail: 'PDF' });
  const code = thrown instanceof Error && 'code' in thrown ? String(thrown.code) : null;
  if (code === null) throw thrown;
  const known = storageError(thrown);
  return known === null ? err('storage-read-only', { detail: code }) : { ok: false, error: known };
}

function isTaken(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && thrown.code === 'EEXIST';
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
  try {
    (replaces ? writeOver : writeNew)(file, pieces, expected);
    return ok(null);
  } catch (thrown) {
    if (isTaken(thrown) && !replaces)
      return err('invalid-input', { detail: 'path: there is a file already' });
    return getError(thrown);
  }
}
