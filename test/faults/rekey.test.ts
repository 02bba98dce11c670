import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '#main/base/clock.ts';
import { createSeededRandom } from '#main/base/random.ts';
import { rekeyAccountFiles } from '#main/engine/rekey.ts';
import { applyConnectionSettings, openDatabaseFile } from '#main/engine/sqlite/connection.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { temporaryFolder, unwrap } from '../support/engine.ts';
import { howMuch } from './size.ts';

const PATIENT = 240_000;
const TIMES = howMuch(12, 120);
const PROGRAM = fileURLToPath(new URL('./rekey-killed.ts', import.meta.url));
const ROWS = 1_500;
const FILES = ['local.db', 'cache.db', 'pdfs.db'];

function fill(file: string, key: string): void {
  const db = openDatabaseFile(file, key);
  applyConnectionSettings(db, 'full');
  db.execute(sql`CREATE TABLE page (number INTEGER PRIMARY KEY, content TEXT) STRICT`);
  db.transaction(() => {
    for (let row = 0; row < ROWS; row++)
      db.run(sql`INSERT INTO page (content) VALUES (${'x'.repeat(2_000)})`);
  });
  db.close();
}

/** What a key finds in a file; null where it does not open it. */
function look(file: string, key: string): unknown {
  try {
    const db = openDatabaseFile(file, key);
    const rows = db.get(sql<{ rows: number }>`SELECT count(*) AS rows FROM page`)?.rows;
    const check = db.pragma('quick_check');
    db.close();
    return { rows, check };
  } catch {
    return null;
  }
}

/** Encrypts in a process of its own, which is killed after a number of milliseconds. Returns whether it was. */
async function rekeyKilled(folder: string, keys: readonly [string, string], after: number): Promise<boolean> {
  const child = spawn(process.execPath, [PROGRAM, folder, ...keys], { stdio: ['ignore', 'pipe', 'inherit'] });
  const exit = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;
  await once(child.stdout, 'data');
  await systemClock.wait(after);
  child.kill('SIGKILL');
  const [, signal] = await exit;
  return signal === 'SIGKILL';
}

test(
  'files whose encryption with a new key is killed open with one of the two keys, whole, and the next call finishes',
  async () => {
    const temporary = await temporaryFolder();
    onTestFinished(() => temporary.remove());
    const folder = temporary.path;
    const random = createSeededRandom(11);
    let key = random.hex(32);
    for (const name of FILES) fill(path.join(folder, name), key);
    let kills = 0;
    for (let time = 0; time < TIMES; time++) {
      const next = random.hex(32);
      if (await rekeyKilled(folder, [key, next], random.fraction() * 150)) kills += 1;
      const found = FILES.map((name) => {
        const file = path.join(folder, name);
        return { former: look(file, key), next: look(file, next) };
      });
      for (const each of found) {
        const whole = { rows: ROWS, check: 'ok' };
        expect([each.former, each.next]).toContainEqual(whole);
        expect([each.former, each.next]).toContain(null);
      }
      expect(unwrap(rekeyAccountFiles({ folder, key, next }))).toEqual({ files: 3, left: 0, problem: null });
      for (const name of FILES) expect(look(path.join(folder, name), next)).not.toBe(null);
      key = next;
    }
    expect(kills).toBeGreaterThan(0);
  },
  PATIENT,
);
