import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { err, type Result } from '#contract/result.ts';
import type { Connection } from '#main/engine/store/db.ts';
import { compareKey } from '#main/engine/store/key-check.ts';
import { openWhole } from '#main/engine/store/open-whole.ts';
import { preserveDamagedFile } from '#main/engine/store/set-aside.ts';
import { sql } from '#main/engine/store/sql.ts';
import { storing } from '#main/engine/store/sqlite-errors.ts';
import { PDF_MIGRATIONS } from './migrations/list.ts';
import type { PdfFile } from './protocol.ts';

/** The path of the PDFs in an account's folder. */
export function pdfsPath(folder: string): string {
  return path.join(folder, 'pdfs.db');
}

function openTo({ folder, key }: PdfFile): Result<Connection> {
  return openWhole({
    file: pdfsPath(folder),
    key,
    durability: 'normal',
    migrations: PDF_MIGRATIONS,
    // What goes gives its room back to the disk.
    prepare: (db) => db.pragma('auto_vacuum = 2'),
  });
}

function openTidied(target: PdfFile): Result<Connection> {
  const opened = openTo(target);
  if (!opened.ok) return opened;
  const tidied = storing(() => {
    opened.value.run(sql`DELETE FROM pdf WHERE is_whole = 0`);
    return opened;
  });
  if (!tidied.ok) opened.value.close();
  return tidied;
}

/**
 * Opens the PDFs of an account and takes away what did not arrive whole. The key is the cache's, which has been opened before: a
 * file that does not open with it is damaged, and a fresh one takes its place, because all of it can be fetched again.
 * @param now epoch milliseconds, for the name of a file that is set aside
 */
export function openPdfFile(target: PdfFile, now: () => number): Result<Connection> {
  const file = pdfsPath(target.folder);
  mkdirSync(target.folder, { recursive: true, mode: 0o700 });
  if (compareKey(target.folder, target.key, 'cache') !== 'fits') return err('key-mismatch');
  const isThere = statSync(file, { throwIfNoEntry: false }) !== undefined;
  if (target.isDamaged === true && isThere) preserveDamagedFile(file, now());
  const first = openTidied(target);
  if (first.ok || first.error.code !== 'storage-damaged') return first;
  preserveDamagedFile(file, now());
  return openTidied(target);
}
