import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { toEpochMs } from '#contract/time.ts';
import { getLocalStorePath, LOCAL_MIGRATIONS } from '#main/engine/local/recovery/open.ts';
import { openDatabaseFile } from '#main/engine/sqlite/connection.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { openTestApp, type TestApp } from '../../../support/app.ts';
import { NEW_ORDER } from '../../../support/builders.ts';
import { damageLocalTable, emptyPage, findRootPage } from '../../../support/damaged-files.ts';
import { temporaryFolder, TEST_KEY, until, unwrap } from '../../../support/engine.ts';
import { testLocalStore, type TestLocalStore } from '../../../support/local-store.ts';

/** Fills a local store with an unsent order and reviewed versions on several pages, and closes it. */
async function fill(): Promise<string> {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  const local = testLocalStore(folder.path);
  local.save(NEW_ORDER);
  local.store.close();
  const db = openDatabaseFile(getLocalStorePath(folder.path), TEST_KEY);
  for (let number = 0; number < 60; number += 1) {
    const id = `req_${number}`;
    db.run(
      sql`INSERT INTO reviewed_version (id, reviews, received) VALUES (${id}, ${'x'.repeat(2_000)}, ${'2026'})`,
    );
  }
  db.close();
  return folder.path;
}

/** Makes a page of a table that is not its first one into a page of zeros. */
function emptyLeafOf(folder: string, table: string): void {
  const file = getLocalStorePath(folder);
  // The pages of a table that was filled last follow its first page at the end of the file.
  const db = openDatabaseFile(file, TEST_KEY);
  const last = Number(db.pragma('page_count'));
  db.close();
  expect(last).toBeGreaterThan(findRootPage(file, table));
  emptyPage(file, last);
}

function open(folder: string, options: { readonly checksLargeTables?: boolean } = {}): TestLocalStore {
  const local = testLocalStore(folder, { seed: 2, ...options });
  onTestFinished(() => void local.store.close());
  return local;
}

describe('An opening of the local store that leaves the large tables to a later check', () => {
  test.each([
    ['overwritten', (folder: string) => damageLocalTable(folder, 'reviewed_version')],
    ['empty', (folder: string) => emptyLeafOf(folder, 'reviewed_version')],
  ])('takes a file with an %s page of reviewed versions; a whole check restores it', async (_how, damage) => {
    const folder = await fill();
    damage(folder);
    const local = open(folder, { checksLargeTables: false });
    expect(local.opened.health.state).toBe('fine');
    expect(local.all()).toHaveLength(1);
    local.store.close();
    const again = open(folder);
    expect(again.opened.health).toMatchObject({ state: 'recovered', carried: 1, lost: 0 });
  });

  test.each(['operation', 'draft', 'acknowledged', 'local_id', 'missing_record'])(
    'finds damage in the table %s, and restores the file',
    async (table) => {
      const folder = await fill();
      damageLocalTable(folder, table);
      expect(open(folder, { checksLargeTables: false }).opened.health.state).toBe('recovered');
    },
  );

  test('checks the whole file where it is migrated next, also the pages that no table uses', async () => {
    const folder = await fill();
    const file = getLocalStorePath(folder);
    const db = openDatabaseFile(file, TEST_KEY);
    db.run(sql`DELETE FROM reviewed_version`);
    const free = Number(db.pragma('freelist_count'));
    const last = Number(db.pragma('page_count'));
    // What the last migration did is undone.
    db.execute(sql`DROP TABLE store_loss`);
    db.pragma(`user_version = ${LOCAL_MIGRATIONS.length - 1}`);
    db.close();
    for (let page = last - free + 1; page <= last; page += 1) emptyPage(file, page);
    expect(open(folder, { checksLargeTables: false }).opened.health.state).toBe('recovered');
  });
});

