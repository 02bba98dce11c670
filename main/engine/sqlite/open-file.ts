import { err, ok, type Result } from '#contract/result.ts';
import {
  openDatabaseFile,
  isUnencryptedFile,
  isFileLengthComplete,
  applyConnectionSettings,
  type DatabaseDurability,
} from './connection.ts';
import { DamageNotNoticedBySqliteError, catchStorageErrors } from './errors.ts';
import type { Connection } from './db.ts';
import {
  readOldestCompatibleVersion,
  getSchemaVersion,
  hasPreReleaseSchema,
  migrate,
  type Migration,
} from './migrate.ts';

/**
 * Minimum size of a database in bytes. SQLite accepts an empty file, or one of a single byte, as a healthy
 * database without rows.
 */
export const MIN_DATABASE_BYTES = 512;

/** A database file of an account, with what is needed to open it. */
export interface DatabaseFileToOpen {
  readonly file: string;
  /** The encryption key of the file: 64 hex digits. */
  readonly key: string;
  readonly durability: DatabaseDurability;
  readonly migrations: readonly Migration[];
  /** Applies settings that are only possible while the file is empty. */
  readonly prepare?: (db: Connection) => void;
  /** Defines the functions that the SQL of migrations uses. */
  readonly defineFunctions?: (db: Connection) => void;
  /**
   * Checks the open file for damage, besides its length; false means that it is damaged. A file that `isOlder` is migrated
   * next.
   */
  readonly isSound?: (db: Connection, isOlder: boolean) => boolean;
}

/** Path of the copy that is made of a file before a migration, for example `local.before-upgrade.db`. */
export function getPreUpgradeCopyPath(file: string): string {
  return file.replace(/\.db$/, '.before-upgrade.db');
}

/**
 * Returns the path of the copy that is made before a migration; null for a file whose content can be fetched from
 * the service again.
 */
function getUpgradeCopyPath({ file, durability }: DatabaseFileToOpen): string | null {
  return durability === 'full' ? getPreUpgradeCopyPath(file) : null;
}

function prepareFile(db: Connection, target: DatabaseFileToOpen): Result<Connection> {
  const { file, durability, migrations, prepare, defineFunctions, isSound } = target;
  if (hasPreReleaseSchema(db)) throw new DamageNotNoticedBySqliteError('FORMAT');
  const found = getSchemaVersion(db);
  // A newer schema that only added something opens, and stays as it is.
  if (found > migrations.length && readOldestCompatibleVersion(db) > migrations.length) {
    db.close();
    return err('storage-newer', { detail: `version ${found}` });
  }
  if (found === 0) prepare?.(db);
  applyConnectionSettings(db, durability);
  if (!isFileLengthComplete(db, file) || isSound?.(db, found < migrations.length) === false)
    throw new DamageNotNoticedBySqliteError('LENGTH');
  defineFunctions?.(db);
  migrate(db, migrations, getUpgradeCopyPath(target));
  if (isUnencryptedFile(file)) throw new Error('the file is not encrypted');
  return ok(db);
}

/**
 * Opens a file for writing: the key, the version, the length, the schema, in this order. 'storage-newer' touches
 * nothing;
 * 'storage-damaged' for a file that is not whole or from before the first release, and for a key that does not
 * fit. Nothing stays open where it fails.
 */
export function openCheckAndMigrateDatabase(target: DatabaseFileToOpen): Result<Connection> {
  return catchStorageErrors(() => {
    const db = openDatabaseFile(target.file, target.key);
    try {
      return prepareFile(db, target);
    } catch (thrown) {
      db.close();
      throw thrown;
    }
  });
}
