import { closeSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { err, ok, type Result } from '#contract/result.ts';
import { openConnection } from './db.ts';
import { sql } from './sql.ts';
import { storageError } from './sqlite-errors.ts';

/** Who holds a data folder. */
const holderSchema = z.object({
  role: z.enum(['window', 'command']),
  pid: z.number().int(),
  since: z.string().max(40),
});
export type Holder = Readonly<z.infer<typeof holderSchema>>;

export interface FolderLock {
  release(): void;
}

function describeHolder(file: string): string {
  try {
    const { role, pid, since } = holderSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
    return `${role}, process ${pid}, since ${since}`;
  } catch {
    return 'unknown';
  }
}

/** On a full disk the folder is held all the same; nobody is named then, least of all who held it before. */
function writeHolder(file: string, holder: Holder): void {
  try {
    writeFileSync(`${file}.new`, JSON.stringify(holder), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  } catch (thrown) {
    if (storageError(thrown)?.code !== 'storage-full') throw thrown;
    rmSync(file, { force: true });
  }
}

function takeLock(file: string): FolderLock {
  closeSync(openSync(file, 'a', 0o600));
  const db = openConnection(file, 0);
  try {
    db.pragma('locking_mode = EXCLUSIVE');
    // Nothing is ever written: a journal would only need room, which a full disk has not.
    db.pragma('journal_mode = MEMORY');
    db.execute(sql`BEGIN EXCLUSIVE`);
    return { release: () => db.close() };
  } catch (thrown) {
    db.close();
    throw thrown;
  }
}

/**
 * Takes a data folder for this process. The lock is SQLite's own on an empty file: it works between processes and
 * ends with the process, however that ends. Held by another: 'held', with who and since when as the detail.
 */
export function lockFolder(folder: string, holder: Holder): Result<FolderLock> {
  const about = path.join(folder, 'engine.holder.json');
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const lock = takeLock(path.join(folder, 'engine.lock'));
    writeHolder(about, holder);
    return ok(lock);
  } catch (thrown) {
    const error = storageError(thrown);
    if (error === null) throw thrown;
    return error.code === 'held' ? err('held', { detail: describeHolder(about) }) : { ok: false, error };
  }
}
