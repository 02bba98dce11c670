import { rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { getLocalStorePath } from '#main/engine/local/recovery/open.ts';
import { openDatabaseFile } from '#main/engine/sqlite/connection.ts';
import type { Connection } from '#main/engine/sqlite/db.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { NEW_ORDER } from '../../../support/builders.ts';
import { damageLocalTable, emptyPage, findRootPage, overwritePage } from '../../../support/damaged-files.ts';
import { TEST_KEY, unwrap } from '../../../support/engine.ts';
import { type LocalDataStore, localDataStore } from '../../../support/local-store.ts';

// Thousands of numbers are tried in some of these files.
/** More numbers than are tried one by one. */
const MANY = 250_000;

const file = (folder: string) => getLocalStorePath(folder);

function changeFile(local: LocalDataStore, change: (db: Connection) => void): void {
  const db = openDatabaseFile(file(local.folder), TEST_KEY);
  change(db);
  db.close();
}

/** Lets the next change get the number after this one, as after that many read marks. */
const useUpNumbers = (local: LocalDataStore, number: number): void =>
  changeFile(local, (db) => {
    db.run(sql`DELETE FROM sqlite_sequence WHERE name = 'operation'`);
    db.run(sql`INSERT INTO sqlite_sequence (name, seq) VALUES ('operation', ${number})`);
  });

const forgetMarker = (local: LocalDataStore): void => rmSync(path.join(local.folder, 'local.generation'));

/** Saves creates, each large enough for pages of its own. */
function saveOrders(local: LocalDataStore, count: number): readonly number[] {
  return Array.from({ length: count }, (_, order) => {
    const data = { ...NEW_ORDER.data, name: `Order ${order}`, order_details: 'x'.repeat(5_000) };
    return local.save({ ...NEW_ORDER, data }).number;
  });
}

/** A local store in which read marks have used up many numbers, with pending changes after them. */
async function withHighNumbers(
  count: number,
): Promise<{ local: LocalDataStore; numbers: readonly number[] }> {
  const first = await localDataStore();
  saveOrders(first, 1);
  first.store.close();
  useUpNumbers(first, MANY);
  const local = first.again();
  const numbers = saveOrders(local, count);
  expect(numbers[0]).toBe(MANY + 1);
  local.store.close();
  return { local, numbers: [1, ...numbers] };
}

const pendingNumbers = (local: LocalDataStore) => local.all().map(({ number }) => number);

/** Overwrites a page in the middle of a table, without that at its root. */
function damageMiddlePage(local: LocalDataStore, table: string): void {
  const root = findRootPage(file(local.folder), table);
  const db = openDatabaseFile(file(local.folder), TEST_KEY);
  const pages = db.all(
    sql<{
      pageno: number;
    }>`SELECT pageno FROM dbstat WHERE name = ${table} AND pageno <> ${root} ORDER BY path`,
  );
  db.close();
  const page = pages[Math.floor(pages.length / 2)];
  if (page === undefined) throw new Error('the table has one page only');
  overwritePage(file(local.folder), page.pageno);
}

describe('Of a damaged local store whose changes have had more than 200,000 numbers', () => {
  test('all pending changes are carried over where their own table is whole', async () => {
    const { local, numbers } = await withHighNumbers(5);
    damageLocalTable(local.folder, 'directory');
    const again = local.again();
    expect(again.opened.health).toMatchObject({ state: 'recovered', carried: 6, lost: 0 });
    expect(pendingNumbers(again)).toEqual(numbers);
  });

  test('the changes around a damaged page are carried over, and the lost ones are counted', async () => {
    const { local } = await withHighNumbers(60);
    damageMiddlePage(local, 'operation');
    const again = local.again();
    const { carried, lost } = again.opened.health;
    expect(carried).toBeGreaterThan(40);
    expect(lost).toBeGreaterThan(0);
    expect(carried + (lost ?? 0)).toBe(61);
    expect(pendingNumbers(again)).toHaveLength(carried);
    expect(pendingNumbers(again)).toContain(MANY + 60);
  });

  test('as many are said to be lost as the file lists, where their table cannot be read at all', async () => {
    const { local } = await withHighNumbers(5);
    damageLocalTable(local.folder, 'operation');
    expect(local.again().opened.health).toMatchObject({ state: 'recovered', carried: 0, lost: 6 });
  });

  test('how many are lost is said to be unknown where the list is damaged too', async () => {
    const { local } = await withHighNumbers(5);
    damageLocalTable(local.folder, 'operation');
    damageLocalTable(local.folder, 'operation_target');
    expect(local.again().opened.health).toMatchObject({ state: 'recovered', carried: 0, lost: null });
  });
});

describe('Of a damaged local store that does not tell how many numbers its changes have had', () => {
  async function withoutHighestNumber(count: number): Promise<LocalDataStore> {
    const local = await localDataStore();
    saveOrders(local, count);
    local.store.close();
    forgetMarker(local);
    damageLocalTable(local.folder, 'sqlite_sequence');
    return local;
  }

  test('all pending changes are carried over where their own table is whole', async () => {
    const again = (await withoutHighestNumber(5)).again();
    expect(again.opened.health).toMatchObject({ state: 'recovered', carried: 5, lost: 0 });
    expect(again.save({ ...NEW_ORDER, data: { ...NEW_ORDER.data, name: 'Next' } }).number).toBe(6);
  });

  test('the changes around a damaged page are carried over, and the lost ones are counted', async () => {
    const local = await withoutHighestNumber(60);
    damageMiddlePage(local, 'operation');
    const { carried, lost } = local.again().opened.health;
    expect(carried).toBeGreaterThan(40);
    expect(carried + (lost ?? 0)).toBe(60);
  });

  test('how many are lost is said to be unknown where no list of them can be read', async () => {
    const local = await withoutHighestNumber(5);
    damageLocalTable(local.folder, 'operation');
    damageLocalTable(local.folder, 'operation_target');
    expect(local.again().opened.health).toMatchObject({ state: 'recovered', carried: 0, lost: null });
  });
});

describe('Of a damaged local store, a record is known as one that was created here', () => {
  /** A create that is done, one of which only the local id is left, and the number of one that is pending. */
  async function withCreates() {
    const local = await localDataStore();
    const [done = 0, forgotten = 0, waiting = 0] = saveOrders(local, 3);
    for (const [number, realId] of [
      [done, 'req_done'],
      [forgotten, 'req_forgotten'],
    ] as const) {
      const { data } = local.one(number);
      unwrap(local.store.closeConfirmedChange({ number, data, ending: 'sent', realId }));
    }
    local.store.close();
    changeFile(local, (db) => db.run(sql`DELETE FROM acknowledged WHERE number = ${forgotten}`));
    return { local, waiting };
  }
  const filterKnown = (local: LocalDataStore) =>
    unwrap(local.store.filterOwnCreations({ ids: ['req_done', 'req_forgotten', 'req_other'] }));

  test.each([
    ['overwritten', damageLocalTable],
    [
      'filled with zeros',
      (folder: string, table: string) => emptyPage(file(folder), findRootPage(file(folder), table)),
    ],
  ] as const)('by the index of the local ids where their table is %s', async (_how, damage) => {
    const { local, waiting } = await withCreates();
    damage(local.folder, 'local_id');
    const again = local.again();
    expect(again.opened.health).toMatchObject({ state: 'recovered', carried: 1 });
    expect(filterKnown(again)).toEqual(['req_done', 'req_forgotten']);
    expect(again.one(waiting)).toMatchObject({ kind: 'requisition', state: 'saved' });
  });

  test('by the history where neither can be read', async () => {
    const { local } = await withCreates();
    damageLocalTable(local.folder, 'local_id');
    damageLocalTable(local.folder, 'local_id_real');
    const again = local.again();
    expect(again.opened.health).toMatchObject({ state: 'recovered', carried: 1 });
    expect(filterKnown(again)).toEqual(['req_done']);
  });
});

test('of the saves that were merged or imported, only those on a damaged page are forgotten', async () => {
  const local = await localDataStore();
  const { number } = local.save(NEW_ORDER);
  local.store.close();
  const COUNT = 3_000;
  changeFile(local, (db) => {
    db.transaction(() => {
      for (let at = 0; at < COUNT; at++) {
        const id = `save_${String(at).padStart(5, '0')}_${'x'.repeat(60)}`;
        db.run(sql`INSERT INTO joined_save VALUES (${id}, ${number}, 'req_1', 'requisition')`);
        db.run(sql`INSERT INTO imported_save VALUES (${id}, 1)`);
      }
    });
  });
  damageMiddlePage(local, 'joined_save');
  damageMiddlePage(local, 'imported_save');
  const again = local.again();
  expect(again.opened.health).toMatchObject({ state: 'recovered', carried: 1, lost: 0 });
  again.store.close();
  changeFile(again, (db) => {
    for (const table of [sql`joined_save`, sql`imported_save`]) {
      const left = db.get(
        sql<{ count: number; first: string; last: string }>`
        SELECT count(*) AS count, min(save_id) AS first, max(save_id) AS last FROM ${table}`,
      );
      expect(left?.count).toBeGreaterThan(COUNT / 2);
      expect(left?.count).toBeLessThan(COUNT);
      expect(left?.first).toMatch(/^save_00000/);
      expect(left?.last).toMatch(/^save_02999/);
    }
  });
});

test('pending changes on a page of zeros count as lost', async () => {
  const local = await localDataStore();
  saveOrders(local, 3);
  local.store.close();
  emptyPage(file(local.folder), findRootPage(file(local.folder), 'operation'));
  expect(local.again().opened.health).toMatchObject({ state: 'recovered', carried: 0, lost: 3 });
});

test('after a repair without a marker no change gets the number of a closed one, so that each can be closed', async () => {
  const local = await localDataStore();
  saveOrders(local, 1);
  for (const { number } of [1, 2].map((at) =>
    local.save({ operation: 'requisitions.update', data: { id: `req_${at}`, name: 'Closed' } }),
  ))
    unwrap(local.store.discard({ number }));
  local.store.close();
  forgetMarker(local);
  damageLocalTable(local.folder, 'directory');
  const again = local.again();
  expect(again.opened.health).toMatchObject({ state: 'recovered', carried: 1, lost: 0 });
  const next = again.save({ operation: 'requisitions.update', data: { id: 'req_3', name: 'Next' } });
  expect(next.number).toBe(4);
  expect(unwrap(again.store.discard({ number: next.number }))).toBeDefined();
  expect(pendingNumbers(again)).toEqual([1]);
});
