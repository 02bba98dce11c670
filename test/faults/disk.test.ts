import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync, writeSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { KINDS, type Kind } from '#contract/records.ts';
import { getLocalStorePath } from '#main/engine/local/recovery/open.ts';
import { startDemoServer, type DemoServer } from '#main/demo/server.ts';
import { getCode, temporaryFolder, unwrap, type TestEngine } from '../support/engine.ts';
import { limitedDisk } from './full-disk.ts';
import { FULL_DISK_WORKER_URL, WORKER_URL } from '../support/worker-entries.ts';
import { getDump, openTestApp } from '../support/app.ts';
import { NEW_ORDER } from '../support/builders.ts';
import { getServiceRecords } from '../support/clinic.ts';
import { testLocalStore } from '../support/local-store.ts';

/** A text long enough to need database pages of its own. */
const LONG = 'x'.repeat(200_000);
/** More changes than the reserved space can hold after one more release. */
const ORDERS = 40;
const PAGE = 16_384;
/** Enough pages for a few saves, not for many. */
const ROOM = 400_000;
const LONG_ORDER = { ...NEW_ORDER, data: { ...NEW_ORDER.data, order_details: LONG.slice(0, 60_000) } };

let clinic: DemoServer;
let folder: string;
beforeEach(async () => {
  const own = await temporaryFolder();
  folder = own.path;
  clinic = await startDemoServer({ seed: 7, requisitions: 60, forms: 8, notifications: 20, patients: 9 });
  onTestFinished(async () => {
    await clinic.close();
    await own.remove();
  });
});

const openEngine = async (dataDir: string, workerUrl = WORKER_URL): Promise<TestEngine> =>
  (await openTestApp(clinic, { folder: dataDir, workerUrl })).engine();

const waiting = async (engine: TestEngine): Promise<number[]> =>
  unwrap(await engine.call('outbox.list', {})).items.map(({ number }) => number);

async function expectServiceRecords(engine: TestEngine): Promise<void> {
  for (const kind of KINDS) expect(await getDump(engine, kind)).toEqual(getServiceRecords(clinic, kind));
}

const rename = (name: string) => {
  const [id = ''] = getServiceRecords(clinic, 'requisition').keys();
  return { operation: 'requisitions.update', data: { id, name } } as const;
};
const getError = async (engine: TestEngine, kind: Kind): Promise<string | undefined> => {
  const { kinds } = unwrap(await engine.call('sync.run', { full: true }));
  return kinds.find((health) => health.kind === kind)?.error?.code;
};

describe('Files that cannot grow', () => {
  test('refuse a save with the error for a full disk, keep what was saved before, and accept the save once there is space', async () => {
    const disk = limitedDisk();
    const engine = await openEngine(folder, FULL_DISK_WORKER_URL);
    unwrap(await engine.call('sync.run', {}));
    const before = unwrap(await engine.call('outbox.save', rename('Before'))).number;
    disk.full(true);
    expect(getCode(await engine.call('outbox.save', LONG_ORDER))).toBe('storage-full');
    expect(await waiting(engine)).toEqual([before]);
    disk.full(false);
    unwrap(await engine.call('outbox.save', LONG_ORDER));
    unwrap(await engine.call('sync.run', { full: true }));
    expect(await waiting(engine)).toEqual([]);
    expect(clinic.writeLog()).toHaveLength(2);
    await expectServiceRecords(engine);
  });

  test('end a sync with the error for a full disk, keep what is cached, and are filled once there is space', async () => {
    const disk = limitedDisk();
    const engine = await openEngine(folder, FULL_DISK_WORKER_URL);
    unwrap(await engine.call('sync.run', {}));
    const known = await getDump(engine, 'requisition');
    for (const id of known.keys()) clinic.otherUsers.updateRequisition(id, { order_details: LONG });
    disk.full(true);
    expect(await getError(engine, 'requisition')).toBe('storage-full');
    expect(await getDump(engine, 'requisition')).toEqual(known);
    disk.full(false);
    expect(await getError(engine, 'requisition')).toBeUndefined();
    await expectServiceRecords(engine);
  });
});

/** A small file system of its own, where this process may mount one. */
function smallDisk(): string | null {
  const mountPoint = path.join(folder, 'disk');
  mkdirSync(mountPoint);
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=16m,mode=0700', 'none', mountPoint]);
  if (mounted.status !== 0) return null;
  onTestFinished(() => void spawnSync('umount', ['--lazy', mountPoint]));
  return mountPoint;
}

