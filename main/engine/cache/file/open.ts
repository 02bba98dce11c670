import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { err, ok, type Result } from '#contract/result.ts';
import { openDatabaseFile, setReadOnly, applyConnectionSettings } from '#main/engine/sqlite/connection.ts';
import {
  compareKeyWithKeyCheck,
  writeKeyCheck,
  type KeyCheckComparison,
  deleteOlderDamagedCopies,
  preserveDamagedDatabase,
} from '#main/engine/sqlite/damaged-files.ts';
import type { Connection } from '#main/engine/sqlite/db.ts';
import { createSameFileCheck, catchStorageErrors } from '#main/engine/sqlite/errors.ts';
import type { Migration } from '#main/engine/sqlite/migrate.ts';
import { openCheckAndMigrateDatabase, MIN_DATABASE_BYTES } from '#main/engine/sqlite/open-file.ts';
import { initialCacheMigration } from '../migrations/0001-initial.ts';
import { cacheReviewedVersionMigration } from '../migrations/0002-reviewed-version.ts';
import { openReviewsMigration } from '../migrations/0003-open-reviews.ts';
import { requisitionGroupsMigration } from '../migrations/0004-requisition-groups.ts';
import { testUsageMigration } from '../migrations/0005-test-usage.ts';
import { inboxThreadsMigration } from '../migrations/0006-inbox-threads.ts';
import { usualWaitsMigration } from '../migrations/0007-usual-waits.ts';
import { usualWaitsOfTestsMigration } from '../migrations/0008-usual-waits-of-tests.ts';
import { letterPairsMigration } from '../migrations/0009-letter-pairs.ts';
import { bodyBlocksMigration } from '../migrations/0010-body-blocks.ts';
import { searchBufferMigration } from '../migrations/0011-search-buffer.ts';
import { sweepDueMigration } from '../migrations/0012-sweep-due.ts';
import { patientEndsMigration } from '../migrations/0013-patient-ends.ts';
import { referencedIdsMigration } from '../migrations/0014-referenced-ids.ts';
import { openRequestsMigration } from '../migrations/0015-open-requests.ts';
import { reusedRowsMigration } from '../migrations/0016-reused-rows.ts';
import { requisitionTotalsMigration } from '../migrations/0017-requisition-totals.ts';
import { recipientOfUnreadMigration } from '../migrations/0018-recipient-of-unread.ts';
import { defineBodyFunction } from '../tables/body-blocks.ts';
import { createPendingTables } from '../tables/pending-tables.ts';
import { createRemovedTextTable, createTextCandidateTables } from '../tables/search-text.ts';

/** The migrations of `cache.db`, oldest first. */
export const CACHE_MIGRATIONS: readonly Migration[] = [
  initialCacheMigration,
  cacheReviewedVersionMigration,
  openReviewsMigration,
  requisitionGroupsMigration,
  testUsageMigration,
  inboxThreadsMigration,
  usualWaitsMigration,
  usualWaitsOfTestsMigration,
  letterPairsMigration,
  bodyBlocksMigration,
  searchBufferMigration,
  sweepDueMigration,
  patientEndsMigration,
  referencedIdsMigration,
  openRequestsMigration,
  reusedRowsMigration,
  requisitionTotalsMigration,
  recipientOfUnreadMigration,
];

/** What opens the cache of an account: its folder, the key, and whether damage is known. */
export interface CacheFolderAndKey {
  readonly folder: string;
  /** The encryption key of the cache: 64 hex digits. */
  readonly key: string;
  /**
   * True after damage was found while the file was open: it is preserved as a damaged copy without a further
   * check.
   */
  readonly isDamaged?: boolean;
}

export interface OpenedCacheFile {
  readonly db: Connection;
  /** True where a damaged or missing file was replaced by a new one. */
  readonly wasReplaced: boolean;
  /**
   * Throws, as for damage, where the open file is no longer the one at its path: SQLite would go on writing
   * into a deleted file.
   */
  checkIdentity(): void;
}

/** Returns the path of the database in an account's folder. */
export function getCachePath(folder: string): string {
  return path.join(folder, 'cache.db');
}

function getSize(file: string): number | null {
  return statSync(file, { throwIfNoEntry: false })?.size ?? null;
}

/**
 * Whether the file was found damaged, or existed before (there is a key check) and is now missing or
 * truncated.
 */
function isLost({ folder, isDamaged = false }: CacheFolderAndKey, check: KeyCheckComparison): boolean {
  if (isDamaged) return true;
  const size = getSize(getCachePath(folder));
  if (check === 'fits') return size === null || size < MIN_DATABASE_BYTES;
  return size !== null && size > 0 && size < MIN_DATABASE_BYTES;
}

function openTo({ folder, key }: CacheFolderAndKey): Result<Connection> {
  return openCheckAndMigrateDatabase({
    file: getCachePath(folder),
    key,
    durability: 'normal',
    migrations: CACHE_MIGRATIONS,
    defineFunctions: defineBodyFunction,
  });
}

/**
 * Opens the cache for writing: checks the key, the file and the schema, in this order. A wrong key is 'key-mismatch' and
 * touches nothing; a damaged, emptied or vanished file, or one from before the first release, is renamed and a fresh one takes its
 * place.
 * @param now epoch milliseconds, for the name of a renamed file
 */
export function openCacheFile(target: CacheFolderAndKey, now: () => number): Result<OpenedCacheFile> {
  return catchStorageErrors(() => {
    mkdirSync(target.folder, { recursive: true, mode: 0o700 });
    const check = compareKeyWithKeyCheck(target.folder, target.key, 'cache');
    if (check === 'differs') return err('key-mismatch');
    return openChecked(target, check, now);
  });
}

/** Keeps the damaged file for support, and deletes the copies of earlier damage. */
function keepNewestDamaged(file: string, now: number): void {
  deleteOlderDamagedCopies(file, preserveDamagedDatabase(file, now));
}

function openChecked(
  target: CacheFolderAndKey,
  check: KeyCheckComparison,
  now: () => number,
): Result<OpenedCacheFile> {
  const file = getCachePath(target.folder);
  const lost = isLost(target, check);
  if (lost) keepNewestDamaged(file, now());
  const first = openTo(target);
  const damaged = !first.ok && first.error.code === 'storage-damaged';
  // Without a key check, a wrong key and damage cannot be told apart, so nothing is changed.
  if (damaged && check === 'unknown') return err('key-mismatch');
  if (damaged) keepNewestDamaged(file, now());
  const opened = damaged ? openTo(target) : first;
  if (!opened.ok) return opened;
  createRemovedTextTable(opened.value);
  if (check === 'unknown') writeKeyCheck(target.folder, target.key, 'cache');
  return ok({ db: opened.value, wasReplaced: lost || damaged, checkIdentity: createSameFileCheck(file) });
}

/**
 * Opens the cache read-only, with empty TEMP tables for rows with pending changes; the writer must have opened
 * it before. Throws SQLite's errors.
 */
export function openCacheForReading({ folder, key }: CacheFolderAndKey): Connection {
  const db = openDatabaseFile(getCachePath(folder), key);
  try {
    // TEMP tables take the setting for temporary files with them, so the settings come first.
    applyConnectionSettings(db, 'normal');
    createPendingTables(db);
    createTextCandidateTables(db);
    setReadOnly(db);
    return db;
  } catch (thrown) {
    db.close();
    throw thrown;
  }
}
