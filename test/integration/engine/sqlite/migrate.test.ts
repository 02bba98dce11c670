import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { MAX_ID_LENGTH } from '#contract/records.ts';
import type { Result } from '#contract/result.ts';
import type { Connection } from '#main/engine/sqlite/db.ts';
import { getUsualWaitOver, listUsualWaits } from '#main/engine/cache/tables/usual-waits.ts';
import { migrate, getSchemaVersion, type Migration } from '#main/engine/sqlite/migrate.ts';
import { openCheckAndMigrateDatabase } from '#main/engine/sqlite/open-file.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { getCode, temporaryFolder, TEST_KEY, unwrap } from '../../../support/engine.ts';
import { hasLater, STORE_SAMPLES, STORES, withLater } from '../../../support/migrations.ts';

const ROOT = path.join(import.meta.dirname, '../../../..');

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

describe.each(STORES)('The migrations of %s.db', (store) => {
  const { migrations, durability, fill, count } = STORE_SAMPLES[store];
  const newest = migrations.length;
  const fails: Migration = {
    version: newest + 1,
    name: 'one that fails',
    schema: sql`CREATE TABLE extra (a INTEGER) STRICT; INSERT INTO nowhere VALUES (1);`,
  };
  const addition: Migration = {
    version: newest + 1,
    name: 'one that adds a table',
    schema: sql`CREATE TABLE added (a INTEGER) STRICT;`,
    opensFrom: newest,
  };
  const adding = [...migrations, addition];
  const breaking: Migration = {
    version: 0,
    name: 'one that changes',
    schema: sql`CREATE TABLE other (a INTEGER) STRICT;`,
  };
  const file = () => path.join(folder.path, 'some.db');
  const copy = () => path.join(folder.path, 'some.before-upgrade.db');
  const tryOpening = (list: readonly Migration[]): Result<Connection> =>
    openCheckAndMigrateDatabase({ file: file(), key: TEST_KEY, durability, migrations: list });
  const open = (list: readonly Migration[]): Connection => unwrap(tryOpening(list));

  /** A closed file of these migrations with three rows in it. */
  function make(list: readonly Migration[]): void {
    const db = open(list);
    for (let row = 0; row < 3; row++) fill(db, row);
    db.close();
  }

  test('every file of the folder is in the list, in order and without a gap', () => {
    const files = readdirSync(path.join(ROOT, 'main/engine', store, 'migrations'));
    expect(files).toEqual(
      migrations.map(({ version, name }) => `${String(version).padStart(4, '0')}-${name}.ts`),
    );
    expect(migrations.map(({ version }) => version)).toEqual(
      migrations.map((_migration, index) => index + 1),
    );
  });

  test('a gap in the numbers is noticed before anything happens', () => {
    expect(() => open([...migrations, { ...fails, version: newest + 3 }])).toThrow('without a gap');
  });

  test('all tables check the types of their columns', () => {
    const db = open(migrations);
    const loose = db.all(sql<{ name: string }>`SELECT name FROM pragma_table_list
      WHERE schema = 'main' AND type = 'table' AND strict = 0 AND name NOT LIKE 'sqlite_%'`);
    db.close();
    expect(loose).toEqual([]);
  });

  test('an older file is brought up to date with its rows', () => {
    make(migrations);
    const db = open(withLater(store));
    expect(getSchemaVersion(db)).toBe(newest + 1);
    expect(hasLater(db, store)).toBe(true);
    expect(db.get(count)).toEqual({ rows: 3 });
    db.close();
  });

  test('a newer file that only has additions opens, is written to, and keeps its version', () => {
    make(adding);
    const db = open(migrations);
    fill(db, 3);
    expect(db.get(count)).toEqual({ rows: 4 });
    expect(getSchemaVersion(db)).toBe(newest + 1);
    db.close();
    expect(getSchemaVersion(open(adding))).toBe(newest + 1);
  });

  test('additions after a change that older programs cannot read do not make the file readable for them', () => {
    make([...withLater(store), { ...addition, version: newest + 2 }]);
    expect(getCode(tryOpening(migrations))).toBe('storage-newer');
  });

  test('the copy from before an upgrade is kept only where the file has no other way back', () => {
    make(migrations);
    open(adding).close();
    expect(existsSync(copy())).toBe(false);
    open([...adding, { ...breaking, version: newest + 2 }]).close();
    expect(existsSync(copy())).toBe(durability === 'full');
  });

  test('one that fails leaves the old schema and the old rows', () => {
    make(migrations);
    expect(() => open([...migrations, fails])).toThrow('nowhere');
    const db = open(migrations);
    expect(getSchemaVersion(db)).toBe(newest);
    expect(db.get(sql`SELECT name FROM sqlite_schema WHERE name = 'extra'`)).toBeUndefined();
    expect(db.get(count)).toEqual({ rows: 3 });
    db.close();
  });

  test('a file of a newer version is refused, and opens as before with the newer program', () => {
    make(withLater(store));
    const before = readFileSync(file());
    expect(getCode(tryOpening(migrations))).toBe('storage-newer');
    expect(readFileSync(file()).equals(before)).toBe(true);
    const db = open(withLater(store));
    expect(db.get(count)).toEqual({ rows: 3 });
    db.close();
  });

  test.each([1, 2, 12])(
    'a file from before the first release is refused and not written to, though its version is %i',
    (version) => {
      make(migrations);
      const db = open(migrations);
      db.pragma('application_id = 0');
      db.pragma(`user_version = ${version}`);
      db.close();
      const before = readFileSync(file());
      expect(getCode(tryOpening(withLater(store)))).toBe('storage-damaged');
      expect(readFileSync(file()).equals(before)).toBe(true);
    },
  );

  test('only a file whose content exists here alone is copied before it changes', () => {
    make(migrations);
    // The copy stays where a migration fails.
    expect(() => open([...migrations, fails])).toThrow('nowhere');
    expect(existsSync(copy())).toBe(durability === 'full');
  });
});

