import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '#main/base/clock.ts';
import { createSeededRandom } from '#main/base/random.ts';
import { openDatabaseFile, applyConnectionSettings } from '#main/engine/sqlite/connection.ts';
import type { Connection } from '#main/engine/sqlite/db.ts';
import { migrate, getSchemaVersion } from '#main/engine/sqlite/migrate.ts';
import { temporaryFolder, TEST_KEY } from '../support/engine.ts';
import { hasLater, STORE_SAMPLES, STORES, type StoreName, withLater } from '../support/migrations.ts';
import { howMuch } from './size.ts';

const ROWS = 400;
const TIMES = howMuch(1, 40);
const PROGRAM = fileURLToPath(new URL('./migrate-killed.ts', import.meta.url));

let file: string;
beforeEach(async () => {
  const folder = await temporaryFolder();
  file = path.join(folder.path, 'file.db');
  onTestFinished(() => folder.remove());
});

function open(): Connection {
  const db = openDatabaseFile(file, TEST_KEY);
  applyConnectionSettings(db, 'full');
  return db;
}

/** A file with rows that has come as far as `version`. */
function make(store: StoreName, version: number): void {
  const db = open();
  migrate(db, withLater(store).slice(0, 1), `${file}.copy`);
  db.transaction(() => {
    for (let row = 0; row < ROWS; row++) STORE_SAMPLES[store].fill(db, row);
  });
  migrate(db, withLater(store).slice(0, version), `${file}.copy`);
  db.close();
}

/** Upgrades in a process of its own, which ends inside a migration, or after a number of milliseconds, or when it is done. */
async function upgrade(
  store: StoreName,
  deadly: number,
  killAfter: number | null,
): Promise<NodeJS.Signals | null> {
  const child = spawn(process.execPath, [PROGRAM, store, file, String(deadly)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exit = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  await once(child.stdout, 'data');
  if (killAfter !== null) {
    await systemClock.wait(killAfter);
    child.kill('SIGKILL');
  }
  const [, signal] = await exit;
  return signal;
}

interface Found {
  readonly version: number;
  readonly hasLater: boolean;
  readonly integrity: unknown;
  readonly rows: number | undefined;
}

function look(db: Connection, store: StoreName): Found {
  return {
    version: getSchemaVersion(db),
    hasLater: hasLater(db, store),
    integrity: db.pragma('integrity_check'),
    rows: db.get(STORE_SAMPLES[store].count)?.rows,
  };
}

/** What is found after the kill, and after the file was brought to the newest version. */
function reopened(store: StoreName): { readonly found: Found; readonly brought: Found } {
  const db = open();
  const found = look(db, store);
  migrate(db, withLater(store), `${file}.copy`);
  const brought = look(db, store);
  db.close();
  return { found, brought };
}

describe.each(STORES)('The %s file, killed', (store) => {
  const newest = withLater(store).length;
  /** A whole file that has come as far as `version`: the version, the columns and the rows go together. */
  const at = (version: number): Found => ({
    version,
    hasLater: version === newest,
    integrity: 'ok',
    rows: ROWS,
  });

  test.each(
    withLater(store)
      .slice(1)
      .map(({ version }) => version),
  )('inside migration %i, has the schema before it and all its rows', async (version) => {
    make(store, version - 1);
    expect(await upgrade(store, version, null)).toBe('SIGKILL');
    expect(reopened(store)).toEqual({ found: at(version - 1), brought: at(newest) });
  });

  test('at any moment of an upgrade, has the schema of one migration and all its rows', async () => {
    const random = createSeededRandom(3);
    for (let time = 0; time < TIMES; time++) {
      make(store, 1);
      await upgrade(store, 0, random.fraction() * 60);
      const { found, brought } = reopened(store);
      expect({ found, brought }).toEqual({ found: at(found.version), brought: at(newest) });
      for (const suffix of ['', '-wal', '-shm', '.copy']) rmSync(file + suffix, { force: true });
    }
  });
});
