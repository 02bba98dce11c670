import { statSync } from 'node:fs';
import path from 'node:path';
import { err, type Result } from '#contract/result.ts';
import { compareKeyWithKeyCheck, preserveDamagedDatabase } from '#main/engine/sqlite/damaged-files.ts';
import type { Connection } from '#main/engine/sqlite/db.ts';
import { catchStorageErrors } from '#main/engine/sqlite/errors.ts';
import type { Migration } from '#main/engine/sqlite/migrate.ts';
import { openCheckAndMigrateDatabase } from '#main/engine/sqlite/open-file.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import type { PdfStoreFolderAndKey } from './client.ts';
import { initialPdfMigration } from './migrations/0001-initial.ts';

/** The migrations of `pdfs.db`, oldest first. */
export const PDF_MIGRATIONS: readonly Migration[] = [initialPdfMigration];

/** Returns the path of the PDF store in an account's folder. */
export function getPdfStorePath(folder: string): string {
  return path.join(folder, 'pdfs.db');
}

function openTo({ folder, key }: PdfStoreFolderAndKey): Result<Connection> {
  return openCheckAndMigrateDatabase({
    file: getPdfStorePath(folder),
    key,
    durability: 'normal',
    migrations: PDF_MIGRATIONS,
    // The file shrinks when PDFs are removed.
    prepare: (db) => db.pragma('auto_vacuum = 2'),
  });
}

function openTidied(target: PdfStoreFolderAndKey): Result<Connection> {
  const opened = openTo(target);
  if (!opened.ok) return opened;
  const tidied = catchStorageErrors(() => {
    const { changes } = opened.value.run(sql`DELETE FROM pdf WHERE is_complete = 0`);
    if (changes > 0) opened.value.execute(sql`PRAGMA incremental_vacuum`);
    return opened;
  });
  if (!tidied.ok) opened.value.close();
  return tidied;
}

/**
 * Opens the PDF store of an account and removes incomplete PDFs. It has the key of the cache, which was
 * opened before: a file that does not open with it is damaged and is replaced by a fresh one, because all
 * PDFs can be fetched again.
 * @param now epoch milliseconds, for the name of a damaged copy
 */
export function openPdfStore(target: PdfStoreFolderAndKey, now: () => number): Result<Connection> {
  const file = getPdfStorePath(target.folder);
  if (compareKeyWithKeyCheck(target.folder, target.key, 'cache') !== 'fits') return err('key-mismatch');
  const isThere = statSync(file, { throwIfNoEntry: false }) !== undefined;
  if (target.isDamaged === true && isThere) preserveDamagedDatabase(file, now());
  const first = openTidied(target);
  if (first.ok || first.error.code !== 'storage-damaged') return first;
  preserveDamagedDatabase(file, now());
  return openTidied(target);
}
