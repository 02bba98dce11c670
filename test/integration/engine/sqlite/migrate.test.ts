import { existsSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Connection } from '#main/engine/sqlite/db.ts';
import { openWhole } from '#main/engine/sqlite/open-file.ts';
import { schemaVersion, type Migration } from '#main/engine/sqlite/migrate.ts';
import { MIGRATIONS, openCacheFile } from '#main/engine/cache/open.ts';
import { kindStates } from '#main/engine/cache/tables/sync-state.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { rawForm, rawNotification, rawRequisition } from '../../../support/builders.ts';
import { testCache } from '../../../support/cache.ts';
import { temporaryFolder, TEST_KEY, unwrap } from '../../../support/engine.ts';

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
  unwrap(openCacheFile({ folder: folder.path, key: TEST_KEY }, () => 0, migrations)).db;

/** A file of a released schema with one form in it. */
function makeOld(version = MIGRATIONS.length): void {
  const db = open(MIGRATIONS.slice(0, version));
  db.run(sql`INSERT INTO form (id, name, normalized_name, published, has_unpublished_changes, usable_by_all, open_requests,
    flagged, last_updated_at, hash) VALUES ('form_1', 'Intake', 'intake', 0, 0, 0, 0, 0, 1, ${new Uint8Array(4)})`);
  db.close();
}

test('every file of the folder is a step of the list, in order and without a gap', () => {
  const source = path.join(import.meta.dirname, '../../../../main/engine/cache/migrations');
  const files = readdirSync(source).filter((name) => /^\d{4}-/.test(name));
  expect(files).toEqual(
    MIGRATIONS.map(({ version, name }) => `${String(version).padStart(4, '0')}-${name}.ts`),
  );
  expect(MIGRATIONS.map(({ version }) => version)).toEqual(MIGRATIONS.map((_step, index) => index + 1));
});

test('a gap in the numbers is detected before anything happens', () => {
  expect(() => open([...MIGRATIONS, { ...ADDS_A_COLUMN, version: NEXT + 3 }])).toThrow('without a gap');
});

test('all tables check the types of their columns', () => {
  const db = open(MIGRATIONS);
  const loose = db.all(sql<{ name: string }>`SELECT name FROM pragma_table_list
    WHERE schema = 'main' AND type = 'table' AND strict = 0 AND name NOT LIKE 'sqlite_%'`);
  db.close();
  expect(loose).toEqual([]);
});

