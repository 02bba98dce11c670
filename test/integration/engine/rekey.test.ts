import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { rekeyAccountFiles } from '#main/engine/rekey.ts';
import { applyConnectionSettings, openDatabaseFile } from '#main/engine/sqlite/connection.ts';
import { compareKeyWithKeyCheck } from '#main/engine/sqlite/damaged-files.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { NEW_ORDER } from '../../support/builders.ts';
import { getCode, temporaryFolder, TEST_KEY, unwrap } from '../../support/engine.ts';
import { testLocalStore } from '../../support/local-store.ts';

const NEXT = 'ef'.repeat(32);

let folder: string;
beforeEach(async () => {
  const temporary = await temporaryFolder();
  onTestFinished(() => temporary.remove());
  folder = temporary.path;
  const local = testLocalStore(folder);
  local.save(NEW_ORDER);
  local.store.close();
  for (const name of ['cache.db', 'pdfs.db', 'local.before-upgrade.db']) fill(name);
});

/** Makes a file with rows under the former key. */
function fill(name: string): void {
  const db = openDatabaseFile(path.join(folder, name), TEST_KEY);
  applyConnectionSettings(db, 'normal');
  db.execute(sql`CREATE TABLE page (content TEXT)`);
  for (let row = 0; row < 50; row++) db.run(sql`INSERT INTO page VALUES (${'x'.repeat(2_000)})`);
  db.close();
}

const rekey = () => rekeyAccountFiles({ folder, key: TEST_KEY, next: NEXT });

/** The number of rows that a key opens; the code of the error otherwise. */
function count(name: string, key: string): unknown {
  try {
    const db = openDatabaseFile(path.join(folder, name), key);
    const table = name === 'local.db' ? sql`operation` : sql`page`;
    const found = db.get(sql<{ rows: number }>`SELECT count(*) AS rows FROM ${table}`)?.rows;
    db.close();
    return found;
  } catch (thrown) {
    return (thrown as { code: string }).code;
  }
}

test('every file opens with the next key alone, copies from before an upgrade too', () => {
  expect(unwrap(rekey())).toEqual({ files: 4, left: 0, problem: null });
  for (const name of ['local.db', 'cache.db', 'pdfs.db', 'local.before-upgrade.db']) {
    expect(count(name, TEST_KEY)).toBe('SQLITE_NOTADB');
    expect(count(name, NEXT)).toBe(name === 'local.db' ? 1 : 50);
  }
  for (const which of ['local', 'cache'] as const)
    expect(compareKeyWithKeyCheck(folder, NEXT, which)).toBe('fits');
});

test('no byte that the former key opens stays in a log beside a file', () => {
  unwrap(rekey());
  const logs = readdirSync(folder).filter((name) => name.endsWith('-wal') || name.endsWith('-journal'));
  expect(logs.filter((name) => readFileSync(path.join(folder, name)).length > 0)).toEqual([]);
});

test('a call that was interrupted between two files is finished by the next one', () => {
  unwrap(rekey());
  rmSync(path.join(folder, 'pdfs.db'));
  fill('pdfs.db');
  expect(unwrap(rekey())).toEqual({ files: 4, left: 0, problem: null });
  expect(count('pdfs.db', NEXT)).toBe(50);
});

test('a damaged file that can be fetched again is left, and the others get the key', () => {
  writeFileSync(path.join(folder, 'cache.db'), Buffer.alloc(32_768, 7));
  expect(unwrap(rekey())).toEqual({ files: 3, left: 1, problem: null });
  expect(count('local.db', NEXT)).toBe(1);
});

test('a damaged local store keeps everything as it was', () => {
  writeFileSync(path.join(folder, 'local.db'), Buffer.alloc(32_768, 7));
  expect(unwrap(rekey())).toMatchObject({ files: 0, problem: { code: 'storage-damaged' } });
  expect(count('cache.db', TEST_KEY)).toBe(50);
  expect(compareKeyWithKeyCheck(folder, TEST_KEY, 'local')).toBe('fits');
});

test('a local store that is damaged after it has the next key does not bring the former one back', () => {
  unwrap(rekey());
  writeFileSync(path.join(folder, 'local.db'), Buffer.alloc(32_768, 7));
  expect(unwrap(rekey())).toEqual({ files: 3, left: 1, problem: null });
});

test('a folder that is not there is an error, which keeps both keys', () => {
  rmSync(folder, { recursive: true });
  expect(() => getCode(rekey())).toThrow('ENOENT');
});
