/** Copies of the local store that are about to be exported, or were decrypted from an export file. */
import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { err, ok, type Result } from '#contract/result.ts';
import { openDatabaseFile } from '#main/engine/sqlite/connection.ts';
import type { Connection } from '#main/engine/sqlite/db.ts';
import type { Migration } from '#main/engine/sqlite/migrate.ts';
import { openCheckAndMigrateDatabase } from '#main/engine/sqlite/open-file.ts';
import { sql } from '#main/engine/sqlite/sql.ts';

/** Both are in the account's folder under keys of their own, which nothing saves: a copy that a crash leaves is unreadable. */
const NAMES = { export: 'local.export.db', import: 'local.import.db' } as const;
const COMPANIONS = ['', '-wal', '-shm', '-journal'];

/** The triggers of the local store; a copy has none, because importing one would run them. */
const DROPPED_TRIGGERS = [
  sql`DROP TRIGGER operation_change_limit`,
  sql`DROP TRIGGER operation_added`,
  sql`DROP TRIGGER operation_changed`,
  sql`DROP TRIGGER operation_renamed`,
  sql`DROP TRIGGER operation_removed`,
];

/** Returns the path of the copy for an export, or of that from an export file, in an account's folder. */
export function getTransferCopyPath(folder: string, which: keyof typeof NAMES): string {
  return path.join(folder, NAMES[which]);
}

/** Removes the copies in an account's folder, also those of a run that crashed. */
export function removeTransferCopies(folder: string): void {
  for (const name of Object.values(NAMES))
    for (const suffix of COMPANIONS) rmSync(path.join(folder, name + suffix), { force: true });
}

/** Tables and their indexes are all that an export holds: a view or a trigger would run when it is read. */
function hasForeignSchema(db: Connection): boolean {
  return db.get(sql`SELECT 1 FROM sqlite_schema WHERE type NOT IN ('table', 'index')`) !== undefined;
}

/**
 * Writes a copy of an open local store under another key, so that an export file does not hold the account's key. Opens
 * it once to check it.
 * @param keys 64 hex digits each
 * @returns its path
 */
export function copyStoreForExport(
  db: Connection,
  folder: string,
  keys: { readonly from: string; readonly to: string },
): string {
  removeTransferCopies(folder);
  const file = getTransferCopyPath(folder, 'export');
  db.run(sql`VACUUM INTO ${file}`);
  const copy = openDatabaseFile(file, keys.from);
  try {
    copy.pragma(`rekey = 'raw:${keys.to}'`);
    copy.transaction(() => {
      for (const dropped of DROPPED_TRIGGERS) copy.run(dropped);
      // Its folder is one of this computer, and its password opens packs that lie outside of Intray.
      copy.run(sql`DELETE FROM pack_schedule`);
    });
  } finally {
    copy.close();
  }
  const check = openDatabaseFile(file, keys.to);
  try {
    if (check.pragma('quick_check') !== 'ok' || hasForeignSchema(check))
      throw new Error('the copy of the local store is not whole');
    return file;
  } finally {
    check.close();
  }
}

/**
 * Brings the copy that was decrypted from an export file to the schema of this program. 'export-damaged' where it is no
 * whole local store, 'storage-newer' where a newer program wrote it.
 */
export function prepareImportedCopy(
  folder: string,
  key: string,
  migrations: readonly Migration[],
): Result<string> {
  const file = getTransferCopyPath(folder, 'import');
  if (!existsSync(file)) return err('export-damaged');
  const opened = openCheckAndMigrateDatabase({
    file,
    key,
    durability: 'normal',
    migrations,
    isSound: (db) => db.pragma('quick_check') === 'ok' && !hasForeignSchema(db),
  });
  if (opened.ok) {
    opened.value.close();
    return ok(file);
  }
  return opened.error.code === 'storage-damaged' ? err('export-damaged') : opened;
}
