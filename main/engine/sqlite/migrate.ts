import { rmSync } from 'node:fs';
import type { Connection } from './db.ts';
import { type Sql, sql } from './sql.ts';

/** One step of the schema. Versions are consecutive from 1; a released step never changes. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly schema: Sql;
  /** Fills the new tables where SQL cannot; runs after the schema, in the same transaction. */
  readonly fill?: (db: Connection) => void;
}

/** Returns the number of the newest schema step in a file; 0 for a new file. */
export function schemaVersion(db: Connection): number {
  return Number(db.pragma('user_version'));
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
    migration.fill?.(db);
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
  const found = schemaVersion(db);
  const missing = migrations.slice(found);
  if (missing.length === 0) return;
  if (found > 0 && copy !== null) copyBefore(db, copy);
  for (const migration of missing) apply(db, migration);
  if (copy !== null) rmSync(copy, { force: true });
}
