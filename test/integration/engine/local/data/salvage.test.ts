import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { idSchema } from '#contract/record-schemas.ts';
import { toEpochMs } from '#contract/time.ts';
import { getLocalStorePath } from '#main/engine/local/recovery/open.ts';
import { openDatabaseFile } from '#main/engine/sqlite/connection.ts';
import type { Connection } from '#main/engine/sqlite/db.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { TEST_KEY, unwrap } from '../../../../support/engine.ts';
import { NEW_ORDER } from '../../../../support/builders.ts';
import {
  damageLocalTable,
  findRootPage,
  overwritePage,
  PAGE_SIZE,
} from '../../../../support/damaged-files.ts';
import { type LocalDataStore, localDataStore } from '../../../../support/local-store.ts';

// Pages are damaged one after another until the right one is.
const NAMES = 3_000;

/** Stores something in every table, the names on many pages. */
function fill(local: LocalDataStore): void {
  const { kept } = local;
  local.save(NEW_ORDER);
  unwrap(
    kept['drafts.save']({
      key: '["requisitions.update","req_1",""]',
      operation: 'requisitions.update',
      target: 'req_1',
      label: 'L',
      fields: { name: 'typed' },
      seen: {},
    }),
  );
  unwrap(kept['followUps.set']({ kind: 'requisition', id: 'req_1', note: 'call', remindOn: null }));
  const order = { by: 'name', descending: true } as const;
  unwrap(kept['views.save']({ name: 'V', screen: 'requisitions', query: { text: '', tab: 'all', order } }));
  unwrap(kept['views.save']({ name: 'F', screen: 'forms', query: { text: 'x', tab: 'all', order } }));
  unwrap(kept['screenStates.set']({ day: { host: 'user_1' } }));
  unwrap(kept['inbox.snooze']({ ids: [idSchema('notification').parse('notf_1')], until: toEpochMs(9e12) }));
  unwrap(kept['favourites.set']({ of: 'scripts', code: 'S', description: 'D', isFavourite: true }));
  unwrap(kept.logPdfAction({ requisition: 'req_1', action: 'printed', version: null, hash: 'aa' }));
  unwrap(kept.setOfflinePolicy({ keep: 'none', capMegabytes: 50 }));
  local.look('req_1', { name: 'A' });
  const lines = Array.from(
    { length: NAMES },
    (_, at) => `user_${10_000 + at},Person ${'x'.repeat(40)} ${at}`,
  );
  const { changes } = unwrap(kept['directory.readTable']({ text: lines.join('\n'), firstLine: 1 }));
  const names = changes.map(({ id, name }) => ({ id, name, identifier: '1980-03-12' }));
  unwrap(kept.saveNames({ changes: names, source: 'imported', by: 'user_me' }));
}

/** All local data except the names. */
function readTables(local: LocalDataStore) {
  const { kept } = local;
  return {
    drafts: unwrap(kept['drafts.get']({ key: '["requisitions.update","req_1",""]' })),
    followUps: unwrap(kept['followUps.list']({})),
    views: unwrap(kept['views.list']({})),
    snooze: unwrap(kept['inbox.getSnooze']({ id: idSchema('notification').parse('notf_1') })),
    screens: unwrap(kept['screenStates.list']({})),
    ledger: unwrap(kept.listPrintLog({ limit: 10 })),
    rule: unwrap(kept.getOfflinePolicy(null)),
    looked: local.look('req_1', { name: 'B' }).fields,
  };
}
const names = ({ kept }: LocalDataStore) => unwrap(kept['directory.list']({ limit: 5_000 })).items;

/** Damages a page that contains only names from the middle of the directory. */
function damageInside(folder: string, ids: readonly string[]): void {
  const file = getLocalStorePath(folder);
  const whole = readFileSync(file);
  const middle = ids[Math.floor(ids.length / 2)] ?? '';
  const isReadable = (): boolean => {
    const db = openDatabaseFile(file, TEST_KEY);
    try {
      return db.get(sql`SELECT name FROM directory WHERE id = ${middle}`) !== undefined;
    } catch {
      return false;
    } finally {
      db.close();
    }
  };
  const root = findRootPage(file, 'directory');
  for (let page = 2; page * PAGE_SIZE <= whole.length; page++) {
    if (page === root) continue;
    overwritePage(file, page);
    if (!isReadable()) return;
    writeFileSync(file, whole);
  }
  throw new Error('no such page was found');
}

test('of a file with a damaged outbox table all other local data is carried over', async () => {
  const local = await localDataStore();
  fill(local);
  const before = { names: names(local), ...readTables(local) };
  local.store.close();
  damageLocalTable(local.folder, 'operation');
  const again = local.again();
  expect(again.opened.health).toEqual({ state: 'recovered', carried: 0, lost: 1 });
  expect({ names: names(again), ...readTables(again) }).toEqual(before);
});

test('of a table with a damaged page both ends are carried over, and the report names the incomplete table', async () => {
  const local = await localDataStore();
  fill(local);
  const before = names(local);
  const others = readTables(local);
  local.store.close();
  damageInside(
    local.folder,
    before.map(({ id }) => id),
  );
  const again = local.again();
  expect(again.opened.health).toEqual({
    state: 'recovered',
    carried: 1,
    lost: 0,
    incomplete: ['directory'],
  });
  const after = names(again);
  expect(after.length).toBeGreaterThan(before.length / 2);
  expect(after.length).toBeLessThan(before.length);
  expect(after[0]).toEqual(before[0]);
  expect(after.at(-1)).toEqual(before.at(-1));
  expect(readTables(again)).toEqual(others);
});

/** Closes a change and saves another, each of a patient, then damages a table that holds neither. */
function fillAndDamage(local: LocalDataStore, change: (db: Connection) => void): void {
  const closed = local.save(NEW_ORDER);
  unwrap(local.store.discard({ number: closed.number }));
  local.save(
    { operation: 'requisitions.update', data: { id: 'req_1', name: 'Mine' } },
    { patient: 'user_p7' },
  );
  local.store.close();
  const db = openDatabaseFile(getLocalStorePath(local.folder), TEST_KEY);
  change(db);
  db.close();
  damageLocalTable(local.folder, 'directory');
}

const readPatients = (local: LocalDataStore) => ({
  closed: unwrap(local.store.listClosedChanges({ limit: 10 })).items.map(({ patient }) => patient),
  pending: local.all().map(({ number }) => local.one(number).patient),
});

test('changes are carried over with their patients', async () => {
  const local = await localDataStore();
  fillAndDamage(local, () => {});
  const again = local.again();
  expect(again.opened.health).toMatchObject({ state: 'recovered', carried: 1, lost: 0 });
  expect(readPatients(again)).toEqual({ closed: ['user_p1'], pending: ['user_p7'] });
});

test('changes of a file from before their patients were kept are carried over without', async () => {
  const local = await localDataStore();
  fillAndDamage(local, (db) => {
    for (const statement of [
      sql`ALTER TABLE operation DROP COLUMN patient`,
      sql`ALTER TABLE acknowledged DROP COLUMN patient`,
      sql`PRAGMA user_version = 11`,
    ])
      db.run(statement);
  });
  const again = local.again();
  expect(again.opened.health).toMatchObject({ state: 'recovered', carried: 1, lost: 0 });
  expect(readPatients(again)).toEqual({ closed: [null], pending: [null] });
});