test('the reviewed results of changed requisitions are kept by their ids', () => {
  const { migrations } = STORE_SAMPLES.cache;
  const target = { file: path.join(folder.path, 'cache.db'), key: TEST_KEY, durability: 'normal' as const };
  const before = unwrap(openCheckAndMigrateDatabase({ ...target, migrations: migrations.slice(0, 1) }));
  for (const row of [7, 8]) {
    before.run(sql`
      INSERT INTO requisition (row, id, type, name, normalized_name, patient, service_facility, status, share_with_patient,
        needs_review, flagged, last_updated_at, hash)
      VALUES (${row}, ${`req_${row}`}, 'lab', '', '', 'user_p1', '', '', 0, 1, 0, 1, ${new Uint8Array(4)})`);
  }
  before.run(
    sql`INSERT INTO reviewed_version (row, reviews, result, received) VALUES (8, '[1]', 'rslt_1', '[2]')`,
  );
  before.close();
  const db = unwrap(openCheckAndMigrateDatabase({ ...target, migrations }));
  expect(db.all(sql`SELECT id, reviews, result, received FROM reviewed_version`)).toEqual([
    { id: 'req_8', reviews: '[1]', result: 'rslt_1', received: '[2]' },
  ]);
  db.close();
});

test('open reviews are read from the stored resources, and what has another shape is passed over', () => {
  const { migrations } = STORE_SAMPLES.cache;
  const target = { file: path.join(folder.path, 'cache.db'), key: TEST_KEY, durability: 'normal' as const };
  const before = unwrap(openCheckAndMigrateDatabase({ ...target, migrations: migrations.slice(0, 2) }));
  const deadline = '2026-03-02T09:30:00.123Z';
  const reviews = [
    { status: 'reviewed', reviewer: 'user_d1', review_deadline: deadline },
    { status: '', reviewer: 'user_d2', review_deadline: null, reviewed_at: null },
    { status: 'requested', reviewer: 'user_d3', review_deadline: deadline, reviewed_at: null },
    { status: '', reviewer: 'user_d4', reviewed_at: deadline },
    'no review',
    { status: 'requested', reviewer: null },
    { status: 'requested', reviewer: { id: 'user_d5' } },
    { status: 'requested', reviewer: 'x'.repeat(300) },
  ];
  const raws = [JSON.stringify({ reviews }), '{"reviews":"none"}', '['.repeat(1_500), '{}'];
  for (const [row, raw] of raws.entries()) {
    before.run(sql`
      INSERT INTO requisition (row, id, type, name, normalized_name, patient, service_facility, status, share_with_patient,
        needs_review, flagged, last_updated_at, hash, review_state)
      VALUES (${row}, ${`req_${row}`}, 'lab', '', '', 'user_p1', '', '', 0, 1, 0, 1, ${new Uint8Array(4)}, 2)`);
    before.run(sql`INSERT INTO requisition_body (row, raw, fetched_at) VALUES (${row}, ${raw}, 0)`);
  }
  before.close();
  const db = unwrap(openCheckAndMigrateDatabase({ ...target, migrations }));
  const found = db.all(sql<{ open: string }>`SELECT open_reviews AS open FROM requisition ORDER BY row`);
  expect(found.map(({ open }) => JSON.parse(open) as unknown)).toEqual([
    [
      ['user_d3', Date.parse(deadline)],
      ['user_d2', null],
      ['', null],
      ['', null],
      ['x'.repeat(MAX_ID_LENGTH), null],
    ],
    [],
    [],
    [],
  ]);
  db.close();
});

