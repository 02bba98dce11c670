import { expect, test } from 'vitest';
import { openDatabaseFile } from '#main/engine/sqlite/connection.ts';
import { getLocalStorePath } from '#main/engine/local/recovery/open.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { TEST_KEY, unwrap } from '../../../../support/engine.ts';
import { localDataStore } from '../../../../support/local-store.ts';

const worklist = {
  filters: 'type:lab -shared:yes',
  tab: 'sent',
  order: { by: 'name', descending: false },
} as const;

test('each screen has its state back after a restart, and a later one replaces it alone', async () => {
  const local = await localDataStore();
  unwrap(local.kept['screenStates.set']({ requisitions: worklist, home: { scope: 'all' } }));
  unwrap(local.kept['screenStates.set']({ home: { scope: 'own' } }));
  expect(unwrap(local.again().kept['screenStates.list']({}))).toEqual({
    requisitions: worklist,
    home: { scope: 'own' },
  });
});

test('no event follows, because nothing else reads the states', async () => {
  const local = await localDataStore();
  unwrap(local.kept['screenStates.set']({ day: { host: 'user_1' } }));
  expect(local.changedLocalData).toEqual([]);
});

test.each([
  ['no JSON', '{"tab":'],
  ['a tab that does not exist', '{"filters":"","tab":"lost","order":{"by":"name","descending":false}}'],
  ['a field too many', '{"filters":"","tab":"all","order":{"by":"name","descending":false},"more":1}'],
  ['another type', '7'],
])('a stored state with %s is left out, and the others are returned', async (_what, bad) => {
  const local = await localDataStore();
  unwrap(local.kept['screenStates.set']({ requisitions: worklist, home: { scope: 'all' } }));
  local.store.close();
  const db = openDatabaseFile(getLocalStorePath(local.folder), TEST_KEY);
  db.run(sql`UPDATE screen_state SET state = ${bad} WHERE screen = 'requisitions'`);
  db.run(sql`INSERT INTO screen_state (screen, state) VALUES ('unknown-screen', '{}')`);
  db.close();
  expect(unwrap(local.again().kept['screenStates.list']({}))).toEqual({ home: { scope: 'all' } });
});

test('the unsaved input of each form is changed by itself, and the oldest is dropped where there is too much', async () => {
  const local = await localDataStore();
  const change = (key: string, input: string | null) =>
    unwrap(local.kept['unsavedInput.save']({ changes: [{ key, input }] }));
  const list = () => unwrap(local.kept['screenStates.list']({}))['unsaved-input']?.map(({ key }) => key);
  change('a', 'typed in one window');
  change('b', 'typed in another');
  change('a', 'more');
  unwrap(local.kept['screenStates.set']({ home: { scope: 'own' } }));
  expect(list()).toEqual(['a', 'b']);
  change('b', null);
  expect(list()).toEqual(['a']);
  change('b', 'x'.repeat(100_000));
  change('c', 'x'.repeat(99_998));
  expect(list()).toEqual(['c', 'b']);
  for (let number = 1; number <= 60; number += 1) change(`key ${number}`, 'x');
  expect(list()).toHaveLength(50);
  expect(list()?.[0]).toBe('key 60');
});
