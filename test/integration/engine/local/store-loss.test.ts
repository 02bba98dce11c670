import { readdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { getLocalStorePath } from '#main/engine/local/recovery/open.ts';
import { openDatabaseFile } from '#main/engine/sqlite/connection.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { openTestApp, type TestApp } from '../../../support/app.ts';
import { NEW_ORDER } from '../../../support/builders.ts';
import { openTestCommand } from '../../../support/command.ts';
import { damageLocalTable, overwritePage } from '../../../support/damaged-files.ts';
import { temporaryFolder, TEST_KEY, unwrap } from '../../../support/engine.ts';
import { testLocalStore, type TestLocalStore } from '../../../support/local-store.ts';

// Apps and commands are opened several times, and the machine may be busy.
/** Returns the folder of a closed local store with unsent orders. */
async function fill(orders: number): Promise<string> {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  const local = testLocalStore(folder.path);
  for (let order = 0; order < orders; order += 1) local.save(NEW_ORDER);
  local.store.close();
  return folder.path;
}

function open(folder: string, seed: number): TestLocalStore {
  const local = testLocalStore(folder, { seed });
  onTestFinished(() => void local.store.close());
  return local;
}

/** Opens and closes a local store. Returns what the opening has said of it. */
function openOnce(folder: string, seed: number) {
  const local = open(folder, seed);
  local.store.close();
  return local.opened.health;
}

const getAccountFolder = (folder: string): string =>
  path.join(folder, 'accounts', ...readdirSync(path.join(folder, 'accounts')));

describe('What was lost with the file of this computer’s own changes', () => {
  test('is returned by each opening, not by the first alone', async () => {
    const folder = await fill(2);
    damageLocalTable(folder, 'operation');
    const first = openOnce(folder, 2);
    expect(first).toMatchObject({ state: 'recovered', carried: 0, lost: 2 });
    expect(openOnce(folder, 3)).toEqual(first);
    expect(openOnce(folder, 4)).toEqual(first);
  });

  test('is returned again where the file was missing', async () => {
    const folder = await fill(1);
    for (const suffix of ['', '-wal', '-shm']) rmSync(getLocalStorePath(folder) + suffix, { force: true });
    expect(openOnce(folder, 2)).toMatchObject({ state: 'missing', lost: null });
    expect(openOnce(folder, 3)).toMatchObject({ state: 'missing', lost: null });
  });

  test('is added to what was lost before and not dismissed', async () => {
    const folder = await fill(2);
    damageLocalTable(folder, 'operation');
    openOnce(folder, 2);
    const again = open(folder, 3);
    again.save(NEW_ORDER);
    again.store.close();
    damageLocalTable(folder, 'operation');
    expect(openOnce(folder, 4)).toMatchObject({ state: 'recovered', lost: 3 });
    expect(openOnce(folder, 5)).toMatchObject({ state: 'recovered', lost: 3 });
  });

  test('is unknown where its note is not understood, and the account opens all the same', async () => {
    const folder = await fill(1);
    const db = openDatabaseFile(getLocalStorePath(folder), TEST_KEY);
    db.run(
      sql`INSERT INTO store_loss (id, health, numbers) VALUES (1, ${'{"state":"of a newer program"}'}, 'x')`,
    );
    db.close();
    const local = open(folder, 2);
    expect(local.opened.health).toEqual({ state: 'recovered', carried: 0, lost: null });
    expect(local.all()).toHaveLength(1);
  });

  test('is unknown in number once a first page has been unreadable', async () => {
    const folder = await fill(1);
    damageLocalTable(folder, 'operation');
    openOnce(folder, 2);
    overwritePage(getLocalStorePath(folder), 1);
    expect(openOnce(folder, 3)).toMatchObject({ state: 'recovered', lost: null });
  });

  test('is said until a user has dismissed it, in the log too, and no longer after that', async () => {
    const app: TestApp = await openTestApp({ requisitions: 2, forms: 1 });
    app.clinic.faults.add({ match: { method: 'POST' }, action: { kind: 'close' } });
    await app.save(NEW_ORDER);
    const folder = getAccountFolder(app.folder);
    await app.restart({ between: () => damageLocalTable(folder, 'operation') });
    await app.restart();
    expect((await app.health()).localStore).toMatchObject({ state: 'recovered', lost: 1 });
    expect(app.engine().logged.join('\n')).toContain('"state":"recovered"');
    unwrap(await app.engine().call('outbox.dismissLoss', {}));
    expect((await app.health()).localStore.state).toBe('fine');
    await app.restart();
    expect((await app.health()).localStore.state).toBe('fine');
  });

  test('is said on stderr by each command until one dismisses it', async () => {
    const command = await openTestCommand({ seed: 11, requisitions: 2, forms: 1 }, 'synced');
    const data = JSON.stringify({ name: 'Intake' });
    expect(await command.run(['write', 'forms.create', '--data', data])).toMatchObject({ code: 0, err: '' });
    damageLocalTable(getAccountFolder(command.dataDir), 'operation');
    for (const words of [
      ['outbox', 'list'],
      ['list', 'forms'],
      ['outbox', 'dismiss-loss'],
    ]) {
      const { code, err } = await command.run(words);
      expect(code).toBe(0);
      expect(err).toContain('the local store is recovered, 0 changes recovered, 1 lost');
      expect(err).toContain('outbox dismiss-loss');
    }
    expect(await command.run(['outbox', 'list'])).toMatchObject({ code: 0, err: '' });
  });
});