test('notifications from before there were threads are put into them', () => {
  const { migrations } = STORE_SAMPLES.cache;
  const target = { file: path.join(folder.path, 'cache.db'), key: TEST_KEY, durability: 'normal' as const };
  const count = migrations.findIndex(({ name }) => name === 'inbox-threads');
  const before = unwrap(openCheckAndMigrateDatabase({ ...target, migrations: migrations.slice(0, count) }));
  const rows = [
    { row: 1, user: 'user_a', read: 0, kind: 'form', id: 'form_1', at: 10 },
    { row: 2, user: 'user_a', read: 1, kind: 'form', id: 'form_1', at: 20 },
    { row: 3, user: 'user_a', read: 0, kind: 'form', id: 'form_1', at: 20 },
    { row: 4, user: 'user_b', read: 1, kind: 'form', id: 'form_1', at: 5 },
    { row: 5, user: 'user_a', read: 0, kind: 'message', id: '', at: 7 },
    { row: 6, user: 'user_a', read: 1, kind: 'message', id: '', at: 8 },
  ];
  for (const { row, user, read, kind, id, at } of rows)
    before.run(sql`
      INSERT INTO notification (row, id, user, title, text, read, about_kind, about_id, flagged, created_at, hash)
      VALUES (${row}, ${`notf_${row}`}, ${user}, '', '', ${read}, ${kind}, ${id}, 0, ${at}, ${new Uint8Array(4)})`);
  before.close();
  const db = unwrap(openCheckAndMigrateDatabase({ ...target, migrations }));
  expect(
    db.all(sql`
      SELECT row, created_at AS at, notifications, unread,
        (SELECT group_concat(row) FROM (SELECT row FROM notification WHERE thread = inbox_thread.thread ORDER BY row)) AS members
      FROM inbox_thread ORDER BY row`),
  ).toEqual([
    { row: 3, at: 20, notifications: 3, unread: 2, members: '1,2,3' },
    { row: 4, at: 5, notifications: 1, unread: 0, members: '4' },
    { row: 5, at: 7, notifications: 1, unread: 1, members: '5' },
    { row: 6, at: 8, notifications: 1, unread: 0, members: '6' },
  ]);
  expect(db.all(sql`SELECT thread FROM inbox_thread WHERE thread < 0 ORDER BY thread`)).toEqual([
    { thread: -6 },
    { thread: -5 },
  ]);
  db.close();
});

