import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { systemClock } from '#main/base/clock.ts';
import { seededRandom } from '#main/base/random.ts';
import { connect, settle } from '#main/engine/sqlite/connection.ts';
import type { Connection } from '#main/engine/sqlite/db.ts';
import { migrate, schemaVersion } from '#main/engine/sqlite/migrate.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { temporaryFolder, TEST_KEY } from '../support/engine.ts';
import { toSteps } from './migrate-killed.ts';
import { howMuch } from './size.ts';

const PATIENT = 30_000;
const ROWS = 400;
const TIMES = howMuch(4, 40);
const PROGRAM = path.join(import.meta.dirname, 'migrate-killed.ts');

let file: string;
beforeEach(async () => {
  const folder = await temporaryFolder();
  file = path.join(folder.path, 'file.db');
  onTestFinished(() => folder.remove());
});

function open(): Connection {
  const db = connect(file, TEST_KEY);
  settle(db, 'full');
  return db;
}

/** Returns the rows for a file of the first version. */
const FILL = {
  cache: (db: Connection, row: number) =>
    db.run(sql`INSERT INTO form (id, name, normalized_name, published, has_unpublished_changes, usable_by_all, open_requests,
      flagged, last_updated_at, hash) VALUES (${`form_${row}`}, 'Intake', 'intake', 0, 0, 0, 0, 0, 1, ${new Uint8Array(4)})`),
  local: (db: Connection, row: number) =>
    db.run(sql`INSERT INTO operation (operation, kind, target, data, base, label, saved_by, state, attempts, saved_at)
      VALUES ('forms.update', 'form', ${`form_${row}`}, '{}', '{}', 'Intake', '', 'saved', 0, 1)`),
} as const;
const COUNT = {
  cache: sql<{ rows: number }>`SELECT count(*) AS rows FROM form`,
  local: sql<{ rows: number }>`SELECT count(*) AS rows FROM operation`,
} as const;

/** Creates a file with rows, migrated up to `version`. */
function make(which: 'cache' | 'local', version: number): void {
  const db = open();
  migrate(db, toSteps(which).slice(0, 1), `${file}.copy`);
  db.transaction(() => {
    for (let row = 0; row < ROWS; row++) FILL[which](db, row);
  });
  migrate(db, toSteps(which).slice(0, version), `${file}.copy`);
  db.close();
}

/**
 * Migrates in a process of its own, which ends inside a step, after a number of milliseconds, or when it is
 * done.
 */
async function upgrade(
  which: 'cache' | 'local',
  deadly: number,
  killAfter: number | null,
): Promise<NodeJS.Signals | null> {
  const child = spawn(process.execPath, [PROGRAM, which, file, String(deadly)], {
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
  readonly integrity: unknown;
  readonly rows: number | undefined;
}

function look(db: Connection, which: 'cache' | 'local'): Found {
  const rows = db.get(COUNT[which])?.rows;
  return { version: schemaVersion(db), integrity: db.pragma('integrity_check'), rows };
}

/** What the file contains after the kill, and after it was migrated to the newest version. */
function reopened(which: 'cache' | 'local'): { readonly found: Found; readonly brought: Found } {
  const db = open();
  const found = look(db, which);
  migrate(db, toSteps(which), `${file}.copy`);
  const brought = look(db, which);
  db.close();
  return { found, brought };
}

describe.each(['cache', 'local'] as const)('The %s file, when its migration is killed', (which) => {
  const whole = { integrity: 'ok', rows: ROWS };
  const newest = { ...whole, version: toSteps(which).length };

  test.each(
    toSteps(which)
      .slice(1)
      .map(({ version }) => version),
  )('inside the step to version %i, is as it was before that step', async (version) => {
    make(which, version - 1);
    expect(await upgrade(which, version, null)).toBe('SIGKILL');
    expect(reopened(which)).toEqual({ found: { ...whole, version: version - 1 }, brought: newest });
  });

  test(
    'at any moment, has the schema of some step and all its rows',
    async () => {
      const random = seededRandom(3);
      for (let time = 0; time < TIMES; time++) {
        make(which, 1);
        await upgrade(which, 0, random.fraction() * 60);
        expect(reopened(which)).toMatchObject({ found: whole, brought: newest });
        for (const suffix of ['', '-wal', '-shm', '.copy']) rmSync(file + suffix, { force: true });
      }
    },
    4 * PATIENT,
  );
});
