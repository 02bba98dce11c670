import { openSync, closeSync, readdirSync, writeSync } from 'node:fs';
import { describe, expect, onTestFinished, test } from 'vitest';
import { getAccountFolder } from '#main/base/data-dir.ts';
import { getLocalStorePath } from '#main/engine/local/recovery/open.ts';
import { checkLargeTables } from '#main/engine/local/recovery/soundness.ts';
import { openDatabaseFile } from '#main/engine/sqlite/connection.ts';
import { catchStorageErrors } from '#main/engine/sqlite/errors.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { openTestApp } from '../../../support/app.ts';
import { NEW_ORDER } from '../../../support/builders.ts';
import { getCode, openInput, temporaryFolder, TEST_KEY, until } from '../../../support/engine.ts';
import { testLocalStore, type TestLocalStore } from '../../../support/local-store.ts';

const PAGE_SIZE = 16_384;

interface Table {
  readonly name: string;
  /** The number of its first page. */
  readonly page: number;
}

/** The tables of a local store that no program has open. Afterwards all pages are in the file itself, not in the write-ahead log. */
function listTables(folder: string): readonly Table[] {
  const db = openDatabaseFile(getLocalStorePath(folder), TEST_KEY);
  const tables = db.all(
    sql<Table>`SELECT name, rootpage AS page FROM sqlite_schema WHERE type = 'table' ORDER BY name`,
  );
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
  return tables;
}

const LARGE = ['name_reading', 'reviewed_version'];

/** Overwrites bytes in the first page of a table, as a disk that fails does. */
function damageTable(folder: string, name: string): void {
  const found = listTables(folder).find((table) => table.name === name);
  if (found === undefined) throw new Error(`there is no table ${name}`);
  const handle = openSync(getLocalStorePath(folder), 'r+');
  writeSync(handle, Buffer.alloc(500, 0x5a), 0, 500, (found.page - 1) * PAGE_SIZE + 200);
  closeSync(handle);
}

/** A folder with a local store that has one unsent change; it is closed. */
async function fillFolder(): Promise<string> {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  const local = testLocalStore(folder.path);
  local.save(NEW_ORDER);
  local.store.close();
  return folder.path;
}

function openAgain(folder: string, checksLargeTables: boolean): TestLocalStore {
  const local = testLocalStore(folder, { seed: 2, checksLargeTables });
  onTestFinished(() => void local.store.close());
  return local;
}

describe('An opening that leaves out the check of the large tables', () => {
  test('finds damage in each of the other tables', async () => {
    const names = listTables(await fillFolder()).map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(LARGE));
    const others = names.filter((name) => !LARGE.includes(name));
    expect(others.length).toBeGreaterThan(15);
    for (const name of others) {
      const folder = await fillFolder();
      damageTable(folder, name);
      const { health } = openAgain(folder, false).opened;
      expect({ name, state: health.state }).toEqual({ name, state: 'recovered' });
    }
  });

  test.each(LARGE)('opens a file whose table %s is damaged, which the later check finds', async (name) => {
    const folder = await fillFolder();
    damageTable(folder, name);
    const local = openAgain(folder, false);
    expect(local.opened.health.state).toBe('fine');
    expect(local.all()).toHaveLength(1);
    expect(getCode(catchStorageErrors(() => local.store.read(checkLargeTables)))).toBe('storage-damaged');
  });

  test('is followed by a check that finds nothing in a sound file', async () => {
    const { opened, store } = openAgain(await fillFolder(), false);
    expect(opened.health.state).toBe('fine');
    expect(store.read(checkLargeTables).ok).toBe(true);
  });
});

test.each(LARGE)('An opening checks the table %s too unless that is done later', async (name) => {
  const folder = await fillFolder();
  damageTable(folder, name);
  const local = openAgain(folder, true);
  expect(local.opened.health).toMatchObject({ state: 'recovered', carried: 1 });
  expect(local.all()).toHaveLength(1);
});

describe.each([
  ['in a window, soon after the account was opened', true],
  ['in a command, before it does anything else', false],
])('Damage in the reviewed results is repaired %s', (_when, keepsFresh) => {
  test('with every change of the user in the new file, and it is shown', async () => {
    const app = await openTestApp();
    await app.sync();
    // No service is reached, so that the change stays.
    await app.restart({ baseUrl: 'http://127.0.0.1:9' });
    await app.save(NEW_ORDER);
    const folder = getAccountFolder(app.folder, openInput('').account);
    const between = (): void => damageTable(folder, 'reviewed_version');
    await app.restart({ between, keepsFresh, baseUrl: 'http://127.0.0.1:9' });
    await until(async () => (await app.health()).desk.state === 'recovered', 'the file is repaired');
    expect((await app.outbox()).map(({ operation }) => operation)).toEqual(['requisitions.create']);
    expect(readdirSync(folder).filter((name) => /^local\.damaged-.*\.db$/.test(name))).toHaveLength(1);
  });
});
