import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { NO_PACK_SCHEDULE, type StoredPackSchedule } from '#contract/downtime-pack.ts';
import { toEpochMs } from '#contract/time.ts';
import { getLocalStorePath } from '#main/engine/local/recovery/open.ts';
import { openDatabaseFile } from '#main/engine/sqlite/connection.ts';
import { openCheckAndMigrateDatabase } from '#main/engine/sqlite/open-file.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { temporaryFolder, TEST_KEY, unwrap } from '../../../../support/engine.ts';
import { localDataStore } from '../../../../support/local-store.ts';
import { STORE_SAMPLES } from '../../../../support/migrations.ts';

const SCHEDULE: StoredPackSchedule = {
  isOn: true,
  times: ['06:30', '14:30'],
  folder: '/srv/packs',
  password: 'a long password',
  doneShifts: ['2026-03-12 06:30'],
  made: { at: toEpochMs(1_000), pages: 3, missing: 1 },
  failure: null,
};

test('no pack is made by itself before it was set up, and what was set up stays', async () => {
  const local = await localDataStore();
  expect(unwrap(local.kept.readPackSchedule(null))).toEqual(NO_PACK_SCHEDULE);
  unwrap(local.kept.writePackSchedule({ ...SCHEDULE, times: ['05:00'] }));
  unwrap(local.kept.writePackSchedule(SCHEDULE));
  expect(unwrap(local.again().kept.readPackSchedule(null))).toEqual(SCHEDULE);
});

test('a schedule that this version cannot read counts as none', async () => {
  const local = await localDataStore();
  unwrap(local.kept.writePackSchedule(SCHEDULE));
  local.store.close();
  const db = openDatabaseFile(getLocalStorePath(local.folder), TEST_KEY);
  db.run(sql`UPDATE pack_schedule SET schedule = json_set(schedule, '$.times', 'later')`);
  db.close();
  expect(unwrap(local.again().kept.readPackSchedule(null))).toEqual(NO_PACK_SCHEDULE);
});

test('a local store from before has no schedule of downtime packs, and the former program goes on with the new one', async () => {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  const { migrations, fill, count } = STORE_SAMPLES.local;
  const target = { file: path.join(folder.path, 'local.db'), key: TEST_KEY, durability: 'full' as const };
  const before = unwrap(openCheckAndMigrateDatabase({ ...target, migrations: migrations.slice(0, 8) }));
  fill(before, 0);
  before.close();
  const db = unwrap(openCheckAndMigrateDatabase({ ...target, migrations }));
  expect(db.all(sql`SELECT * FROM pack_schedule`)).toEqual([]);
  expect(db.get(count)?.rows).toBe(1);
  db.close();
  unwrap(openCheckAndMigrateDatabase({ ...target, migrations: migrations.slice(0, 8) })).close();
});
