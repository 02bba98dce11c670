import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Connection } from '#main/engine/store/db.ts';
import { schemaVersion } from '#main/engine/store/migrate.ts';
import { MIGRATIONS } from '#main/engine/cache/migrations/list.ts';
import type { Migration } from '#main/engine/store/migration.ts';
import { openCacheFile } from '#main/engine/cache/open.ts';
import { kindStates } from '#main/engine/cache/sync-state.ts';
import { sql } from '#main/engine/store/sql.ts';
import { temporaryFolder, TEST_KEY, valueOf } from '../../support/engine.ts';

const NEXT = MIGRATIONS.length + 1;
const ADDS_A_COLUMN: Migration = {
  version: NEXT,
  name: 'a step for this test',
  schema: sql`ALTER TABLE form ADD COLUMN colour TEXT NOT NULL DEFAULT 'blue'; CREATE TABLE extra (a INTEGER) STRICT;`,
};
const FAILS_HALFWAY: Migration = {
  version: NEXT,
  name: 'a step that fails',
  schema: sql`CREATE TABLE extra (a INTEGER) STRICT; INSERT INTO nowhere VALUES (1);`,
};

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

const copy = () => path.join(folder.path, 'cache.before-upgrade.db');
const open = (migrations: readonly Migration[]): Connection =>
  valueOf(openCacheFile({ folder: folder.path, key: TEST_KEY }, () => 0, migrations)).db;

/** A file of a released schema with one form in it. */
function makeOld(version = MIGRATIONS.length): void {
  const db = open(MIGRATIONS.slice(0, version));
  db.run(sql`INSERT INTO form (id, name, name_folded, published, has_unpublished_changes, usable_by_all, open_requests,
    flagged, last_updated_at, hash) VALUES ('form_1', 'Intake', 'intake', 0, 0, 0, 0, 0, 1, ${new Uint8Array(4)})`);
  db.close();
}

test('every file of the folder is a step of the list, in order and without a gap', () => {
  const source = path.join(import.meta.dirname, '../../../main/engine/cache/migrations');
  const files = readdirSync(source).filter((name) => /^\d{4}-/.test(name));
  expect(files).toEqual(
    MIGRATIONS.map(({ version, name }) => `${String(version).padStart(4, '0')}-${name}.ts`),
  );
  expect(MIGRATIONS.map(({ version }) => version)).toEqual(MIGRATIONS.map((_step, index) => index + 1));
});

test('a gap in the numbers is noticed before anything happens', () => {
  expect(() => open([...MIGRATIONS, { ...ADDS_A_COLUMN, version: NEXT + 3 }])).toThrow('without a gap');
});

test('all tables check the types of their columns', () => {
  const db = open(MIGRATIONS);
  const loose = db.all(sql<{ name: string }>`SELECT name FROM pragma_table_list
    WHERE schema = 'main' AND type = 'table' AND strict = 0 AND name NOT LIKE 'sqlite_%'`);
  db.close();
  expect(loose).toEqual([]);
});

test('an older file is brought up to date with its rows, and the copy goes', () => {
  makeOld();
  const db = open([...MIGRATIONS, ADDS_A_COLUMN]);
  expect(schemaVersion(db)).toBe(NEXT);
  expect(db.get(sql`SELECT id, name, colour FROM form`)).toEqual({
    id: 'form_1',
    name: 'Intake',
    colour: 'blue',
  });
  db.close();
  expect(existsSync(copy())).toBe(false);
});

test.each(MIGRATIONS.slice(0, -1).map(({ version }) => version))(
  'a file of version %i is brought up to date with its rows',
  (version) => {
    makeOld(version);
    const db = open(MIGRATIONS);
    expect(schemaVersion(db)).toBe(MIGRATIONS.length);
    expect(db.get(sql`SELECT id, name FROM form`)).toEqual({ id: 'form_1', name: 'Intake' });
    expect(kindStates(db).find(({ kind }) => kind === 'form')).toMatchObject({ order: null, suspected: 0 });
    db.close();
  },
);

test('a step that fails leaves the old schema, the old rows and an encrypted copy', () => {
  makeOld();
  expect(() => open([...MIGRATIONS, FAILS_HALFWAY])).toThrow('nowhere');
  expect(existsSync(copy())).toBe(true);
  const db = open(MIGRATIONS);
  expect(schemaVersion(db)).toBe(NEXT - 1);
  expect(db.get(sql`SELECT name FROM sqlite_schema WHERE name = 'extra'`)).toBeUndefined();
  expect(db.get(sql`SELECT id FROM form`)).toEqual({ id: 'form_1' });
  db.close();
});