test('sent requisitions from before usual waits were stored are sorted by their age, and others not at all', () => {
  const { migrations } = STORE_SAMPLES.cache;
  const target = { file: path.join(folder.path, 'cache.db'), key: TEST_KEY, durability: 'normal' as const };
  const count = migrations.findIndex(({ name }) => name === 'usual-waits');
  const before = unwrap(openCheckAndMigrateDatabase({ ...target, migrations: migrations.slice(0, count) }));
  const rows = [
    { row: 1, status: 'sent', since: 30, created: 10 },
    { row: 2, status: 'sent', since: null, created: 20 },
    { row: 3, status: 'sent', since: null, created: null },
    { row: 4, status: 'draft', since: 5, created: 5 },
  ];
  for (const { row, status, since, created } of rows)
    before.run(sql`
      INSERT INTO requisition (row, id, type, name, normalized_name, patient, service_facility, status, share_with_patient,
        needs_review, flagged, status_since, created_at, last_updated_at, hash)
      VALUES (${row}, ${`req_${row}`}, 'lab', '', '', '', '', ${status}, 0, 0, 0, ${since}, ${created}, 1, ${new Uint8Array(4)})`);
  before.close();
  const db = unwrap(openCheckAndMigrateDatabase({ ...target, migrations }));
  const WITHOUT_USUAL_WAIT = 1e15;
  expect(
    db.all(sql`SELECT row, usual_wait_over AS over FROM requisition ORDER BY over IS NULL, over, row`),
  ).toEqual([
    { row: 2, over: 20 + WITHOUT_USUAL_WAIT },
    { row: 1, over: 30 + WITHOUT_USUAL_WAIT },
    { row: 3, over: null },
    { row: 4, over: null },
  ]);
  // The program writes the same number.
  const columns = {
    type: 'lab',
    serviceFacility: '',
    nameKey: '',
    status: 'sent',
    statusSince: 30,
    createdAt: 10,
  };
  expect(getUsualWaitOver(db, columns)).toBe(30 + WITHOUT_USUAL_WAIT);
  db.close();
});

test('usual waits from before those of tests were stored stay those of a type at a facility', () => {
  const { migrations } = STORE_SAMPLES.cache;
  const target = { file: path.join(folder.path, 'cache.db'), key: TEST_KEY, durability: 'normal' as const };
  const count = migrations.findIndex(({ name }) => name === 'usual-waits-of-tests');
  const before = unwrap(openCheckAndMigrateDatabase({ ...target, migrations: migrations.slice(0, count) }));
  before.run(sql`INSERT INTO usual_wait (type, service_facility, median) VALUES ('lab', 'fac_1', 500)`);
  before.close();
  const db = unwrap(openCheckAndMigrateDatabase({ ...target, migrations }));
  expect(listUsualWaits(db)).toEqual([{ type: 'lab', serviceFacility: 'fac_1', nameKey: '', median: 500 }]);
  const columns = { type: 'lab', serviceFacility: 'fac_1', status: 'sent', statusSince: 30, createdAt: 10 };
  expect(getUsualWaitOver(db, { ...columns, nameKey: 'ferritin' })).toBe(530);
  db.close();
});

test('the copy that is made before a migration has the old schema and opens with the same key', () => {
  const { migrations, fill, count } = STORE_SAMPLES.local;
  const target = { file: path.join(folder.path, 'local.db'), key: TEST_KEY, durability: 'full' as const };
  const db = unwrap(openCheckAndMigrateDatabase({ ...target, migrations }));
  fill(db, 1);
  const broken = {
    version: migrations.length + 1,
    name: 'broken',
    schema: sql`INSERT INTO nowhere VALUES (1)`,
  };
  const copied = path.join(folder.path, 'copied.db');
  expect(() => migrate(db, [...migrations, broken], copied)).toThrow('nowhere');
  db.close();
  const copy = unwrap(openCheckAndMigrateDatabase({ ...target, file: copied, migrations }));
  expect(copy.get(count)).toEqual({ rows: 1 });
  copy.close();
});

test('a copy that an interrupted upgrade has left is replaced by a whole one', () => {
  const { migrations, fill, count } = STORE_SAMPLES.local;
  const target = { file: path.join(folder.path, 'local.db'), key: TEST_KEY, durability: 'full' as const };
  const db = unwrap(openCheckAndMigrateDatabase({ ...target, migrations }));
  fill(db, 1);
  const copied = path.join(folder.path, 'copied.db');
  writeFileSync(copied, 'the first bytes of a copy');
  const broken = {
    version: migrations.length + 1,
    name: 'broken',
    schema: sql`INSERT INTO nowhere VALUES (1)`,
  };
  expect(() => migrate(db, [...migrations, broken], copied)).toThrow('nowhere');
  db.close();
  const copy = unwrap(openCheckAndMigrateDatabase({ ...target, file: copied, migrations }));
  expect(copy.get(count)).toEqual({ rows: 1 });
  copy.close();
});

