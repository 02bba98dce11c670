import { readFileSync, writeFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { NO_KEYCHAIN_GENERATION_MARKER } from '#contract/generation-marker.ts';
import { systemClock } from '#main/base/clock.ts';
import { silentLog } from '#main/base/log.ts';
import { openLocalStore } from '#main/engine/local/client.ts';
import { KeychainGenerationMarkerWriter } from '#main/engine/local/generation-marker-writer.ts';
import type { LocalStoreOpenResult } from '#main/engine/local/protocol.ts';
import { getLocalStorePath } from '#main/engine/local/recovery/open.ts';
import { openDatabaseFile } from '#main/engine/sqlite/connection.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { NEW_ORDER } from '../../../support/builders.ts';
import { temporaryFolder, TEST_KEY, until, unwrap } from '../../../support/engine.ts';
import { inProcessWorkers } from '../../../support/in-process-workers.ts';
import { testLocalStore } from '../../../support/local-store.ts';

const PAGE_BYTES = 16_384;
const NAMES = 2_000;

/** Makes a local store with three pending changes and many names, and damages a page in the middle of one table. */
async function createDamagedStore(table: 'name_reading' | 'reviewed_version' | 'operation'): Promise<string> {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  const local = testLocalStore(folder.path);
  for (let order = 0; order < 3; order += 1)
    local.save({ ...NEW_ORDER, data: { ...NEW_ORDER.data, order_details: 'x'.repeat(20_000) } });
  local.store.close();
  const file = getLocalStorePath(folder.path);
  const db = openDatabaseFile(file, TEST_KEY);
  db.transaction(() => {
    for (let each = 0; each < NAMES; each += 1) {
      db.run(sql`
        INSERT INTO name_reading (id, name_key, document, name, line, read_at)
        VALUES (${`user_${each}`}, 'anna', 'notf_1', 'Anna', ${'line '.repeat(20)}, 1)`);
      db.run(sql`
        INSERT INTO reviewed_version (id, reviews, received) VALUES (${`reqn_${each}`}, ${'r'.repeat(64)}, '')`);
    }
  });
  const pages = db.all(sql<{ readonly page: number }>`
    SELECT pageno AS page FROM dbstat WHERE name = ${table} ORDER BY pageno`);
  db.pragma('wal_checkpoint(TRUNCATE)');
  db.close();
  const damaged = pages[Math.floor(pages.length / 2)]?.page ?? 0;
  const bytes = readFileSync(file);
  bytes.fill(0x5a, (damaged - 1) * PAGE_BYTES + 100, (damaged - 1) * PAGE_BYTES + 600);
  writeFileSync(file, bytes);
  return folder.path;
}

/** Opens the store as the engine does for a window. */
async function openAsInWindow(folder: string, onReopened: (opened: LocalStoreOpenResult) => void) {
  const generation = new KeychainGenerationMarkerWriter({
    first: NO_KEYCHAIN_GENERATION_MARKER,
    storeMarker: async () => true,
    clock: systemClock,
    log: silentLog,
  });
  const local = unwrap(
    await openLocalStore({
      folder,
      key: TEST_KEY,
      startWorker: inProcessWorkers,
      log: silentLog,
      generation,
      onChanged: () => {},
      onLocalDataChanged: () => {},
      onReopened,
      leavesLargeTables: true,
    }),
  );
  onTestFinished(() => local.close());
  return local;
}

test.each(['name_reading', 'reviewed_version'] as const)(
  'damage in %s is found by the later check, and every pending change is carried over',
  async (table) => {
    const reopened: LocalStoreOpenResult[] = [];
    const local = await openAsInWindow(await createDamagedStore(table), (opened) => reopened.push(opened));
    expect(local.opened.health.state).toBe('fine');
    await local.checkLargeTables();
    await until(() => reopened.length > 0, 'it is opened again');
    expect(reopened[0]?.health).toMatchObject({ state: 'recovered', carried: 3, lost: 0 });
    expect(unwrap(await local.call('list', { limit: 10 })).items).toHaveLength(3);
    await local.checkLargeTables();
    expect(reopened).toHaveLength(1);
  },
);

test('damage among the pending changes is found by the opening', async () => {
  const local = await openAsInWindow(await createDamagedStore('operation'), () => {});
  expect(local.opened.health.state).toBe('recovered');
});

test('an opening that leaves nothing out finds damage in any table', async () => {
  const folder = await createDamagedStore('name_reading');
  const { store, opened } = testLocalStore(folder);
  onTestFinished(() => void store.close());
  expect(opened.health.state).toBe('recovered');
  expect(store.checkLargeTables().ok).toBe(true);
});