describe('The check of the large tables after the opening of an account', () => {
  const getAccountFolder = ({ folder }: TestApp): string => {
    const accounts = path.join(folder, 'accounts');
    return path.join(accounts, ...readdirSync(accounts));
  };
  const listSavedCopies = (app: TestApp): readonly string[] =>
    readdirSync(getAccountFolder(app)).filter((name) => /^local\.damaged-.*\.db$/.test(name));
  const logOf = (app: TestApp): string => app.engine().logged.join('\n');

  /** Opens an app with an unsent order and a reminder that is due, over a local store that `damage` changes before. */
  async function openOver(
    damage: (folder: string) => void,
    { isCacheEmpty = false, keepsFresh = true } = {},
  ): Promise<TestApp> {
    const app = await openTestApp({ requisitions: 2, forms: 1 });
    if (!isCacheEmpty) await app.sync();
    app.clinic.faults.add({ match: { method: 'POST' }, action: { kind: 'answer', status: 503, body: '{}' } });
    await app.save(NEW_ORDER);
    const reminder = { kind: 'requisition', id: 'req_1', note: '', remindOn: toEpochMs(1) } as const;
    unwrap(await app.engine().call('followUps.set', reminder));
    const folder = getAccountFolder(app);
    await app.restart({ keepsFresh, between: () => damage(folder) });
    return app;
  }

  test('restores a damaged local store, says so, and loses no unsent change', async () => {
    const app = await openOver((folder) => damageLocalTable(folder, 'reviewed_version'));
    await until(async () => (await app.health()).localStore.state === 'recovered', 'it is restored');
    expect((await app.health()).localStore).toMatchObject({ carried: 1, lost: 0 });
    expect(await app.outbox()).toHaveLength(1);
    expect(listSavedCopies(app)).toHaveLength(1);
    expect(logOf(app)).toContain('the local store is damaged');
  });

  test.each([0, 20, 60, 200])(
    'is no reason to send an order twice, nor to lose it, where the service takes %i ms to answer it',
    async (ms) => {
      const app = await openTestApp({ requisitions: 2, forms: 1 });
      await app.sync();
      app.clinic.faults.add({ match: { method: 'POST' }, action: { kind: 'close' } });
      await app.save(NEW_ORDER);
      const folder = getAccountFolder(app);
      const between = (): void => {
        app.clinic.faults.clear();
        app.clinic.faults.add({ match: { method: 'POST' }, action: { kind: 'delay', ms } });
        damageLocalTable(folder, 'reviewed_version');
      };
      await app.restart({ keepsFresh: true, between });
      await until(async () => (await app.health()).localStore.state === 'recovered', 'it is restored');
      await until(async () => (await app.outbox()).length === 0, 'the order is sent');
      expect(app.done('POST', '/v2/requisitions')).toBe(1);
      expect(await app.closedChanges()).toHaveLength(1);
    },
  );

  test('comes before the opening of an empty cache, which reads these tables', async () => {
    const app = await openOver((folder) => damageLocalTable(folder, 'reviewed_version'), {
      isCacheEmpty: true,
    });
    expect((await app.health()).localStore).toMatchObject({ state: 'recovered', carried: 1, lost: 0 });
    expect(await app.outbox()).toHaveLength(1);
    expect(listSavedCopies(app)).toHaveLength(1);
  });

  test('leaves a sound local store as it is', async () => {
    const app = await openOver(() => {});
    // Reminders are read after the check.
    await until(() => app.engine().events.some(({ name }) => name === 'dueReminders'), 'the check has ended');
    expect((await app.health()).localStore.state).toBe('fine');
    expect({ copies: listSavedCopies(app), log: logOf(app) }).toEqual({
      copies: [],
      log: expect.not.stringContaining('local store'),
    });
  });

  test('is part of the opening for a command, which ends before', async () => {
    const app = await openOver((folder) => damageLocalTable(folder, 'reviewed_version'), {
      keepsFresh: false,
    });
    expect((await app.health()).localStore).toMatchObject({ state: 'recovered', carried: 1, lost: 0 });
  });
});
