import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { getLocalStorePath } from '#main/engine/local/recovery/open.ts';
import { temporaryFolder } from '../support/engine.ts';
import { howMuch } from './size.ts';
import { NEW_ORDER } from '../support/builders.ts';
import { type TestLocalStore, testLocalStore } from '../support/local-store.ts';

/** Writes in the file itself, and those that are only in SQLite's write-ahead log. */
const IN_FILE = 3;
const BESIDE = 6;

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let supervised: TestLocalStore;
let copies = 0;

function save(app: TestLocalStore, order: number): void {
  const name = `Order ${order}`;
  app.save({ ...NEW_ORDER, data: { ...NEW_ORDER.data, name, order_details: name.repeat(3_000) } });
}

beforeEach(async () => {
  folder = await temporaryFolder();
  const original = path.join(folder.path, 'original');
  const first = testLocalStore(original);
  for (let order = 1; order <= IN_FILE; order++) save(first, order);
  first.store.close();
  supervised = testLocalStore(original, { seed: 2 });
  for (let order = IN_FILE + 1; order <= IN_FILE + BESIDE; order++) save(supervised, order);
});
afterEach(async () => {
  supervised.store.close();
  await folder.remove();
});

/** Copies the files into a folder of their own, as a loss of power leaves them. */
function powerCut(): string {
  const from = path.join(folder.path, 'original');
  const to = path.join(folder.path, `copy-${++copies}`);
  mkdirSync(to);
  for (const name of readdirSync(from)) copyFileSync(path.join(from, name), path.join(to, name));
  return to;
}

type Damage = 'cut' | 'flipped' | 'emptied' | 'gone';

function damageWal(target: string, how: Damage, share: number): void {
  const wal = `${getLocalStorePath(target)}-wal`;
  const bytes = readFileSync(wal);
  const at = Math.min(bytes.length - 1, Math.floor(share * bytes.length));
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  if (how === 'gone') return rmSync(wal);
  writeFileSync(wal, how === 'flipped' ? bytes : bytes.subarray(0, how === 'cut' ? at : 0));
}

test('whatever happens to the write-ahead log, each write is complete or missing, never partial', () => {
  fc.assert(
    fc.property(
      fc.constantFrom<Damage>('cut', 'flipped', 'emptied', 'gone'),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (how, share) => {
        const target = powerCut();
        damageWal(target, how, share);
        rmSync(`${getLocalStorePath(target)}-shm`, { force: true });
        const app = testLocalStore(target, { seed: 3 });
        const kept = app.all().map(({ number, label }) => `${number} ${label}`);
        const { health } = app.opened;
        app.store.close();
        rmSync(target, { recursive: true });
        const all = Array.from({ length: IN_FILE + BESIDE }, (_, index) => `${index + 1} Order ${index + 1}`);
        expect(kept.length).toBeGreaterThanOrEqual(IN_FILE);
        expect(kept).toEqual(all.slice(0, kept.length));
        const lost = all.length - kept.length;
        expect(health).toMatchObject({ state: lost === 0 ? 'fine' : 'rewound', lost });
      },
    ),
    { numRuns: howMuch(12, 500) },
  );
}, 120_000);

test.each([
  ['stale', (bytes: Buffer) => bytes.fill(0x5a)],
  ['of zeros', (bytes: Buffer) => bytes.fill(0)],
  ['cut', (bytes: Buffer) => bytes.subarray(0, 100)],
])('a shared-memory index that is %s loses nothing', (_name, change) => {
  const target = powerCut();
  const index = `${getLocalStorePath(target)}-shm`;
  expect(existsSync(index)).toBe(true);
  writeFileSync(index, change(readFileSync(index)));
  const app = testLocalStore(target, { seed: 3 });
  expect(app.opened.health).toMatchObject({ state: 'fine', carried: 0, lost: 0 });
  expect(app.all()).toHaveLength(IN_FILE + BESIDE);
  app.store.close();
});
