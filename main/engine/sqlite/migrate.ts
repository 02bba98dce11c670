import { rmSync } from 'node:fs';
import type { Connection } from './db.ts';
import { type Sql, sql } from './sql.ts';

/**
 * One step of the schema, in SQL alone. Numbers are consecutive from 1; a migration that was released never
 * changes.
 */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly schema: Sql;
  /**
   * The oldest schema version whose program can still read and write the file after this step: one that only adds
   * tables, indexes, or columns with a default names an earlier version. Without it older programs refuse the file.
   */
  readonly opensFrom?: number;
}

/**
 * Written into the header of every file ('Intr' in ASCII). Files of the time before the first release lack it:
 * their version numbers
 * count other migrations.
 */
const APPLICATION_ID = 0x49_6e_74_72;

/** A file of a connection: its own, or the one that is attached as `old`. */
type Attached = 'main' | 'old';

/**
 * `user_version` holds the schema's version in its lower half, and in the upper one which older version may open
 * the file.
 */
const HALF = 0x1_00_00;

/** Returns the number of the newest migration in a file; 0 for a fresh one. */
export function getSchemaVersion(db: Connection, file: Attached = 'main'): number {
  return Number(db.pragma(`${file}.user_version`)) % HALF;
}

/** Returns the oldest schema version whose program may open a file: the file's own where no older one can. */
export function readOldestCompatibleVersion(db: Connection): number {
  const oldest = Math.floor(Number(db.pragma('main.user_version')) / HALF);
  return oldest === 0 ? getSchemaVersion(db) : oldest;
}

/**
 * Returns the oldest schema version whose program can open a file with the first of these migrations up to
 * `version`.
 */
export function computeOldestCompatibleVersion(migrations: readonly Migration[], version: number): number {
  return Math.max(...migrations.slice(0, version).map((step) => step.opensFrom ?? step.version));
}

/** Returns whether a file that has a schema counts its versions by other migrations than these. */
export function hasPreReleaseSchema(db: Connection, file: Attached = 'main'): boolean {
  return getSchemaVersion(db, file) > 0 && db.pragma(`${file}.application_id`) !== APPLICATION_ID;
}

/** Copies an existing file, encrypted with the same key, before its schema changes. */
function copyBefore(db: Connection, copy: string): void {
  rmSync(copy, { force: true });
  db.run(sql`VACUUM INTO ${copy}`);
}

function apply(db: Connection, migration: Migration, oldestReader: number): void {
  // The version is written inside the transaction, so that a crash leaves either the old schema or the new
  // one.
  db.transaction(() => {
    db.execute(migration.schema);
    db.pragma(`application_id = ${APPLICATION_ID}`);
    const older = oldestReader === migration.version ? 0 : oldestReader;
    db.pragma(`user_version = ${older * HALF + migration.version}`);
  });
}

/**
 * Brings a file to the newest schema. An existing file is first copied to `copy`. The copy stays where a step throws,
 * and where the program of the old schema cannot open the new one: then one can go back to it. Otherwise it is removed.
 * @param copy path of the copy made first; null for a file whose content can be fetched from the service again
 */
export function migrate(db: Connection, migrations: readonly Migration[], copy: string | null): void {
  if (migrations.some(({ version }, index) => version !== index + 1)) {
    throw new Error('migrations are not numbered from 1 without a gap');
  }
  const found = getSchemaVersion(db);
  const missing = migrations.slice(found);
  if (missing.length === 0) return;
  if (found > 0 && copy !== null) copyBefore(db, copy);
  for (const migration of missing)
    apply(db, migration, computeOldestCompatibleVersion(migrations, migration.version));
  const isWayBack = found > 0 && readOldestCompatibleVersion(db) > found;
  if (copy !== null && !isWayBack) rmSync(copy, { force: true });
}
