import { expect, test } from 'vitest';
import { deskPath } from '#main/engine/desk/open.ts';
import { connect } from '#main/engine/store/connect.ts';
import { sql } from '#main/engine/store/sql.ts';
import { TEST_KEY, valueOf } from '../../support/engine.ts';
import { keepsakeDesk, type KeepsakeDesk } from '../../support/keepsakes.ts';

/** How many looks the file holds, by record. */
function kept(desk: KeepsakeDesk): Readonly<Record<string, number>> {
  desk.store.close();
  const db = connect(deskPath(desk.folder), TEST_KEY);
  const rows = db.all(
    sql<{ id: string; count: number }>`SELECT id, count(*) AS count FROM look GROUP BY id ORDER BY id`,
  );
  db.close();
  return Object.fromEntries(rows.map(({ id, count }) => [id, count]));
}

test('the first look at a record tells no difference', async () => {
  const desk = await keepsakeDesk();
  expect(desk.look('req_1', { id: 'req_1', name: 'A' })).toEqual({ before: null, fields: [] });
});

test('a newer version tells what is different and when it was looked at before', async () => {
  const desk = await keepsakeDesk();
  const first = {
    object: 'requisition',
    id: 'req_1',
    name: 'A',
    old: 1,
    same: { a: 1, b: [2] },
    last_updated_at: 1,
  };
  desk.look('req_1', first);
  desk.clock.at = 2_000;
  desk.look('req_1', first);
  desk.clock.at = 3_000;
  const next = {
    object: 'other',
    id: 'req_1',
    name: 'B',
    fresh: null,
    same: { b: [2], a: 1 },
    last_updated_at: 2,
  };
  expect(desk.look('req_1', next)).toEqual({
    before: 2_000,
    fields: [
      { field: 'name', was: '"A"', is: '"B"' },
      { field: 'fresh', was: null, is: 'null' },
      { field: 'old', was: '1', is: null },
    ],
  });
});

test('the same version again tells the difference it was first opened with, also after a restart', async () => {
  const desk = await keepsakeDesk();
  desk.look('req_1', { name: 'A' });
  const difference = desk.look('req_1', { name: 'B' });
  expect(difference.fields).toHaveLength(1);
  expect(desk.look('req_1', { name: 'B' })).toEqual(difference);
  expect(desk.again().look('req_1', { name: 'B' })).toEqual(difference);
});

test('only a version that is new here is told of', async () => {
  const desk = await keepsakeDesk();
  desk.look('req_1', { name: 'A' });
  desk.look('req_1', { name: 'A' });
  expect(desk.toldOfKept).toEqual([{ what: 'looks', ids: ['req_1'] }]);
});

test('going back to an earlier version is a difference too', async () => {
  const desk = await keepsakeDesk();
  desk.look('req_1', { name: 'A' });
  desk.look('req_1', { name: 'B' });
  expect(desk.look('req_1', { name: 'A' }).fields).toEqual([{ field: 'name', was: '"B"', is: '"A"' }]);
});

test('five versions of a record are kept, and those of others are left alone', async () => {
  const desk = await keepsakeDesk();
  desk.look('req_2', { name: 'other' });
  for (let version = 0; version < 9; version++) desk.look('req_1', { version });
  expect(kept(desk)).toEqual({ req_1: 5, req_2: 1 });
});

test('of more than twenty thousand looks the oldest go', async () => {
  const desk = await keepsakeDesk();
  desk.look('req_first', { name: 'A' });
  desk.store.close();
  const db = connect(deskPath(desk.folder), TEST_KEY);
  db.run(sql`
    INSERT INTO look (kind, id, hash, raw, looked_at)
    WITH RECURSIVE count(at) AS (SELECT 1 UNION ALL SELECT at + 1 FROM count WHERE at < 20000)
    SELECT 'requisition', 'req_' || at, zeroblob(16), '{}', 0 FROM count`);
  db.close();
  const again = desk.again();
  again.look('req_last', { name: 'A' });
  const left = kept(again);
  expect(Object.keys(left)).toHaveLength(20_000);
  expect(left).not.toHaveProperty('req_first');
  expect(left).not.toHaveProperty('req_1');
  expect(left).toMatchObject({ req_2: 1, req_20000: 1, req_last: 1 });
});

/** This desk writes the name of a requisition; the service answers this record. */
function write(desk: KeepsakeDesk, name: string, answer: object): void {
  const { number } = desk.save({ operation: 'requisitions.update', data: { id: 'req_1', name } });
  const { data } = desk.one(number);
  valueOf(desk.store.settle({ number, data, how: 'sent', text: JSON.stringify(answer) }));
}

test('what this desk has written itself is no difference, now or when the same version is opened again', async () => {
  const desk = await keepsakeDesk();
  desk.look('req_1', { name: 'A', order_details: 'x', last_updated_at: 1 });
  const after = { name: 'B', order_details: 'x', last_updated_at: 2 };
  write(desk, 'B', after);
  expect(desk.look('req_1', after).fields).toEqual([]);

  const changed = { ...after, order_details: 'y', last_updated_at: 3 };
  const theirs = [{ field: 'order_details', was: '"x"', is: '"y"' }];
  expect(desk.look('req_1', changed).fields).toEqual(theirs);
  const own = { ...changed, name: 'C', last_updated_at: 4 };
  write(desk, 'C', own);
  expect(desk.look('req_1', own).fields).toEqual(theirs);
});

test('what somebody else changed while this desk wrote is a difference all the same', async () => {
  const desk = await keepsakeDesk();
  desk.look('req_1', { name: 'A', order_details: 'x' });
  const after = { name: 'B', order_details: 'theirs' };
  write(desk, 'B', after);
  expect(desk.look('req_1', after).fields.map(({ field }) => field)).toEqual(['name', 'order_details']);
});

test('a write to a record that nobody looked at keeps no look', async () => {
  const desk = await keepsakeDesk();
  write(desk, 'B', { name: 'B' });
  expect(kept(desk)).toEqual({});
});
