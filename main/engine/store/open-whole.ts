import { err, ok, type Result } from '#contract/result.ts';
import { connect, isPlain, isWhole, settle, type Durability } from './connect.ts';
import { DamagedFile } from './damage.ts';
import type { Connection } from './db.ts';
import { migrate, schemaVersion } from './migrate.ts';
import type { Migration } from './migration.ts';
import { storing } from './sqlite-errors.ts';

/** Smaller than any database: SQLite would take an empty file, or one byte, for a healthy database without rows. */
export const SMALLEST_DATABASE = 512;

/** A file of an account, and how it is brought up to date. */
export interface StoreFile {
  readonly file: string;
  /** 64 hex digits. */
  readonly key: string;
  readonly durability: Durability;
  readonly migrations: readonly Migration[];
  /** What must be set while nothing is in the file yet. */
  readonly prepare?: (db: Connection) => void;
  /** Looks deeper than at the length; false for damage. */
  readonly isSound?: (db: Connection) => boolean;
}

/** `cache.db` is copied to `cache.before-upgrade.db` before its schema changes. */
function copyName(file: string): string {
  return file.replace(/\.db$/, '.before-upgrade.db');
}

function prepared(
  db: Connection,
  { file, durability, migrations, prepare, isSound }: StoreFile,
): Result<Connection> {
  const found = schemaVersion(db);
  if (found > migrations.length) {
    db.close();
    return err('storage-newer', { detail: `version ${found}` });
  }
  if (found === 0) prepare?.(db);
  settle(db, durability);
  if (!isWhole(db, file) || isSound?.(db) === false) throw new DamagedFile('LENGTH');
  migrate(db, migrations, copyName(file));
  if (isPlain(file)) throw new Error('the file is not encrypted');
  return ok(db);
}

/**
 * Opens a file for writing: the key, the version, the length, the schema, in this order. 'storage-newer' touches nothing;
 * 'storage-damaged' for a file that is not whole, and for a key that does not fit. Nothing stays open where it fails.
 */
export function openWhole(target: StoreFile): Result<Connection> {
  return storing(() => {
    const db = connect(target.file, target.key);
    try {
      return prepared(db, target);
    } catch (thrown) {
      db.close();
      throw thrown;
    }
  });
}
