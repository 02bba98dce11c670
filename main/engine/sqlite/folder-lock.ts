import { closeSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { err, ok, type Result } from '#contract/result.ts';
import { isProcessAlive } from '#main/base/process-alive.ts';
import { openForAppending, replaceFileAtomically } from '#main/base/write-file.ts';
import { getFileIdentity, toStorageError } from './errors.ts';
import { openConnection } from './db.ts';
import { sql } from './sql.ts';

/** The process that holds a data folder. */
const holderSchema = z.object({
  role: z.enum(['window', 'command']),
  pid: z.number().int(),
  since: z.string().max(40),
  /**
   * The identities of the folder and of the locked file. They differ in a copy of the folder, which is
   * therefore not held.
   */
  folder: z.string().max(80).optional(),
  lock: z.string().max(80).optional(),
});
type StoredHolder = Readonly<z.infer<typeof holderSchema>>;
export type FolderLockHolder = Omit<StoredHolder, 'folder' | 'lock'>;

export interface FolderLock {
  /**
   * Whether this process still holds the folder exclusively. Where the lock file was deleted while it was
   * held, a new one is locked in its place. Returns false where another engine has locked the folder
   * meanwhile.
   */
  isHeld(): boolean;
  release(): void;
}

interface LockedFile {
  /** Device and inode of the locked file. */
  readonly identity: string;
  release(): void;
}

function readHolder(file: string): StoredHolder | null {
  try {
    return holderSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return null;
  }
}

function describeHolder(file: string): string {
  const holder = readHolder(file);
  return holder === null ? 'unknown' : `${holder.role}, process ${holder.pid}, since ${holder.since}`;
}

/**
 * Writes who holds the folder. The lock does not depend on it: on a full disk the file is deleted instead, so
 * that it does not name an earlier holder.
 */
function writeHolder(file: string, holder: StoredHolder): void {
  try {
    replaceFileAtomically(file, JSON.stringify(holder));
  } catch (thrown) {
    if (toStorageError(thrown)?.code !== 'storage-full') throw thrown;
    rmSync(file, { force: true });
  }
}

function takeLock(file: string): LockedFile {
  closeSync(openForAppending(file));
  const db = openConnection(file, 0);
  try {
    db.pragma('locking_mode = EXCLUSIVE');
    // SQLite takes the lock only: nothing is written to this file, so that it needs no journal.
    db.pragma('journal_mode = MEMORY');
    db.execute(sql`BEGIN EXCLUSIVE`);
    return { identity: getFileIdentity(file), release: () => db.close() };
  } catch (thrown) {
    db.close();
    throw thrown;
  }
}

/** Whether a running process still holds the folder through a lock file that is no longer at its path. */
function isHeldElsewhere(folder: string, about: string, lock: LockedFile): boolean {
  const holder = readHolder(about);
  if (holder?.lock === undefined || holder.folder !== getFileIdentity(folder)) return false;
  return holder.lock !== lock.identity && isProcessAlive(holder.pid);
}

/**
 * Creates and locks the lock file again after it was deleted. Returns null where that is not possible: then
 * no other engine can lock one either.
 */
function relock(file: string): Result<LockedFile | null> {
  try {
    return ok(takeLock(file));
  } catch (thrown) {
    return toStorageError(thrown)?.code === 'held' ? err('held') : ok(null);
  }
}

/** Returns the lock object; it follows the lock file when that is replaced. */
function createFolderLock(
  file: string,
  first: LockedFile,
  note: (lock: LockedFile) => void,
  forget: () => void,
): FolderLock {
  let lock = first;
  return {
    isHeld: () => {
      if (getFileIdentity(file) === lock.identity) return true;
      const again = relock(file);
      if (!again.ok) return false;
      if (again.value === null) return true;
      lock.release();
      lock = again.value;
      note(lock);
      return true;
    },
    release: () => {
      forget();
      lock.release();
    },
  };
}

/**
 * Locks a data folder for this process. The lock is SQLite's own lock on an empty file: it works between
 * processes and ends with the process, even after a crash. Returns 'held', with the holder and its start as
 * the detail, where another process holds the folder, even if the lock file was deleted meanwhile.
 */
export function lockDataFolder(folder: string, holder: FolderLockHolder): Result<FolderLock> {
  const about = path.join(folder, 'engine.holder.json');
  const file = path.join(folder, 'engine.lock');
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const lock = takeLock(file);
    if (isHeldElsewhere(folder, about, lock)) {
      lock.release();
      return err('held', { detail: describeHolder(about) });
    }
    const note = ({ identity }: LockedFile): void =>
      writeHolder(about, { ...holder, folder: getFileIdentity(folder), lock: identity });
    note(lock);
    return ok(createFolderLock(file, lock, note, () => rmSync(about, { force: true })));
  } catch (thrown) {
    const error = toStorageError(thrown);
    if (error === null) throw thrown;
    return error.code === 'held' ? err('held', { detail: describeHolder(about) }) : { ok: false, error };
  }
}
