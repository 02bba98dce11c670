import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { HashChainVerifier, type HashChainedEntry } from '#main/engine/access/chain.ts';
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
  if (entry !== undefined) check.take(entry);
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
