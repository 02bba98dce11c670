import {
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
import { getCachePath, openCacheFile, openCacheForReading } from '#main/engine/cache/file/open.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { getCode, temporaryFolder, TEST_KEY, unwrap } from '../../../support/engine.ts';

const OTHER_KEY = 'f'.repeat(64);
const AT = Date.UTC(2026, 2, 1);

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

const open = (key = TEST_KEY) => openCacheFile({ folder: folder.path, key }, () => AT);
const file = () => getCachePath(folder.path);
const setAsideFiles = () => readdirSync(folder.path).filter((name) => name.startsWith('cache.damaged-'));

/** Creates a cache with many pages and a row to recognise it by, and closes it. */
function makeCache(): void {
  const { db } = unwrap(open());
  db.run(
    sql`INSERT INTO quarantine (kind, hash, reason, seen_at) VALUES ('form', ${new Uint8Array(4)}, 'mark', 1)`,
  );
  for (let row = 1; row <= 200; row++) {
    db.run(sql`INSERT INTO form (row, id, name, normalized_name, published, has_unpublished_changes, usable_by_all,
      open_requests, flagged, last_updated_at, hash)
      VALUES (${row}, ${`form_${row}`}, 'n', 'n', 0, 0, 0, 0, 0, 1, ${new Uint8Array(4)})`);
    db.run(sql`INSERT INTO form_body (row, raw, fetched_at) VALUES (${row}, ${'x'.repeat(4000)}, 1)`);
  }
  db.close();
}

function marks(): number {
  const { db } = unwrap(open());
  const found = db.get(sql<{ n: number }>`SELECT count(*) AS n FROM quarantine WHERE reason = 'mark'`);
  db.close();
  return found?.n ?? -1;
}

test('a new cache runs with the given settings, and reports them', () => {
  const { db, wasReplaced: setAside } = unwrap(open());
  expect(setAside).toBe(false);
  const settings = ['journal_mode', 'synchronous', 'temp_store', 'trusted_schema', 'foreign_keys', 'cipher'];
  expect(settings.map((name) => db.pragma(name))).toEqual(['wal', 1, 2, 0, 1, 'aegis']);
  db.close();
});

test('the reader cannot write', () => {
  unwrap(open()).db.close();
  const reader = openCacheForReading({ folder: folder.path, key: TEST_KEY });
  expect(() => reader.run(sql`DELETE FROM form`)).toThrow('readonly');
  reader.close();
});

test('no byte of the file shows that it is a database', () => {
  makeCache();
  expect(readFileSync(file()).includes('SQLite format 3')).toBe(false);
  expect(readFileSync(file()).includes('form_1')).toBe(false);
});

test('only the owner may read the files and the folder', () => {
  const inner = path.join(folder.path, 'accounts', 'one');
  const { db } = unwrap(openCacheFile({ folder: inner, key: TEST_KEY }, () => AT));
  db.run(sql`DELETE FROM form`);
  const modes = readdirSync(inner).map((name) => statSync(path.join(inner, name)).mode & 0o777);
  expect(modes).toEqual(modes.map(() => 0o600));
  expect(modes.length).toBeGreaterThan(2);
  expect(statSync(inner).mode & 0o777).toBe(0o700);
  db.close();
});

test('a wrong key is distinguished from damage and leaves every byte as it was', () => {
  makeCache();
  const before = readFileSync(file());
  expect(getCode(open(OTHER_KEY))).toBe('key-mismatch');
  expect(readFileSync(file()).equals(before)).toBe(true);
  expect(setAsideFiles()).toEqual([]);
  expect(marks()).toBe(1);
});

test('without the key check, a file that does not open is left alone', () => {
  makeCache();
  const check = path.join(folder.path, 'cache.key-check');
  writeFileSync(check, 'nonsense');
  const before = readFileSync(file());
  expect(getCode(open(OTHER_KEY))).toBe('key-mismatch');
  expect(readFileSync(file()).equals(before)).toBe(true);
  // The right key opens it, and the key check is written again.
  expect(marks()).toBe(1);
  expect(readFileSync(check, 'utf8')).toMatch(/^aegis [0-9a-f]{64}\n$/);
});

test.each(['', 'a'.repeat(63), 'A'.repeat(64), `${'a'.repeat(63)}'`])(
  'the key %j is refused before it reaches SQL',
  (key) => {
    expect(() => open(key)).toThrow('64 hex digits');
    expect(existsSync(path.join(folder.path, 'cache.key-check'))).toBe(false);
  },
);

const DAMAGE: readonly (readonly [string, (size: number) => void])[] = [
  ['emptied', () => truncateSync(file(), 0)],
  ['cut to one byte', () => truncateSync(file(), 1)],
  ['cut to 100 bytes', () => truncateSync(file(), 100)],
  ['cut to its first page', () => truncateSync(file(), 16_384)],
  ['cut to half', (size) => truncateSync(file(), Math.floor(size / 2))],
  ['one page short', (size) => truncateSync(file(), size - 16_384)],
  ['a text', () => writeFileSync(file(), 'This is no database. '.repeat(200))],
  ['zeros', (size) => writeFileSync(file(), Buffer.alloc(size))],
  ['a flipped bit in its first page', () => flip(100)],
];

function flip(at: number): void {
  const bytes = readFileSync(file());
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(file(), bytes);
}

test.each(DAMAGE)(
  'a file that was %s is renamed, never taken for an empty one, and a new one is created',
  (_name, damage) => {
    makeCache();
    damage(statSync(file()).size);
    const damaged = readFileSync(file());
    const { db, wasReplaced: setAside } = unwrap(open());
    expect(setAside).toBe(true);
    expect(db.get(sql`SELECT 1 FROM quarantine`)).toBeUndefined();
    db.close();
    const [kept = ''] = setAsideFiles();
    expect(kept).toBe('cache.damaged-2026-03-01T00-00-00-000Z.db');
    expect(readFileSync(path.join(folder.path, kept)).equals(damaged)).toBe(true);
    expect(unwrap(open()).wasReplaced).toBe(false);
  },
);

test('of several damaged files the newest is kept, and no other file with a similar name is removed', () => {
  const notes = [
    'cache.damaged-notes.db',
    'cache.damaged-2026.db',
    'local.damaged-2026-03-01T00-00-00-000Z.db',
  ];
  for (const name of notes) writeFileSync(path.join(folder.path, name), 'kept');
  for (const text of ['first '.repeat(200), 'second '.repeat(200)]) {
    unwrap(open()).db.close();
    writeFileSync(file(), text);
  }
  unwrap(open()).db.close();
  const damaged = setAsideFiles().filter((name) => !notes.includes(name));
  const kept = damaged.map((name) => readFileSync(path.join(folder.path, name), 'utf8').slice(0, 6));
  expect(kept).toEqual(['second']);
  expect(readdirSync(folder.path)).toEqual(expect.arrayContaining(notes));
});

test('a flipped bit in a later page is reported when that page is read', () => {
  makeCache();
  flip(statSync(file()).size - 8000);
  const { db } = unwrap(open());
  expect(() => db.all(sql`SELECT raw FROM form_body`)).toThrow(
    expect.objectContaining({ code: 'SQLITE_CORRUPT' }),
  );
  db.close();
});

test('a file that disappeared is reported, not taken for a first start', () => {
  makeCache();
  rmSync(file());
  const { db, wasReplaced: setAside } = unwrap(open());
  db.close();
  expect(setAside).toBe(true);
});

test('a start that ended before the first file was complete is no damage', () => {
  writeFileSync(file(), '');
  const { db, wasReplaced: setAside } = unwrap(open());
  db.close();
  expect(setAside).toBe(false);
});

test('the file of a newer Intray is refused and not written to', () => {
  const { db } = unwrap(open());
  db.pragma('user_version = 99');
  db.close();
  const before = readFileSync(file());
  expect(getCode(open())).toBe('storage-newer');
  expect(readFileSync(file()).equals(before)).toBe(true);
  expect(setAsideFiles()).toEqual([]);
});

test('the file from before the first release is renamed, though its version is higher, and a fresh one takes its place', () => {
  makeCache();
  const { db } = unwrap(open());
  db.pragma('application_id = 0');
  db.pragma('user_version = 7');
  db.close();
  const fresh = unwrap(open());
  expect(fresh.wasReplaced).toBe(true);
  fresh.db.close();
  expect(setAsideFiles()).toHaveLength(1);
  expect(marks()).toBe(0);
});

test('a folder that is a file is a storage error, not a crash', () => {
  const blocked = path.join(folder.path, 'blocked');
  writeFileSync(blocked, '');
  const opened = openCacheFile({ folder: path.join(blocked, 'inner'), key: TEST_KEY }, () => AT);
  expect(getCode(opened)).toBe('storage-read-only');
});
