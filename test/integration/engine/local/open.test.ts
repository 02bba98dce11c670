import {
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { LOCAL_DATA_KINDS } from '#contract/local-data.ts';
import { getLocalStorePath } from '#main/engine/local/recovery/open.ts';
import { openDatabaseFile } from '#main/engine/sqlite/connection.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { getCode, temporaryFolder, TEST_KEY, unwrap } from '../../../support/engine.ts';
import { NEW_ORDER } from '../../../support/builders.ts';
import { type TestLocalStore, testLocalStore } from '../../../support/local-store.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
const open: TestLocalStore[] = [];
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(async () => {
  for (const local of open.splice(0)) local.store.close();
  await folder.remove();
});

function opened(seed = 1): TestLocalStore {
  const local = testLocalStore(folder.path, { seed });
  open.push(local);
  return local;
}
const file = () => getLocalStorePath(folder.path);
const inFolder = (name: string) => path.join(folder.path, name);
const setAsideFiles = () => readdirSync(folder.path).filter((name) => name.startsWith('local.damaged-'));

/** Fills a local store with this many creates, each large enough for pages of its own, and closes it. */
function filled(count: number): void {
  const local = opened();
  for (let order = 1; order <= count; order++) {
    local.save({
      ...NEW_ORDER,
      data: { ...NEW_ORDER.data, name: `Order ${order}`, order_details: 'x'.repeat(20_000) },
    });
  }
  local.store.close();
}

function flipBytes(at: number, count: number): void {
  const bytes = readFileSync(file());
  bytes.fill(0x5a, at, at + count);
  writeFileSync(file(), bytes);
}

test('a saved write is in the file at the end, encrypted', () => {
  const local = opened();
  local.save(NEW_ORDER);
  local.store.close();
  const db = openDatabaseFile(file(), TEST_KEY);
  expect(db.pragma('journal_mode')).toBe('wal');
  db.close();
  expect(readFileSync(file()).toString('latin1')).not.toContain('Lipid panel');
});

test('its files are accessible to the owner only', () => {
  filled(1);
  for (const name of readdirSync(folder.path)) expect(statSync(inFolder(name)).mode & 0o077).toBe(0);
});

test('another key opens nothing and changes nothing', () => {
  filled(2);
  const before = readFileSync(file());
  const local = testLocalStore(`${folder.path}/other`);
  open.push(local);
  expect(getCode(local.store.open({ folder: folder.path, key: 'f'.repeat(64) }))).toBe('key-mismatch');
  expect(readFileSync(file()).equals(before)).toBe(true);
  expect(setAsideFiles()).toEqual([]);
});

test('a file whose first page is damaged is renamed and reported, and a new one takes its place', () => {
  filled(3);
  flipBytes(40, 200);
  const local = opened(2);
  expect(local.opened.health).toEqual({
    state: 'recovered',
    carried: 0,
    lost: null,
    incomplete: LOCAL_DATA_KINDS,
  });
  expect(setAsideFiles()).toHaveLength(1);
  expect(local.save(NEW_ORDER).number).toBe(4);
});

test('of a file with a damaged page in the middle everything else is carried over, and the losses are counted', () => {
  filled(60);
  const size = statSync(file()).size;
  flipBytes(Math.floor(size / 2 / 16_384) * 16_384 + 100, 500);
  const local = opened(2);
  const { state, carried, lost } = local.opened.health;
  expect(state).toBe('recovered');
  expect(carried).toBeGreaterThan(40);
  expect(carried + (lost ?? 0)).toBe(60);
  expect(local.all()).toHaveLength(carried);
});

test.each([0, 1, 100, 16_384])(
  'a file cut to %i bytes is never taken for an empty one that is fine',
  (bytes) => {
    filled(30);
    truncateSync(file(), bytes);
    const local = opened(2);
    expect(local.opened.health.state).toBe('recovered');
    expect(setAsideFiles()).toHaveLength(1);
  },
);

test('a file that is missing is reported', () => {
  filled(3);
  for (const suffix of ['', '-wal', '-shm']) rmSync(file() + suffix, { force: true });
  const local = opened(2);
  expect(local.opened.health).toEqual({ state: 'missing', carried: 0, lost: null });
  expect(local.save(NEW_ORDER).number).toBe(4);
});

test('a file whose end was lost shows how many writes were in it', () => {
  filled(2);
  copyFileSync(file(), inFolder('older.db'));
  const local = opened();
  local.save({ operation: 'notifications.update', data: { id: 'notf_1', read: true } });
  local.store.close();
  copyFileSync(inFolder('older.db'), file());
  expect(opened(2).opened.health).toEqual({ state: 'rewound', carried: 0, lost: 1 });
});

test('a write that was sent since an older copy was made is reconciled, not sent again', () => {
  const first = opened();
  const { number } = first.save(NEW_ORDER);
  first.store.close();
  copyFileSync(file(), inFolder('older.db'));
  const second = opened();
  second.leave(number);
  unwrap(
    second.store.closeConfirmedChange({
      number,
      data: second.one(number).data,
      ending: 'sent',
      realId: 'req_1',
    }),
  );
  second.store.close();
  copyFileSync(inFolder('older.db'), file());
  const third = opened(3);
  expect(third.opened.health.state).toBe('rewound');
  expect(third.one(number)).toMatchObject({ state: 'uncertain', evidence: { rewound: true } });
});

test('after a start a create that was being sent is uncertain and an update is pending again', () => {
  const local = opened();
  const create = local.save(NEW_ORDER);
  const update = local.save({ operation: 'requisitions.update', data: { id: 'req_1', name: 'New' } });
  const review = local.save({
    operation: 'requisitions.update',
    data: { id: 'req_2', review: { status: 'reviewed' } },
  });
  for (const { number } of [create, update, review]) local.leave(number);
  local.store.close();
  const again = opened(2);
  expect(again.all().map(({ state }) => state)).toEqual(['uncertain', 'saved', 'uncertain']);
  expect(again.opened.health.state).toBe('fine');
});

test('a local store of a newer Intray is left alone', () => {
  filled(1);
  const db = openDatabaseFile(file(), TEST_KEY);
  db.pragma('user_version = 99');
  db.close();
  const local = testLocalStore(`${folder.path}/other`);
  open.push(local);
  expect(getCode(local.store.open({ folder: folder.path, key: TEST_KEY }))).toBe('storage-newer');
});

test('a local store from before the first release is kept whole under another name, and the user is told', () => {
  filled(3);
  const db = openDatabaseFile(file(), TEST_KEY);
  db.pragma('application_id = 0');
  db.pragma('user_version = 5');
  db.close();
  const before = readFileSync(file());
  const local = opened(2);
  expect(local.opened.health).toEqual({
    state: 'recovered',
    carried: 0,
    lost: null,
    incomplete: LOCAL_DATA_KINDS,
  });
  expect(local.all()).toEqual([]);
  expect(setAsideFiles().map((name) => readFileSync(inFolder(name)).equals(before))).toEqual([true]);
  expect(local.save(NEW_ORDER).number).toBe(4);
});

test('a file that is taken away while it is open is written back with all that is in it', () => {
  const local = opened();
  local.save(NEW_ORDER);
  for (const suffix of ['', '-wal', '-shm']) rmSync(file() + suffix, { force: true });
  local.save({ operation: 'notifications.update', data: { id: 'notf_1', read: true } });
  local.store.close();
  expect(existsSync(file())).toBe(true);
  expect(opened(2).all()).toHaveLength(2);
});

test('space is reserved for a full disk', () => {
  filled(1);
  expect(statSync(inFolder('local.reserved-space')).size).toBe(2 * 1024 * 1024);
});

test('numbers are never reused, though the file that assigned them is lost', () => {
  filled(5);
  const db = openDatabaseFile(file(), TEST_KEY);
  db.run(sql`DELETE FROM operation`);
  db.close();
  expect(opened(2).save(NEW_ORDER).number).toBe(6);
});
