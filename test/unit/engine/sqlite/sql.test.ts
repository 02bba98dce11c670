import { expect, test } from 'vitest';
import { openConnection } from '#main/engine/sqlite/db.ts';
import { emptySql, sql, buildConditionOrEmptySql, toSqlList } from '#main/engine/sqlite/sql.ts';

test('values are bound, never inserted into the text', () => {
  const query = sql`SELECT * FROM form WHERE name = ${"'; DROP TABLE form; --"} AND row > ${3}`;
  expect(query.text).toBe('SELECT * FROM form WHERE name = ? AND row > ?');
  expect(query.values).toEqual(["'; DROP TABLE form; --", 3]);
});

test('a fragment inside a query adds its text and its values in their order', () => {
  const inner = sql`name = ${'a'}`;
  const query = sql`SELECT ${1} FROM form WHERE ${inner} AND row = ${2}`;
  expect(query.text).toBe('SELECT ? FROM form WHERE name = ? AND row = ?');
  expect(query.values).toEqual([1, 'a', 2]);
});

test('the same template in the code always gives the same text object, so that its statement is found', () => {
  const texts = ['a', 'b'].map((name) => sql`SELECT 1 WHERE ${name} = 'a'`.text);
  expect(texts[0]).toBe(texts[1]);
});

test('a condition without a value adds nothing', () => {
  expect(buildConditionOrEmptySql<number>(undefined, (value) => sql` AND a = ${value}`)).toBe(emptySql);
  expect(buildConditionOrEmptySql(false, (value) => sql` AND a = ${Number(value)}`).values).toEqual([0]);
});

test('a list of any length is one bound value', () => {
  const db = openConnection(':memory:', 0);
  // SQLite binds 32,766 values at most.
  const list = toSqlList(Array.from({ length: 40_000 }, (_, index) => `req_${index}`));
  expect(list.values).toHaveLength(1);
  expect(db.get(sql`SELECT 'req_39999' IN ${list} AS found`)).toEqual({ found: 1 });
  db.close();
});
