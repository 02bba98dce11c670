import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { NO_PACK_SCHEDULE } from '#contract/downtime-pack.ts';
import { openDatabaseFile } from '#main/engine/sqlite/connection.ts';
import { migrate } from '#main/engine/sqlite/migrate.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { NEW_ORDER } from '../../../../support/builders.ts';
import { getCode, TEST_KEY, unwrap } from '../../../../support/engine.ts';
import { testLocalStore } from '../../../../support/local-store.ts';
import { withLater } from '../../../../support/migrations.ts';
import { carry, clock, COPY_KEY, createComputer } from './computers.ts';

/** Names what a file holds besides tables and indexes. */
function listOtherObjects(file: string, key: string): readonly string[] {
  const db = openDatabaseFile(file, key);
  const others = db.all(
    sql<{ name: string }>`SELECT name FROM sqlite_schema WHERE type NOT IN ('table', 'index') ORDER BY name`,
  );
  db.close();
  return others.map(({ name }) => name);
}

test('the copy for an export holds none of the triggers that the schema of today has, and can be imported', async () => {
  const [from, to] = [await createComputer(), await createComputer()];
  from.save(NEW_ORDER);
  const triggers = listOtherObjects(`${from.folder}/local.db`, TEST_KEY);
  expect(triggers).toContain('operation_added');
  carry(from, to);
  expect(listOtherObjects(`${to.folder}/local.import.db`, COPY_KEY)).toEqual([]);
  expect(unwrap(to.store.importCopy({ key: COPY_KEY }))).toMatchObject({ changes: 1 });
  expect(listOtherObjects(`${from.folder}/local.db`, TEST_KEY)).toEqual(triggers);
});

test('the copy for an export holds neither the folder nor the password of downtime packs', async () => {
  const [from, to] = [await createComputer(), await createComputer()];
  const schedule = { ...NO_PACK_SCHEDULE, folder: '/srv/packs', password: 'a long password' };
  unwrap(from.kept.writePackSchedule(schedule));
  carry(from, to);
  const copy = openDatabaseFile(`${to.folder}/local.import.db`, COPY_KEY);
  expect(copy.all(sql`SELECT * FROM pack_schedule`)).toEqual([]);
  copy.close();
  unwrap(to.store.importCopy({ key: COPY_KEY }));
  expect(unwrap(to.kept.readPackSchedule(null))).toEqual(NO_PACK_SCHEDULE);
  expect(unwrap(from.kept.readPackSchedule(null))).toEqual(schedule);
});

describe('An import that cannot be done', () => {
  test('of a newer local store changes nothing', async () => {
    const [from, to] = [await createComputer(), await createComputer()];
    from.save(NEW_ORDER);
    carry(from, to);
    const db = openDatabaseFile(`${to.folder}/local.import.db`, COPY_KEY);
    migrate(db, withLater('local'), null);
    db.close();
    expect(getCode(to.store.importCopy({ key: COPY_KEY }))).toBe('storage-newer');
    expect(to.all()).toEqual([]);
  });

  test.each([
    ['view', sql`CREATE VIEW planted AS SELECT 1`],
    ['trigger', sql`CREATE TRIGGER planted AFTER DELETE ON operation BEGIN DELETE FROM draft; END`],
  ])('of a file with a %s changes nothing', async (_what, planted) => {
    const [from, to] = [await createComputer(), await createComputer()];
    from.save(NEW_ORDER);
    carry(from, to);
    const db = openDatabaseFile(`${to.folder}/local.import.db`, COPY_KEY);
    db.execute(planted);
    db.close();
    expect(getCode(to.store.importCopy({ key: COPY_KEY }))).toBe('export-damaged');
    expect(to.all()).toEqual([]);
  });

  test('with another key, or without a copy, changes nothing', async () => {
    const [from, to] = [await createComputer(), await createComputer()];
    from.save(NEW_ORDER);
    expect(getCode(to.store.importCopy({ key: COPY_KEY }))).toBe('export-damaged');
    carry(from, to);
    expect(getCode(to.store.importCopy({ key: TEST_KEY }))).toBe('export-damaged');
    expect(to.all()).toEqual([]);
  });

  test('leaves no copy after the account was opened again', async () => {
    const [from, to] = [await createComputer(), await createComputer()];
    carry(from, to);
    expect(existsSync(`${to.folder}/local.import.db`)).toBe(true);
    to.store.close();
    const again = testLocalStore(to.folder, { clock, seed: 1 });
    again.store.close();
    expect(readdirSync(to.folder).filter((name) => /import|export/.test(name))).toEqual([]);
  });
});