/** Overwrites a page in the middle of a file. */
function damage(file: string): void {
  const bytes = readFileSync(file);
  const page = Math.floor(bytes.length / 2 / PAGE) * PAGE;
  writeFileSync(file, bytes.fill(0x5a, page + 100, page + 600));
}

/** Fills the rest of the file system. */
function fill(disk: string, name = 'filling'): { empty(): void } {
  const file = path.join(disk, name);
  const handle = openSync(file, 'w');
  for (let size = 1 << 20; size >= 1; size = Math.floor(size / 2)) {
    const bytes = Buffer.alloc(size, 1);
    try {
      for (let turn = 0; turn < 64; turn++) writeSync(handle, bytes);
    } catch (thrown) {
      if (!(thrown instanceof Error && 'code' in thrown && thrown.code === 'ENOSPC')) throw thrown;
    }
  }
  closeSync(handle);
  return { empty: () => rmSync(file) };
}

describe('A disk that is completely full', () => {
  test('keeps what was saved, reports what was not, and allows pending changes to be sent', async (context) => {
    const disk = smallDisk();
    if (disk === null) return context.skip('no file system may be mounted here');
    const engine = await openEngine(disk);
    unwrap(await engine.call('sync.run', {}));
    const before = unwrap(await engine.call('outbox.save', rename('Before'))).number;
    const filling = fill(disk);
    expect(getCode(await engine.call('outbox.save', LONG_ORDER))).toBe('storage-full');
    expect(await waiting(engine)).toEqual([before]);
    await engine.call('sync.run', {});
    expect(await waiting(engine)).toEqual([]);
    expect(clinic.writeLog()).toHaveLength(1);
    filling.empty();
    expect(await getError(engine, 'requisition')).toBeUndefined();
    await expectServiceRecords(engine);
  });

  test('reports as saved exactly what is there after a restart', async (context) => {
    const disk = smallDisk();
    if (disk === null) return context.skip('no file system may be mounted here');
    const first = await openEngine(disk);
    unwrap(await first.call('sync.run', {}));
    const room = path.join(disk, 'room');
    writeFileSync(room, Buffer.alloc(ROOM, 1));
    const filling = fill(disk);
    rmSync(room);
    const saved: number[] = [];
    const refused = new Set<string>();
    for (let order = 0; order < 40; order++) {
      const data = { ...NEW_ORDER.data, name: `Order ${order}`, order_details: LONG.slice(0, order * 500) };
      const answer = await first.call('outbox.save', { ...NEW_ORDER, data });
      if (answer.ok) saved.push(answer.value.number);
      else refused.add(answer.error.code);
    }
    expect([...refused]).toEqual(['storage-full']);
    expect(saved.length).toBeGreaterThan(0);
    expect(await waiting(first)).toEqual(saved);
    await first.close();
    const rest = fill(disk, 'rest');
    const again = await openEngine(disk);
    expect(await waiting(again)).toEqual(saved);
    for (const file of [filling, rest]) file.empty();
    unwrap(await again.call('sync.run', { full: true }));
    expect(await waiting(again)).toEqual([]);
    expect(clinic.writeLog()).toHaveLength(saved.length);
    await expectServiceRecords(again);
  });

  test('leaves a damaged local store where it is, and carries its writes over once there is space', async (context) => {
    const disk = smallDisk();
    if (disk === null) return context.skip('no file system may be mounted here');
    const first = testLocalStore(disk);
    for (let order = 1; order <= ORDERS; order++) {
      first.save({ ...LONG_ORDER, data: { ...LONG_ORDER.data, name: `Order ${order}` } });
    }
    first.store.close();
    damage(getLocalStorePath(disk));
    const damaged = readFileSync(getLocalStorePath(disk));
    const filling = fill(disk);
    expect(() => testLocalStore(disk)).toThrow('storage-full');
    expect(readFileSync(getLocalStorePath(disk)).equals(damaged)).toBe(true);
    filling.empty();
    const { store, opened } = testLocalStore(disk, { seed: 2 });
    onTestFinished(() => void store.close());
    expect(opened.health.state).toBe('recovered');
    expect(opened.health.carried).toBeGreaterThan(ORDERS / 2);
    expect(opened.health.carried + (opened.health.lost ?? 0)).toBe(ORDERS);
  });
});
