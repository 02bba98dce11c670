import { existsSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { LocalStoreHealth } from '#contract/outbox.ts';
import type { Result } from '#contract/result.ts';
import { restorePreUpgradeLocalStore } from '#main/engine/restore-pre-upgrade.ts';
import {
  readGenerationMarkerFile,
  writeGenerationMarkerFile,
} from '#main/engine/local/recovery/generation-marker.ts';
import { getLocalStorePath } from '#main/engine/local/recovery/open.ts';
import type { Connection } from '#main/engine/sqlite/db.ts';
import type { Migration } from '#main/engine/sqlite/migrate.ts';
import { openCheckAndMigrateDatabase } from '#main/engine/sqlite/open-file.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { NEW_ORDER } from '../../support/builders.ts';
import { getCode, temporaryFolder, TEST_KEY, unwrap } from '../../support/engine.ts';
import { testLocalStore, type TestLocalStore } from '../../support/local-store.ts';
import { STORE_SAMPLES, withLater } from '../../support/migrations.ts';

const AT = Date.parse('2026-10-05T10:00:00Z');
const KEPT = 'local.newer-2026-10-05T10-00-00-000Z.db';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let opened: TestLocalStore | null = null;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(async () => {
  opened?.store.close();
  opened = null;
  await folder.remove();
});

const inFolder = (name: string): string => path.join(folder.path, name);
const goBack = () => restorePreUpgradeLocalStore({ folder: folder.path, key: TEST_KEY }, AT);

/** A local store with one order, closed. */
function fill(): void {
  const local = testLocalStore(folder.path, { seed: 1 });
  local.save(NEW_ORDER);
  local.store.close();
}

function openAs(migrations: readonly Migration[], file = getLocalStorePath(folder.path)): Result<Connection> {
  return openCheckAndMigrateDatabase({ file, key: TEST_KEY, durability: 'full', migrations });
}

/** What a newer Intray does: it changes the schema so that this one cannot read it. */
function upgrade(migrations: readonly Migration[] = withLater('local')): void {
  const db = unwrap(openAs(migrations));
  STORE_SAMPLES.local.fill(db, 9);
  // Every change of the local store counts as a move, also by a newer program.
  db.run(sql`UPDATE local_state SET moves = moves + 5`);
  db.close();
  const known = readGenerationMarkerFile(folder.path);
  if (known === null) throw new Error('a store has a marker');
  writeGenerationMarkerFile(folder.path, { ...known, moves: known.moves + 5 });
}

function open(): LocalStoreHealth {
  opened = testLocalStore(folder.path, { seed: 2 });
  return opened.opened.health;
}

describe('going back after an upgrade that this program cannot read', () => {
  test('opens the former local store as rewound, and asks about what it may have sent since', () => {
    fill();
    upgrade();
    expect(getCode(openAs(STORE_SAMPLES.local.migrations))).toBe('storage-newer');
    expect(unwrap(goBack())).toEqual({ kept: inFolder(KEPT) });
    expect(open()).toMatchObject({ state: 'rewound' });
    expect(opened?.all().map(({ state }) => state)).toEqual(['uncertain']);
  });

  test('keeps the newer local store whole', () => {
    fill();
    upgrade();
    unwrap(goBack());
    const db = unwrap(openAs(withLater('local'), inFolder(KEPT)));
    expect(db.get(STORE_SAMPLES.local.count)).toEqual({ rows: 2 });
    db.close();
  });
});

describe('going back changes nothing', () => {
  test('where this program can open the local store', () => {
    fill();
    const [newest] = withLater('local').slice(-1);
    if (newest === undefined) throw new Error('there is a made-up migration');
    upgrade([...STORE_SAMPLES.local.migrations, { ...newest, opensFrom: 1 }]);
    expect(getCode(goBack())).toBe('not-found');
    expect(existsSync(inFolder(KEPT))).toBe(false);
  });

  test('where there is no local store from before the upgrade', () => {
    fill();
    upgrade();
    unwrap(goBack());
    upgrade();
    unwrap(restorePreUpgradeLocalStore({ folder: folder.path, key: TEST_KEY }, AT + 1_000));
    expect(getCode(goBack())).toBe('not-found');
  });

  test('where there are no files', () => {
    expect(getCode(goBack())).toBe('not-found');
  });
});