test('requisitions that were stored before are counted in groups and totals, with their open reviews by reviewer', () => {
  const { migrations } = STORE_SAMPLES.cache;
  const target = { file: path.join(folder.path, 'cache.db'), key: TEST_KEY, durability: 'normal' as const };
  const before = unwrap(openCheckAndMigrateDatabase({ ...target, migrations: migrations.slice(0, 3) }));
  const open = ['[]', '[["user_d1",5],["user_d2",null],["user_d1",9]]', '[]'];
  for (const [row, reviews] of open.entries()) {
    before.run(sql`
      INSERT INTO requisition (row, id, type, name, normalized_name, patient, service_facility, status, share_with_patient,
        needs_review, flagged, last_updated_at, hash, review_state, open_reviews)
      VALUES (${row}, ${`req_${row}`}, 'lab', '', '', 'user_p1', 'fac_1', 'sent', 0, 1, 0, 1, ${new Uint8Array(4)},
        ${reviews === '[]' ? 0 : 2}, ${reviews})`);
  }
  before.close();
  const db = unwrap(openCheckAndMigrateDatabase({ ...target, migrations }));
  expect(
    db.all(sql`
      SELECT service_facility AS facility, status, review_state AS state, row_count AS rows FROM requisition_group
      ORDER BY review_state`),
  ).toEqual([
    { facility: 'fac_1', status: 'sent', state: 0, rows: 2 },
    { facility: 'fac_1', status: 'sent', state: 2, rows: 1 },
  ]);
  expect(
    db.all(sql`
      SELECT whole.status, whole.review_state AS state, whole.row_count AS rows, count(*) AS groups
      FROM requisition_total AS whole JOIN requisition_group ON total = whole.number GROUP BY whole.number ORDER BY state`),
  ).toEqual([
    { status: 'sent', state: 0, rows: 2, groups: 1 },
    { status: 'sent', state: 2, rows: 1, groups: 1 },
  ]);
  expect(
    db.all(
      sql`SELECT row, review_state AS state FROM requisition_group_row JOIN requisition_group USING (number) ORDER BY row`,
    ),
  ).toEqual([
    { row: 0, state: 0 },
    { row: 1, state: 2 },
    { row: 2, state: 0 },
  ]);
  expect(db.all(sql`SELECT reviewer, deadline, row FROM open_review ORDER BY reviewer`)).toEqual([
    { reviewer: 'user_d1', deadline: 5, row: 1 },
    { reviewer: 'user_d2', deadline: 9_000_000_000_000_000, row: 1 },
  ]);
  db.close();
});

test('the tests of requisitions that were stored before are counted by name and type', () => {
  const migrations = STORE_SAMPLES.cache.migrations.slice(0, 5);
  const target = { file: path.join(folder.path, 'cache.db'), key: TEST_KEY, durability: 'normal' as const };
  const before = unwrap(openCheckAndMigrateDatabase({ ...target, migrations: migrations.slice(0, 4) }));
  const names = ['TSH', 'TSH', 'Chest X-ray', '', 'x'.repeat(201)];
  for (const [row, name] of names.entries()) {
    before.run(sql`
      INSERT INTO requisition (row, id, type, name, normalized_name, patient, service_facility, status, share_with_patient,
        needs_review, flagged, last_updated_at, hash)
      VALUES (${row}, ${`req_${row}`}, ${name === 'TSH' ? 'lab' : 'imaging'}, ${name}, '', 'user_p1', 'fac_1', 'sent', 0, 1, 0, 1,
        ${new Uint8Array(4)})`);
  }
  before.close();
  const db = unwrap(openCheckAndMigrateDatabase({ ...target, migrations }));
  expect(
    db.all(sql`SELECT code, description, uses FROM code_usage WHERE list = 'tests' ORDER BY uses DESC`),
  ).toEqual([
    { code: 'TSH', description: 'lab', uses: 2 },
    { code: 'Chest X-ray', description: 'imaging', uses: 1 },
  ]);
  db.close();
  unwrap(openCheckAndMigrateDatabase({ ...target, migrations: migrations.slice(0, 4) })).close();
});
