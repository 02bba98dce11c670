import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { HashChainVerifier, type HashChainedEntry } from '#main/engine/access/chain.ts';
import type { Connection } from '#main/engine/sqlite/db.ts';
import { openCheckAndMigrateDatabase } from '#main/engine/sqlite/open-file.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { temporaryFolder, TEST_KEY, unwrap } from '../../../support/engine.ts';
import { STORE_SAMPLES } from '../../../support/migrations.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

test('a local store gets room for the saves that were imported, and the program before it can go on with it', () => {
  const { migrations } = STORE_SAMPLES.local;
  const target = { file: path.join(folder.path, 'local.db'), key: TEST_KEY, durability: 'full' as const };
  const former = migrations.slice(0, 3);
  const before = unwrap(openCheckAndMigrateDatabase({ ...target, migrations: former }));
  before.run(sql`
    INSERT INTO acknowledged (number, save_id, operation, kind, target, label, how, fields, saved_at, acknowledged_at)
    VALUES (1, 'press', 'forms.publish', 'form', 'form_1', '', 'sent', '[]', 1, 2)`);
  before.close();
  const db = unwrap(openCheckAndMigrateDatabase({ ...target, migrations }));
  expect(db.all(sql`SELECT save_id FROM imported_save`)).toEqual([]);
  expect(db.all(sql`SELECT save_id AS saved FROM acknowledged`)).toEqual([{ saved: 'press' }]);
  db.close();
  unwrap(openCheckAndMigrateDatabase({ ...target, migrations: former })).close();
});

test('an access log gets room for receipts, and its entries keep their hashes', () => {
  const { migrations } = STORE_SAMPLES.access;
  const target = { file: path.join(folder.path, 'access.db'), key: TEST_KEY, durability: 'full' as const };
  const former = migrations.slice(0, 1);
  const before = unwrap(openCheckAndMigrateDatabase({ ...target, migrations: former }));
  // As the first version has written it.
  before.run(sql`
    INSERT INTO entry (number, at, what, user, account, record, patient, outcome, previous, hash)
    VALUES (1, 5, 'view', NULL, NULL, 'req_1', NULL, 'ok', ${'0'.repeat(64)},
      ${'32ad2bbd05d163aa01c8fae3053d156bfcbbfd6fdafc07ef4fbe94be3f2673d6'})`);
  before.close();
  const db = unwrap(openCheckAndMigrateDatabase({ ...target, migrations }));
  const [entry] = db.all(sql<HashChainedEntry>`SELECT * FROM entry`);
  expect(entry).toMatchObject({ number: 1, record: 'req_1', receipt: null });
  const check = new HashChainVerifier(null);
  if (entry !== undefined) check.addEntry(entry);
  expect(check.finish()).toEqual({ entries: 1, problems: [] });
  db.close();
  unwrap(openCheckAndMigrateDatabase({ ...target, migrations: former })).close();
});

test('a local store gets room for the states of screens, for templates, for views of further screens and for snoozed notifications, and the program before it can go on with it', () => {
  const { migrations, fill, count } = STORE_SAMPLES.local;
  const target = { file: path.join(folder.path, 'local.db'), key: TEST_KEY, durability: 'full' as const };
  const former = migrations.slice(0, 6);
  const before = unwrap(openCheckAndMigrateDatabase({ ...target, migrations: former }));
  fill(before, 0);
  before.close();
  const db = unwrap(openCheckAndMigrateDatabase({ ...target, migrations }));
  expect(db.all(sql`SELECT screen, state FROM screen_state`)).toEqual([]);
  expect(db.all(sql`SELECT name, fields FROM template`)).toEqual([]);
  expect(db.all(sql`SELECT screen, name, query FROM screen_view`)).toEqual([]);
  expect(db.all(sql`SELECT notification, until, is_over FROM snooze`)).toEqual([]);
  expect(db.get(count)).toEqual({ rows: 1 });
  db.close();
  unwrap(openCheckAndMigrateDatabase({ ...target, migrations: former })).close();
});

test('a history of completion requests gets indexes for its orders, and room for reviewed results', () => {
  const { migrations } = STORE_SAMPLES.local;
  const target = { file: path.join(folder.path, 'local.db'), key: TEST_KEY, durability: 'full' as const };
  const before = unwrap(openCheckAndMigrateDatabase({ ...target, migrations: migrations.slice(0, 1) }));
  for (const [patient, state] of [
    ['user_p1', 'open'],
    ['user_p2', 'ended'],
  ] as const) {
    before.run(sql`
      INSERT INTO completion_request (form, patient, requested_at, requested_by, seen_at, state, ended_after, ended_before)
      VALUES ('form_1', ${patient}, 5, 'user_d1', 6, ${state}, 7, 8)`);
  }
  before.close();
  const db = unwrap(openCheckAndMigrateDatabase({ ...target, migrations }));
  const ended = sql<{ patient: string }>`
    SELECT patient FROM completion_request INDEXED BY completion_request_ended WHERE state <> 'open' AND ended_before = 8`;
  expect(db.all(ended)).toEqual([{ patient: 'user_p2' }]);
  expect(db.get(sql`SELECT count(*) AS rows FROM completion_request`)).toEqual({ rows: 2 });
  expect(db.all(sql`SELECT id FROM reviewed_version`)).toEqual([]);
  db.close();
});

