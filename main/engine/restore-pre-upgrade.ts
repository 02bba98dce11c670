/** Restores the files of an account as they were before the last upgrade of the program. */
import { copyFileSync, constants, existsSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { err, ok, type Result } from '#contract/result.ts';
import { CACHE_MIGRATIONS } from './cache/file/open.ts';
import { getLocalStorePath, LOCAL_MIGRATIONS } from './local/recovery/open.ts';
import { PDF_MIGRATIONS } from './pdfs/open.ts';
import { openDatabaseFile } from './sqlite/connection.ts';
import { catchStorageErrors } from './sqlite/errors.ts';
import { readOldestCompatibleVersion, type Migration } from './sqlite/migrate.ts';
import { getPreUpgradeCopyPath } from './sqlite/open-file.ts';

export interface PreUpgradeRestoreInput {
  /** The folder of the account; its files must not be open. */
  readonly folder: string;
  /** The encryption key of the account's files: 64 hex digits. */
  readonly key: string;
}

const COMPANIONS = ['', '-wal', '-shm', '-journal'];

/**
 * Whether a file has a schema that this program cannot open. Opening and closing it also writes its log into it, so that
 * the file alone is whole.
 */
function isTooNew(file: string, key: string, migrations: readonly Migration[]): boolean {
  if (!existsSync(file)) return false;
  const db = openDatabaseFile(file, key);
  try {
    db.pragma('wal_checkpoint(TRUNCATE)');
    return readOldestCompatibleVersion(db) > migrations.length;
  } finally {
    db.close();
  }
}

/** Copies the newer file to a name with the date, then puts the former one in its place with a single rename. */
function exchange(file: string, former: string, atMs: number): string {
  const stamp = new Date(atMs).toISOString().replaceAll(/[:.]/g, '-');
  const kept = file.replace(/\.db$/, `.newer-${stamp}.db`);
  copyFileSync(file, kept, constants.COPYFILE_EXCL);
  renameSync(former, file);
  return kept;
}

function removeIfTooNew(file: string, key: string, migrations: readonly Migration[]): void {
  if (isTooNew(file, key, migrations))
    for (const suffix of COMPANIONS) rmSync(file + suffix, { force: true });
}

function exchangeFiles(
  { folder, key }: PreUpgradeRestoreInput,
  atMs: number,
): Result<{ readonly kept: string }> {
  const file = getLocalStorePath(folder);
  const former = getPreUpgradeCopyPath(file);
  if (!isTooNew(file, key, LOCAL_MIGRATIONS))
    return err('not-found', {
      detail: 'there is nothing to go back to, because this Intray opens the local store as it is',
    });
  if (!existsSync(former) || isTooNew(former, key, LOCAL_MIGRATIONS))
    return err('not-found', { detail: 'there is no local store from before the upgrade' });
  const kept = exchange(file, former, atMs);
  // Cache and PDFs that this program cannot open are removed: the service has their content.
  removeIfTooNew(path.join(folder, 'cache.db'), key, CACHE_MIGRATIONS);
  removeIfTooNew(path.join(folder, 'pdfs.db'), key, PDF_MIGRATIONS);
  return ok({ kept });
}

/**
 * Gives an account the local store from before the last upgrade back. The newer file is kept under a name with the
 * date. The former one opens as 'rewound': what it may have sent since is asked about, never sent again automatically.
 * @param atMs epoch milliseconds, for the name
 * @returns the path of the newer file; 'not-found' where this program can open the local store, or where there is no
 * former one; nothing has changed then
 */
export function restorePreUpgradeLocalStore(
  target: PreUpgradeRestoreInput,
  atMs: number,
): Result<{ readonly kept: string }> {
  return catchStorageErrors(() => exchangeFiles(target, atMs));
}
