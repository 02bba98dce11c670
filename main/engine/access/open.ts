import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import type { AccessLogKeySource } from '#contract/access-log.ts';
import type { Result } from '#contract/result.ts';
import { preserveDamagedDatabase } from '#main/engine/sqlite/damaged-files.ts';
import type { Connection } from '#main/engine/sqlite/db.ts';
import type { Migration } from '#main/engine/sqlite/migrate.ts';
import { openCheckAndMigrateDatabase } from '#main/engine/sqlite/open-file.ts';
import { initialAccessMigration } from './migrations/0001-initial.ts';
import { receiptsMigration } from './migrations/0002-receipts.ts';

/** The migrations of `access.db`, oldest first. */
export const ACCESS_MIGRATIONS: readonly Migration[] = [initialAccessMigration, receiptsMigration];

/**
 * The names of the two log files: each key source has its own, because a file opens with its own key
 * only.
 */
const NAMES: Readonly<Record<AccessLogKeySource, string>> = {
  keychain: 'access.db',
  variables: 'access.variables.db',
  run: 'access.db',
};

/** Returns the path of the access log in a folder. */
export function getAccessLogPath(folder: string, place: AccessLogKeySource): string {
  return path.join(folder, NAMES[place]);
}

/**
 * Opens the access log. A file that its key does not open, or that is damaged, is renamed and kept, and an empty
 * one begins: the head that is saved outside the file shows what is missing in it.
 * @param key 64 hex digits
 * @param now epoch milliseconds, for the name of the renamed file
 */
export function openAccessLogFile(file: string, key: string, now: () => number): Result<Connection> {
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  const target = {
    file,
    key,
    durability: 'full',
    migrations: ACCESS_MIGRATIONS,
    // Damage that is met later, in the middle of work, could no longer be answered with a new file.
    isSound: (db: Connection) => db.pragma('quick_check') === 'ok',
  } as const;
  const opened = openCheckAndMigrateDatabase(target);
  if (opened.ok || opened.error.code !== 'storage-damaged' || !existsSync(file)) return opened;
  preserveDamagedDatabase(file, now());
  return openCheckAndMigrateDatabase(target);
}
