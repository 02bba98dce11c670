import { spawnSync } from 'node:child_process';
import { readdirSync, renameSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { NEW_ORDER } from '../support/builders.ts';
import { temporaryFolder, unwrap } from '../support/engine.ts';
import { testLocalStore } from '../support/local-store.ts';
import { howMuch } from './size.ts';

const PATIENT = 240_000;
const KEY = 'ab'.repeat(32);
const PROGRAM = fileURLToPath(new URL('./import-killed.ts', import.meta.url));
const ORDERS = howMuch(3, 20);
/** Every how many steps of an import it is killed. */
const STRIDE = howMuch(4, 1);

/** A folder with a local store that has one change of its own, and the copy of another one with several orders. */
async function prepare() {
  const folder = await temporaryFolder();
  onTestFinished(() => folder.remove());
  const from = testLocalStore(path.join(folder.path, 'from'), { seed: 1 });
  for (let order = 0; order < ORDERS; order++)
    from.save({ ...NEW_ORDER, data: { ...NEW_ORDER.data, name: `order ${order}` } });
  const copy = path.join(folder.path, 'carried');
  renameSync(unwrap(from.store.copyStoreForExport({ key: KEY })).path, copy);
  from.store.close();
  const target = path.join(folder.path, 'to');
  const to = testLocalStore(target, { seed: 2 });
  to.save({ ...NEW_ORDER, data: { ...NEW_ORDER.data, name: 'own' } });
  to.store.close();
  return { copy, target };
}

test(
  'an import that is killed at any step has added nothing, and is done by the next attempt, once',
  async () => {
    const { copy, target } = await prepare();
    let kills = 0;
    for (let left = 0; ; left += STRIDE) {
      const { signal, stderr } = spawnSync(process.execPath, [PROGRAM, target, copy, KEY, String(left)], {
        encoding: 'utf8',
      });
      expect(stderr).toBe('');
      const found = testLocalStore(target, { seed: 3 });
      const names = found.all().map((each) => found.one(each.number).data['name']);
      found.store.close();
      expect(readdirSync(target).filter((name) => name.includes('.import.'))).toEqual([]);
      const orders = Array.from({ length: ORDERS }, (_none, order) => `order ${order}`);
      expect(names).toEqual(signal === 'SIGKILL' ? ['own'] : ['own', ...orders]);
      if (signal !== 'SIGKILL') break;
      kills += 1;
    }
    expect(kills * STRIDE).toBeGreaterThan(20);
    spawnSync(process.execPath, [PROGRAM, target, copy, KEY, '-1']);
    const again = testLocalStore(target, { seed: 4 });
    expect(again.all()).toHaveLength(ORDERS + 1);
    again.store.close();
  },
  PATIENT,
);
