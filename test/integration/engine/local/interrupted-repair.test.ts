import { cpSync, existsSync, readdirSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { ok, type Result } from '#contract/result.ts';
import { getLocalStorePath, LOCAL_MIGRATIONS } from '#main/engine/local/recovery/open.ts';
import { repairLocalStore } from '#main/engine/local/recovery/repair.ts';
import type { Connection } from '#main/engine/sqlite/db.ts';
import { openCheckAndMigrateDatabase } from '#main/engine/sqlite/open-file.ts';
import { NEW_ORDER } from '../../../support/builders.ts';
import { damageLocalTable } from '../../../support/damaged-files.ts';
import { temporaryFolder, TEST_KEY, unwrap } from '../../../support/engine.ts';
import { testLocalStore, type TestLocalStore } from '../../../support/local-store.ts';

const ORDERS = 5;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

/** Repairs the local store of the folder. @param onStep called before each change of the new file */
function repair(onStep: () => void, carried = ORDERS): void {
  const openNew = (file: string): Result<Connection> => {
    const opened = openCheckAndMigrateDatabase({
      file,
      key: TEST_KEY,
      durability: 'full',
      migrations: LOCAL_MIGRATIONS,
    });
    if (!opened.ok) return opened;
    const run: Connection['run'] = (query) => {
      onStep();
      return opened.value.run(query);
    };
    return ok({ ...opened.value, run });
  };
  const file = getLocalStorePath(folder.path);
  const now = Date.UTC(2026, 0, 1);
  const repaired = unwrap(repairLocalStore({ file, key: TEST_KEY, highestKnown: ORDERS, now, openNew }));
  expect(repaired.carried).toBe(carried);
}

/** A closed local store with unsent orders and a damaged table. */
function fillAndDamage(): void {
  const local = testLocalStore(folder.path);
  for (let order = 1; order <= ORDERS; order += 1)
    local.save({ ...NEW_ORDER, data: { ...NEW_ORDER.data, name: `Order ${order}` } });
  local.store.close();
  damageLocalTable(folder.path, 'reviewed_version');
}

function open(at: string): TestLocalStore {
  const local = testLocalStore(at, { seed: 2 });
  onTestFinished(() => void local.store.close());
  return local;
}

function expectEverything(local: TestLocalStore): void {
  expect(local.opened.health).toMatchObject({ state: 'recovered', carried: ORDERS });
  expect(local.all()).toHaveLength(ORDERS);
}

const listNames = (at = folder.path): readonly string[] => readdirSync(at);

describe('A repair of the local store that is interrupted', () => {
  test('begins again at the next opening, whatever had been copied, with every unsent change', async () => {
    fillAndDamage();
    const moments: string[] = [];
    const parent = await temporaryFolder();
    onTestFinished(() => parent.remove());
    repair(() => {
      const copy = path.join(parent.path, String(moments.length));
      moments.push(copy);
      cpSync(folder.path, copy, { recursive: true });
    });
    expect(open(folder.path).all()).toHaveLength(ORDERS);
    expect(moments.length).toBeGreaterThan(10);
    for (const moment of moments) {
      expectEverything(open(moment));
      expect(listNames(moment).filter((name) => name.includes('repairing'))).toEqual([]);
      expect(listNames(moment).filter((name) => /^local\.damaged-.*\.db$/.test(name))).toHaveLength(1);
    }
  });

  test('begins again after the damaged file had got another name, also where only some of its files had', () => {
    for (const renamed of [['', '-wal'], ['']]) {
      const file = getLocalStorePath(folder.path);
      if (!existsSync(file)) fillAndDamage();
      writeFileSync(path.join(folder.path, 'local.repairing.db'), 'a part of a new file');
      writeFileSync(`${file}-wal`, '');
      const damaged = path.join(folder.path, 'local.damaged-2026-11-27T10-00-00-000Z.db');
      for (const suffix of renamed) renameSync(file + suffix, damaged + suffix);
      const local = testLocalStore(folder.path, { seed: 3 });
      expectEverything(local);
      local.store.close();
      expect(listNames().filter((name) => name.includes('repairing'))).toEqual([]);
      damageLocalTable(folder.path, 'reviewed_version');
    }
  });

  test('that had finished is not taken back', () => {
    fillAndDamage();
    const repaired = testLocalStore(folder.path, { seed: 2 });
    repaired.save({ ...NEW_ORDER, data: { ...NEW_ORDER.data, name: 'A later order' } });
    repaired.store.close();
    const local = open(folder.path);
    expect(listNames().filter((name) => /^local\.damaged-.*\.db$/.test(name))).toHaveLength(1);
    expect(local.all()).toHaveLength(ORDERS + 1);
  });
});

test('What a repair has lost is said also where the program ended right after it', () => {
  fillAndDamage();
  damageLocalTable(folder.path, 'operation');
  repair(() => {}, 0);
  expect(open(folder.path).opened.health).toMatchObject({ lost: ORDERS, incomplete: ['looks'] });
});

test('A damaged file stays where it is while it is repaired, so that what is read meanwhile is not half of it', () => {
  fillAndDamage();
  const seen = new Set<boolean>();
  repair(() => void seen.add(existsSync(getLocalStorePath(folder.path))));
  expect([...seen]).toEqual([true]);
});
