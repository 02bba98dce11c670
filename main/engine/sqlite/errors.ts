import { statSync } from 'node:fs';
import type { AppError, Err, ErrorCode } from '#contract/result.ts';

/**
 * Damage that SQLite itself does not notice; its code begins like SQLite's own for damage. 'FORMAT': the file
 * is from before the first release, and is treated like a damaged one, because nothing in it can be read by
 * these schemas.
 */
export class DamageNotNoticedBySqliteError extends Error {
  readonly code: string;
  constructor(kind: 'FORMAT' | 'LENGTH' | 'PLACE') {
    super('the file is damaged');
    this.code = `SQLITE_CORRUPT_${kind}`;
  }
}

/** Returns the identity (device and inode) of the file or folder at a path; 'none' where there is none. */
export function getFileIdentity(file: string): string {
  const found = statSync(file, { bigint: true, throwIfNoEntry: false });
  return found === undefined ? 'none' : `${found.dev} ${found.ino}`;
}

/** Remembers which file is at a path. The returned check throws once another file, or none, is there. */
export function createSameFileCheck(file: string): () => void {
  const identity = getFileIdentity(file);
  return () => {
    if (getFileIdentity(file) !== identity) throw new DamageNotNoticedBySqliteError('PLACE');
  };
}

const SQLITE_KINDS: readonly (readonly [prefix: string, code: ErrorCode])[] = [
  ['SQLITE_FULL', 'storage-full'],
  ['SQLITE_READONLY', 'storage-read-only'],
  ['SQLITE_CANTOPEN', 'storage-read-only'],
  ['SQLITE_PERM', 'storage-read-only'],
  ['SQLITE_AUTH', 'storage-read-only'],
  ['SQLITE_NOTADB', 'storage-damaged'],
  ['SQLITE_CORRUPT', 'storage-damaged'],
  ['SQLITE_BUSY', 'held'],
  ['SQLITE_LOCKED', 'held'],
  // The shared-memory file of WAL mode could not be enlarged: the disk is full.
  ['SQLITE_IOERR_SHMSIZE', 'storage-full'],
  ['SQLITE_IOERR', 'file-unreadable'],
];

const SYSTEM_KINDS: Readonly<Record<string, ErrorCode>> = {
  ENOSPC: 'storage-full',
  EDQUOT: 'storage-full',
  EACCES: 'storage-read-only',
  EPERM: 'storage-read-only',
  EROFS: 'storage-read-only',
  ENOTDIR: 'storage-read-only',
  // `EEXIST`: a file has the name of the folder that is to be created.
  EEXIST: 'storage-read-only',
  EIO: 'file-unreadable',
  EMFILE: 'file-unreadable',
  ENFILE: 'file-unreadable',
  EISDIR: 'file-unreadable',
  // `ELOOP`: there is a symbolic link where a file is expected.
  ELOOP: 'file-unreadable',
};

function getErrorCode(thrown: unknown): string | null {
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : null;
  return typeof code === 'string' ? code : null;
}

/**
 * Maps an exception to a storage error, or to null where it is not about files (a programming error). This is
 * the only place that interprets the codes of SQLite and the operating system; the caller decides what to do
 * about the result.
 */
export function toStorageError(thrown: unknown): AppError | null {
  const code = getErrorCode(thrown);
  if (code === null) return null;
  const kind = SQLITE_KINDS.find(([prefix]) => code.startsWith(prefix))?.[1] ?? SYSTEM_KINDS[code];
  return kind === undefined ? null : { code: kind, detail: code };
}

function toStorageErrorOrThrow(thrown: unknown): Err {
  const error = toStorageError(thrown);
  if (error === null) throw thrown;
  return { ok: false, error };
}

/** Runs work on files. Returns storage errors as results; every other exception is thrown on. */
export function catchStorageErrors<T>(work: () => T): T | Err {
  try {
    return work();
  } catch (thrown) {
    return toStorageErrorOrThrow(thrown);
  }
}

/** The same for work that may end later: also an exception that it throws then. */
export async function awaitAndCatchStorageErrors<T>(work: () => T | Promise<T>): Promise<T | Err> {
  try {
    return await work();
  } catch (thrown) {
    return toStorageErrorOrThrow(thrown);
  }
}
