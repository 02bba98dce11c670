import { expect, test } from 'vitest';
import { getLocalStorePath } from '#main/engine/local/recovery/open.ts';
import { openDatabaseFile } from '#main/engine/sqlite/connection.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { TEST_KEY, unwrap } from '../../../../support/engine.ts';
import { type LocalDataStore, localDataStore } from '../../../../support/local-store.ts';

/** The number of viewed versions in the file, by record. */
function kept(local: LocalDataStore): Readonly<Record<string, number>> {
  local.store.close();
  const db = openDatabaseFile(getLocalStorePath(local.folder), TEST_KEY);
  const rows = db.all(
    sql<{
      id: string;
      count: number;
    }>`SELECT id, count(*) AS count FROM viewed_version GROUP BY id ORDER BY id`,
  );
  db.close();
  return Object.fromEntries(rows.map(({ id, count }) => [id, count]));
}

test('the first view of a record has no difference', async () => {
  const local = await localDataStore();
  expect(local.look('req_1', { id: 'req_1', name: 'A' })).toEqual({ before: null, fields: [] });
});

test('a newer version has the differences and the time of the last view', async () => {
  const local = await localDataStore();
  const first = {
    object: 'requisition',
    id: 'req_1',
    name: 'A',
    old: 1,
    same: { a: 1, b: [2] },
    last_updated_at: 1,
  };
  local.look('req_1', first);
  local.clock.at = 2_000;
  local.look('req_1', first);
  local.clock.at = 3_000;
  const next = {
    object: 'other',
    id: 'req_1',
    name: 'B',
    fresh: null,
    same: { b: [2], a: 1 },
    last_updated_at: 2,
  };
  expect(local.look('req_1', next)).toEqual({
    before: 2_000,
    fields: [
      { field: 'name', was: '"A"', is: '"B"' },
      { field: 'fresh', was: null, is: 'null' },
      { field: 'old', was: '1', is: null },
    ],
  });
});

test('the same version again has the difference it was first opened with, also after a restart', async () => {
  const local = await localDataStore();
  local.look('req_1', { name: 'A' });
  const difference = local.look('req_1', { name: 'B' });
  expect(difference.fields).toHaveLength(1);
  expect(local.look('req_1', { name: 'B' })).toEqual(difference);
  expect(local.again().look('req_1', { name: 'B' })).toEqual(difference);
});

test('an event is emitted only for a version that is new here, and not for the first one', async () => {
  const local = await localDataStore();
  local.look('req_1', { name: 'A' });
  local.look('req_1', { name: 'A' });
  expect(local.changedLocalData).toEqual([]);
  local.look('req_1', { name: 'B' });
  local.look('req_1', { name: 'B' });
  expect(local.changedLocalData).toEqual([{ what: 'looks', ids: ['req_1'] }]);
});

test('going back to an earlier version is a difference too', async () => {
  const local = await localDataStore();
  local.look('req_1', { name: 'A' });
  local.look('req_1', { name: 'B' });
  expect(local.look('req_1', { name: 'A' }).fields).toEqual([{ field: 'name', was: '"B"', is: '"A"' }]);
});

test('five versions of a record are stored, and those of others are left alone', async () => {
  const local = await localDataStore();
  local.look('req_2', { name: 'other' });
  for (let version = 0; version < 9; version++) local.look('req_1', { version });
  expect(kept(local)).toEqual({ req_1: 5, req_2: 1 });
});

test('of more than twenty thousand viewed versions the oldest are removed', async () => {
  const local = await localDataStore();
  local.look('req_first', { name: 'A' });
  local.store.close();
  const db = openDatabaseFile(getLocalStorePath(local.folder), TEST_KEY);
  db.run(sql`
    INSERT INTO viewed_version (kind, id, hash, raw, viewed_at)
    WITH RECURSIVE count(at) AS (SELECT 1 UNION ALL SELECT at + 1 FROM count WHERE at < 20000)
    SELECT 'requisition', 'req_' || at, zeroblob(16), '{}', 0 FROM count`);
  db.close();
  const again = local.again();
  again.look('req_last', { name: 'A' });
  const left = kept(again);
  expect(Object.keys(left)).toHaveLength(20_000);
  expect(left).not.toHaveProperty('req_first');
  expect(left).not.toHaveProperty('req_1');
  expect(left).toMatchObject({ req_2: 1, req_20000: 1, req_last: 1 });
});

/** Changes the name of a requisition on this computer; the service returns this record. */
function write(local: LocalDataStore, name: string, answer: object): void {
  const { number } = local.save({ operation: 'requisitions.update', data: { id: 'req_1', name } });
  const { data } = local.one(number);
  unwrap(local.store.closeConfirmedChange({ number, data, ending: 'sent', text: JSON.stringify(answer) }));
}

test('this computer’s own change is no difference, now or when the same version is opened again', async () => {
  const local = await localDataStore();
  local.look('req_1', { name: 'A', order_details: 'x', last_updated_at: 1 });
  const after = { name: 'B', order_details: 'x', last_updated_at: 2 };
  write(local, 'B', after);
  expect(local.look('req_1', after).fields).toEqual([]);

  const changed = { ...after, order_details: 'y', last_updated_at: 3 };
  const theirs = [{ field: 'order_details', was: '"x"', is: '"y"' }];
  expect(local.look('req_1', changed).fields).toEqual(theirs);
  const own = { ...changed, name: 'C', last_updated_at: 4 };
  write(local, 'C', own);
  expect(local.look('req_1', own).fields).toEqual(theirs);
});

test('what another user changed during such a write is still a difference', async () => {
  const local = await localDataStore();
  local.look('req_1', { name: 'A', order_details: 'x' });
  const after = { name: 'B', order_details: 'theirs' };
  write(local, 'B', after);
  expect(local.look('req_1', after).fields.map(({ field }) => field)).toEqual(['name', 'order_details']);
});

test('a write to a record that was never viewed stores no viewed version', async () => {
  const local = await localDataStore();
  write(local, 'B', { name: 'B' });
  expect(kept(local)).toEqual({});
});
