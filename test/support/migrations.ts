import { ACCESS_MIGRATIONS } from '#main/engine/access/open.ts';
import { CACHE_MIGRATIONS } from '#main/engine/cache/file/open.ts';
import { LOCAL_MIGRATIONS } from '#main/engine/local/recovery/open.ts';
import { PDF_MIGRATIONS } from '#main/engine/pdfs/open.ts';
import type { Connection } from '#main/engine/sqlite/db.ts';
import type { DatabaseDurability } from '#main/engine/sqlite/connection.ts';
import type { Migration } from '#main/engine/sqlite/migrate.ts';
import { type Sql, sql } from '#main/engine/sqlite/sql.ts';

/** The files that have migrations. */
export const STORES = ['cache', 'local', 'pdfs', 'access'] as const;
export type StoreName = (typeof STORES)[number];

interface StoreSample {
  readonly migrations: readonly Migration[];
  readonly durability: DatabaseDurability;
  /** Adds a row to a file of the newest released schema. */
  readonly fill: (db: Connection, row: number) => void;
  readonly count: Sql<{ readonly rows: number }>;
  /** A made-up next migration: it adds a column and changes every row. */
  readonly later: Sql;
  /** The columns of the changed table. */
  readonly columns: Sql<{ readonly name: string }>;
}

/** What the tests of migrations need to know of each file. A new migration of a file may need more columns in its `fill`. */
export const STORE_SAMPLES: Readonly<Record<StoreName, StoreSample>> = {
  cache: {
    migrations: CACHE_MIGRATIONS,
    durability: 'normal',
    fill: (db, row) =>
      db.run(sql`INSERT INTO form (id, name, normalized_name, published, has_unpublished_changes, usable_by_all, open_requests,
        flagged, last_updated_at, hash) VALUES (${`form_${row}`}, 'Intake', 'intake', 0, 0, 0, 0, 0, 1, ${new Uint8Array(4)})`),
    count: sql`SELECT count(*) AS rows FROM form`,
    later: sql`ALTER TABLE form ADD COLUMN extra TEXT NOT NULL DEFAULT ''; UPDATE form SET extra = hex(randomblob(2000));`,
    columns: sql`SELECT name FROM pragma_table_info('form')`,
  },
  local: {
    migrations: LOCAL_MIGRATIONS,
    durability: 'full',
    fill: (db, row) =>
      db.run(sql`INSERT INTO operation (operation, kind, target, data, base, label, saved_by, state, attempts, saved_at)
        VALUES ('forms.update', 'form', ${`form_${row}`}, '{}', '{}', 'Intake', '', 'saved', 0, 1)`),
    count: sql`SELECT count(*) AS rows FROM operation`,
    later: sql`ALTER TABLE operation ADD COLUMN extra TEXT NOT NULL DEFAULT ''; UPDATE operation SET extra = hex(randomblob(2000));`,
    columns: sql`SELECT name FROM pragma_table_info('operation')`,
  },
  pdfs: {
    migrations: PDF_MIGRATIONS,
    durability: 'normal',
    fill: (db, row) =>
      db.run(sql`INSERT INTO pdf (id, fetched_at, used_at, is_complete) VALUES (${`req_${row}`}, 1, 1, 1)`),
    count: sql`SELECT count(*) AS rows FROM pdf`,
    later: sql`ALTER TABLE pdf ADD COLUMN extra TEXT NOT NULL DEFAULT ''; UPDATE pdf SET extra = hex(randomblob(2000));`,
    columns: sql`SELECT name FROM pragma_table_info('pdf')`,
  },
  access: {
    migrations: ACCESS_MIGRATIONS,
    durability: 'full',
    fill: (db, row) =>
      db.run(
        sql`INSERT INTO entry (number, at, what, outcome, previous, hash) VALUES (${row + 1}, 1, 'view', 'ok', '', '')`,
      ),
    count: sql`SELECT count(*) AS rows FROM entry`,
    later: sql`ALTER TABLE entry ADD COLUMN extra TEXT NOT NULL DEFAULT ''; DROP TRIGGER entry_never_changes;
      UPDATE entry SET extra = hex(randomblob(2000));`,
    columns: sql`SELECT name FROM pragma_table_info('entry')`,
  },
};

/** All migrations of a file, and the made-up next one. */
export function withLater(store: StoreName): readonly Migration[] {
  const { migrations, later } = STORE_SAMPLES[store];
  return [...migrations, { version: migrations.length + 1, name: 'made-up', schema: later }];
}

/** Whether a file has what the made-up migration adds. */
export function hasLater(db: Connection, store: StoreName): boolean {
  return db.all(STORE_SAMPLES[store].columns).some(({ name }) => name === 'extra');
}