test('names from before sources were recorded stay, and tell that theirs is not known', () => {
  const { migrations } = STORE_SAMPLES.local;
  const target = { file: path.join(folder.path, 'local.db'), key: TEST_KEY, durability: 'full' as const };
  const isBefore = ({ name }: { readonly name: string }) => name !== 'name-sources';
  const count = migrations.findIndex((step) => !isBefore(step));
  const before = unwrap(openCheckAndMigrateDatabase({ ...target, migrations: migrations.slice(0, count) }));
  before.run(
    sql`INSERT INTO directory (id, name, normalized_name, saved_at) VALUES ('user_1', 'Ada', 'ada', 5)`,
  );
  before.close();
  const db = unwrap(openCheckAndMigrateDatabase({ ...target, migrations }));
  expect(
    db.get(
      sql`SELECT name, saved_at AS savedAt, identifier, source, saved_by AS savedBy, sourced_at AS sourcedAt FROM directory`,
    ),
  ).toEqual({ name: 'Ada', savedAt: 5, identifier: '', source: 'unknown', savedBy: '', sourcedAt: 0 });
  expect(db.all(sql`SELECT id FROM name_reading`)).toEqual([]);
  db.close();
});

test('pending and closed changes get room for the patient, those from before have none, and the program before it can go on with it', () => {
  const { migrations } = STORE_SAMPLES.local;
  const target = { file: path.join(folder.path, 'local.db'), key: TEST_KEY, durability: 'full' as const };
  const former = migrations.slice(0, 11);
  const fill = (db: Connection, number: number) => {
    db.run(sql`
      INSERT INTO operation (number, operation, kind, target, data, base, label, saved_by, state, attempts, saved_at)
      VALUES (${number}, 'requisitions.update', 'requisition', 'req_1', '{}', '{}', '', '', 'saved', 0, 1)`);
    db.run(sql`
      INSERT INTO acknowledged (number, operation, kind, target, label, how, fields, saved_at, acknowledged_at)
      VALUES (${number}, 'requisitions.update', 'requisition', 'req_1', '', 'sent', '[]', 1, 2)`);
  };
  const before = unwrap(openCheckAndMigrateDatabase({ ...target, migrations: former }));
  fill(before, 1);
  before.close();
  const db = unwrap(openCheckAndMigrateDatabase({ ...target, migrations }));
  for (const rows of [
    sql`SELECT number, patient FROM operation`,
    sql`SELECT number, patient FROM acknowledged`,
  ])
    expect(db.all(rows)).toEqual([{ number: 1, patient: null }]);
  db.close();
  const again = unwrap(openCheckAndMigrateDatabase({ ...target, migrations: former }));
  fill(again, 2);
  again.close();
});

test('every change of the outbox names its record, and the oldest entries are deleted', () => {
  const { migrations, fill } = STORE_SAMPLES.local;
  const target = { file: path.join(folder.path, 'local.db'), key: TEST_KEY, durability: 'full' as const };
  const before = unwrap(openCheckAndMigrateDatabase({ ...target, migrations: migrations.slice(0, 5) }));
  fill(before, 0);
  before.close();
  const db = unwrap(openCheckAndMigrateDatabase({ ...target, migrations }));
  const listTargets = () =>
    db
      .all(sql<{ target: string }>`SELECT target FROM operation_change ORDER BY sequence`)
      .map(({ target: id }) => id);
  expect(listTargets()).toEqual([]);
  fill(db, 1);
  db.run(sql`UPDATE operation SET state = 'sending' WHERE target = 'form_0'`);
  db.run(sql`UPDATE operation SET target = 'form_2' WHERE target = 'form_1'`);
  db.run(sql`DELETE FROM operation WHERE target = 'form_0'`);
  expect(listTargets().toSorted()).toEqual(['form_0', 'form_0', 'form_1', 'form_1', 'form_2']);
  db.run(sql`UPDATE sqlite_sequence SET seq = 20000 WHERE name = 'operation_change'`);
  fill(db, 3);
  expect(listTargets()).toEqual(['form_3']);
  db.close();
});

test('a local store gets room for what was lost, and the program before it can go on with it', () => {
  const { migrations, fill, count } = STORE_SAMPLES.local;
  const target = { file: path.join(folder.path, 'local.db'), key: TEST_KEY, durability: 'full' as const };
  const former = migrations.slice(0, 12);
  const before = unwrap(openCheckAndMigrateDatabase({ ...target, migrations: former }));
  fill(before, 0);
  before.close();
  const db = unwrap(openCheckAndMigrateDatabase({ ...target, migrations }));
  expect(db.get(count)).toEqual({ rows: 1 });
  expect(db.all(sql`SELECT health FROM store_loss`)).toEqual([]);
  db.close();
  unwrap(openCheckAndMigrateDatabase({ ...target, migrations: former })).close();
});