test('an older file is migrated with its rows, and the copy is removed', () => {
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
  'a file of version %i is migrated with its rows',
  (version) => {
    makeOld(version);
    const db = open(MIGRATIONS);
    expect(schemaVersion(db)).toBe(MIGRATIONS.length);
    expect(db.get(sql`SELECT id, name FROM form`)).toEqual({ id: 'form_1', name: 'Intake' });
    expect(kindStates(db).find(({ kind }) => kind === 'form')).toMatchObject({ order: null, suspected: 0 });
    db.close();
  },
);

/** Resources in a file of version 2, in that version's format. */
const KEPT = {
  requisition: rawRequisition({
    name: 'Ferritin',
    comments: [{ id: 'cmmt_1', object: 'comment', comment: 'Called twice', created_by: 'user_d9' }],
    reviews: [
      { status: '', reviewer: 'user_d2', review_deadline: '2026-03-09T00:00:00.000Z', reviewed_at: null },
    ],
  }),
  form: rawForm({
    request_completion_from: [{ patient: 'user_p1', requested_by: 'user_d1', requested_at: '' }],
  }),
  notification: rawNotification({
    props: { object: 'appointment', id: 'appt_1', attendees: [{ attendee: 'user_p7' }] },
  }),
} as const;

function makeVersion2(): void {
  const db = open(MIGRATIONS.slice(0, 2));
  const hash = new Uint8Array(16);
  db.run(sql`INSERT INTO requisition (row, id, type, name, normalized_name, patient, service_facility, status, share_with_patient,
    needs_review, flagged, created_at, last_updated_at, hash)
    VALUES (5, 'req_7Hq2', 'lab', 'Ferritin', 'ferritin', 'user_p1', 'fac_1', 'draft', 0, 1, 0, 1, 1, ${hash})`);
  db.run(sql`INSERT INTO requisition_search (rowid, normalized_name) VALUES (5, 'ferritin')`);
  db.run(sql`INSERT INTO form (row, id, name, normalized_name, published, has_unpublished_changes, usable_by_all, open_requests,
    flagged, last_updated_at, hash) VALUES (5, 'form_1', 'Intake', 'intake', 0, 0, 0, 1, 0, 1, ${hash})`);
  db.run(sql`INSERT INTO notification (row, id, user, title, text, read, about_kind, about_id, flagged, created_at, hash)
    VALUES (5, 'notf_1', 'user_d1', 'New message', '', 0, 'appointment', 'appt_1', 0, 1, ${hash})`);
  db.run(sql`INSERT INTO requisition_body VALUES (5, ${JSON.stringify(KEPT.requisition)}, 1)`);
  db.run(sql`INSERT INTO form_body VALUES (5, ${JSON.stringify(KEPT.form)}, 1)`);
  db.run(sql`INSERT INTO notification_body VALUES (5, ${JSON.stringify(KEPT.notification)}, 1)`);
  db.close();
}

/** Rows added to a file of version 2, without row numbers. */
function findAdded(db: Connection): unknown {
  return [
    db.all(
      sql`SELECT name_key, ordering_provider, status_since, review_state, review_deadline, reviewer, codes FROM requisition`,
    ),
    db.all(sql`SELECT text FROM requisition_text`),
    db.all(sql`SELECT id, kind, role FROM id_reference ORDER BY id, kind`),
    db.all(sql`SELECT * FROM code_usage ORDER BY list, code`),
    db.all(
      sql`SELECT count(*) AS hits FROM requisition_search WHERE requisition_search MATCH '"wic" AND "ice"'`,
    ),
    db.all(sql`SELECT row FROM search_queue`),
  ];
}

test('what a file of version 2 contains is parsed again, with the same result as a new fetch', async () => {
  makeVersion2();
  const db = open(MIGRATIONS);
  const fresh = await testCache();
  for (const kind of ['requisition', 'form', 'notification'] as const) fresh.sweep(kind, [KEPT[kind]]);
  expect(findAdded(db)).toEqual(findAdded(fresh.reader));
  expect(db.all(sql`SELECT id FROM id_reference WHERE id IN ('user_p7', 'user_d9', 'user_d2')`)).toHaveLength(
    3,
  );
  expect(() =>
    db.run(sql`INSERT INTO requisition_search (requisition_search) VALUES ('integrity-check')`),
  ).not.toThrow();
  db.close();
  await fresh.close();
});

test('if parsing again fails, the old schema stays', () => {
  makeVersion2();
  const [, , last] = MIGRATIONS;
  if (last === undefined) throw new Error('there are three steps');
  const fails: Migration = {
    ...last,
    fill: (db) => {
      last.fill?.(db);
      throw new Error('in the middle');
    },
  };
  expect(() => open([...MIGRATIONS.slice(0, 2), fails])).toThrow('in the middle');
  const db = open(MIGRATIONS.slice(0, 2));
  expect(schemaVersion(db)).toBe(2);
  expect(db.get(sql`SELECT name FROM sqlite_schema WHERE name = 'id_reference'`)).toBeUndefined();
  db.close();
});

test('a step that fails leaves the old schema and the old rows', () => {
  makeOld();
  expect(() => open([...MIGRATIONS, FAILS_HALFWAY])).toThrow('nowhere');
  const db = open(MIGRATIONS);
  expect(schemaVersion(db)).toBe(NEXT - 1);
  expect(db.get(sql`SELECT name FROM sqlite_schema WHERE name = 'extra'`)).toBeUndefined();
  expect(db.get(sql`SELECT id FROM form`)).toEqual({ id: 'form_1' });
  db.close();
});

/** Opens a file of two steps that is at the first; returns whether a copy of it existed during the second. */
function isCopiedAt(durability: 'normal' | 'full'): boolean {
  let isCopied = false;
  const base: Migration = { version: 1, name: 'base', schema: sql`CREATE TABLE one (a INTEGER) STRICT` };
  const next: Migration = {
    version: 2,
    name: 'next',
    schema: sql`CREATE TABLE two (a INTEGER) STRICT`,
    fill: () => {
      isCopied = existsSync(path.join(folder.path, 'some.before-upgrade.db'));
    },
  };
  const target = { file: path.join(folder.path, 'some.db'), key: TEST_KEY, durability };
  unwrap(openWhole({ ...target, migrations: [base] })).close();
  unwrap(openWhole({ ...target, migrations: [base, next] })).close();
  return isCopied;
}

test('local data is copied before its schema changes; the cache needs no space for a copy', () => {
  expect(isCopiedAt('full')).toBe(true);
  rmSync(path.join(folder.path, 'some.db'));
  expect(isCopiedAt('normal')).toBe(false);
});
