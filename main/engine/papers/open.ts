import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { err, ok, type Result } from '#contract/result.ts';
import { connect, isPlain, isWhole, settle } from '#main/engine/store/connect.ts';
import { DamagedFile } from '#main/engine/store/damage.ts';
import type { Connection } from '#main/engine/store/db.ts';
import { compareKey } from '#main/engine/store/key-check.ts';
import { migrate, schemaVersion } from '#main/engine/store/migrate.ts';
import { setAside } from '#main/engine/store/set-aside.ts';
import { sql } from '#main/engine/store/sql.ts';
import { storageError } from '#main/engine/store/sqlite-errors.ts';
import { PAPER_MIGRATIONS } from './migrations/list.ts';
import type { PaperFile } from './protocol.ts';

/** The path of the PDFs in an account's folder. */
export function papersPath(folder: string): string {
  return path.join(folder, 'papers.db');
}

function openWhole({ folder, key }: PaperFile): Result<Connection> {
  const file = papersPath(folder);
  const db = connect(file, key);
  try {
    const found = schemaVersion(db);
    if (found > PAPER_MIGRATIONS.length) {
      db.close();
      return err('storage-newer', { detail: `papers version ${found}` });
    }
    // Before anything is in it: what goes gives its room back to the disk.
    if (found === 0) db.pragma('auto_vacuum = 2');
    settle(db, 'normal');
    if (!isWhole(db, file)) throw new DamagedFile('LENGTH');
    migrate(db, PAPER_MIGRATIONS, path.join(folder, 'papers.before-upgrade.db'));
    if (isPlain(file)) throw new Error('the file is not encrypted');
    db.run(sql`DELETE FROM paper WHERE is_whole = 0`);
    return ok(db);
  } catch (thrown) {
    db.close();
    throw thrown;
  }
}

function attempt(target: PaperFile): Result<Connection> {
  try {
    return openWhole(target);
  } catch (thrown) {
    const error = storageError(thrown);
    if (error === null) throw thrown;
    return { ok: false, error };
  }
}

/**
 * Opens the PDFs of an account and takes away what did not arrive whole. The key is the cache's, which has been opened before: a
 * file that does not open with it is damaged, and a fresh one takes its place, because all of it can be fetched again.
 * @param now epoch milliseconds, for the name of a file that is set aside
 */
export function openPaperFile(target: PaperFile, now: () => number): Result<Connection> {
  const file = papersPath(target.folder);
  mkdirSync(target.folder, { recursive: true, mode: 0o700 });
  if (compareKey(target.folder, target.key, 'cache') !== 'fits') return err('key-mismatch');
  const isThere = statSync(file, { throwIfNoEntry: false }) !== undefined;
  if (target.isDamaged === true && isThere) setAside(file, now());
  const first = attempt(target);
  if (first.ok || first.error.code !== 'storage-damaged') return first;
  setAside(file, now());
  return attempt(target);
}
