import { rmSync } from 'node:fs';
import type { Connection } from './db.ts';
import { type Sql, sql } from './sql.ts';

/** One step of the schema, in SQL alone. Numbers are consecutive from 1; a migration that was released never changes. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly schema: Sql;
}

/**
 * Written into the header of every file ('Intr' in ASCII). Files of the time before the first release lack it: their version numbers
 * count other migrations.
 */
const APPLICATION_ID = 0x49_6e_74_72;

/** A file of a connection: its own, or the one that is attached as `old`. */
type Attached = 'main' | 'old';

/** The number of the newest migration in a file; 0 for a fresh one. */
export function getSchemaVersion(db: Connection, file: Attached = 'main'): number {
  return Number(db.pragma(`${file}.user_version`));
}

/** Whether a file that has a schema counts its versions by other migrations than these. */
export function isFromBeforeRelease(db: Connection, file: Attached = 'main'): boolean {
  return getSchemaVersion(db, file) > 0 && db.pragma(`${file}.application_id`) !== APPLICATION_ID;
}

/** Copies an existing file, encrypted with the same key, before its schema changes. */
function copyBefore(db: Connection, copy: string): void {
  rmSync(copy, { force: true });
  db.run(sql`VACUUM INTO ${copy}`);
}

function apply(db: Connection, migration: Migration): void {
  // The version is written inside the transaction, so that a crash leaves either the old schema or the new
  // one.
  db.transaction(() => {
    db.execute(migration.schema);
    db.pragma(`application_id = ${APPLICATION_ID}`);
    db.pragma(`user_version = ${migration.version}`);
  });
}

/**
 * Brings a file to the newest schema. An existing file is first copied to `copy`; the copy is removed after
 * success and stays where a step throws.
 * @param copy null for a file that can be fetched again
 */
export function migrate(db: Connection, migrations: readonly Migration[], copy: string | null): void {
  if (migrations.some(({ version }, index) => version !== index + 1)) {
    throw new Error('migrations are not numbered from 1 without a gap');
  }
  const found = getSchemaVersion(db);
  const missing = migrations.slice(found);
  if (missing.length === 0) return;
  if (found > 0 && copy !== null) copyBefore(db, copy);
  for (const migration of missing) apply(db, migration);
  if (copy !== null) rmSync(copy, { force: true });
}
