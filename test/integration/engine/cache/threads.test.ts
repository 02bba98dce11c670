import { afterEach, beforeEach, expect, test } from 'vitest';
import { toEpochMs } from '#contract/time.ts';
import { createRedactingLog } from '#main/base/log.ts';
import { openCache, type CacheClient, SupervisedCache } from '#main/engine/cache/client.ts';
import { getCachePath, openCacheForReading } from '#main/engine/cache/file/open.ts';
import type { CommitSummary, CacheOpenResult } from '#main/engine/cache/ingest/protocol.ts';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { toBytes, rawList, rawRequisition } from '../../../support/builders.ts';
import { getCode, temporaryFolder, TEST_KEY, until, unwrap } from '../../../support/engine.ts';
import { WORKER_URL } from '../../../support/worker-entries.ts';
import { createWorkerStarter } from '#main/engine/sqlite/worker-starter.ts';
import { idsOf, recordsOf } from '../../../support/results.ts';
import { sql } from '#main/engine/sqlite/sql.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

const emitted: CommitSummary[] = [];
const options = (change: { key?: string } = {}) => ({
  folder: folder.path,
  key: TEST_KEY,
  startWorker: createWorkerStarter(WORKER_URL),
  log: createRedactingLog(
    () => {},
    () => 0,
  ),
  onCommitted: (committed: CommitSummary) => emitted.push(committed),
  onDown: () => {},
  ...change,
});
const toPage = (count: number, filler = '') => ({
  kind: 'requisition' as const,
  bytes: toBytes(
    rawList(
      Array.from({ length: count }, (_none, n) => rawRequisition({ id: `req_${n}`, order_details: filler })),
    ),
  ),
  fetchedAt: toEpochMs(1),
  isUrgent: true,
  requestedAt: 0,
  pass: 0,
  offset: 0,
});

async function filled(
  cache: Pick<CacheClient, 'beginSweep' | 'store' | 'endSweep'>,
  filler = '',
): Promise<void> {
  unwrap(await cache.beginSweep({ kind: 'requisition', at: toEpochMs(1) }));
  unwrap(await cache.store(toPage(300, filler)));
  unwrap(
    await cache.endSweep({
      kind: 'requisition',
      outcome: 'complete',
      at: toEpochMs(2),
      scope: 'all',
      isCertain: true,
      isGapless: true,
      etag: null,
    }),
  );
}

/** Opens a cache whose threads are counted; `roles` are those of the threads that were started. */
async function openCounted(expectsLongReads: boolean) {
  const roles: string[] = [];
  const start = createWorkerStarter(WORKER_URL);
  const startWorker: typeof start = (role, heapMegabytes) => {
    roles.push(role);
    return start(role, heapMegabytes);
  };
  const cache = unwrap(await openCache({ ...options(), startWorker, expectsLongReads }));
  return { roles, cache };
}

const DRAFTS = { tab: 'draft', terms: [] } as const;

test('the reader runs the counts of the first screen, and the thread of long reads starts behind them in a window', async () => {
  const { roles, cache } = await openCounted(true);
  await filled(cache);
  const counts = cache.read('home.requisitions', DRAFTS);
  expect(roles).toEqual(['writer', 'reader']);
  expect(unwrap(await counts).count).toBe(300);
  await until(() => roles.includes('counter'), 'the thread of long reads starts');
  expect(unwrap(await cache.read('home.requisitions', DRAFTS)).count).toBe(300);
  await cache.close();
  expect(roles).toEqual(['writer', 'reader', 'counter']);
});

test('where no more long reads follow, the first one that the reader does not run starts the thread for them', async () => {
  const { roles, cache } = await openCounted(false);
  await filled(cache);
  expect(unwrap(await cache.read('home.requisitions', DRAFTS)).count).toBe(300);
  expect(roles).toEqual(['writer', 'reader']);
  expect(unwrap(await cache.read('worklist.counts', { terms: [] })).counts.all).toBe(300);
  expect(roles).toEqual(['writer', 'reader', 'counter']);
  await cache.close();
});

test('a page goes to the writer thread as bytes and comes back from the reader thread as rows', async () => {
  emitted.length = 0;
  const cache = unwrap(await openCache(options()));
  const page = toPage(3);
  unwrap(await cache.beginSweep({ kind: 'requisition', at: toEpochMs(1) }));
  expect(unwrap(await cache.store(page))).toMatchObject({ records: 3, newInPass: 3 });
  expect(page.bytes.byteLength).toBe(0);
  expect(emitted.at(-1)?.changes).toEqual([
    { revision: 1, kind: 'requisition', ids: ['req_0', 'req_1', 'req_2'] },
  ]);
  const list = await cache.read('records.list', { kind: 'requisition', filter: {}, limit: 10 });
  expect(idsOf(unwrap(list))).toEqual(['req_2', 'req_1', 'req_0']);
  await cache.close();
});

test('a view into a larger buffer is transferred without the rest', async () => {
  const cache = unwrap(await openCache(options()));
  const page = toPage(2);
  const larger = new Uint8Array(page.bytes.byteLength + 10);
  larger.set(page.bytes, 10);
  unwrap(await cache.beginSweep({ kind: 'requisition', at: toEpochMs(1) }));
  expect(unwrap(await cache.store({ ...page, bytes: larger.subarray(10) }))).toMatchObject({
    records: 2,
    newInPass: 2,
  });
  expect(larger.byteLength).toBe(page.bytes.byteLength + 10);
  await cache.close();
});

test('a wrong key is reported, and both threads end', async () => {
  const cache = unwrap(await openCache(options()));
  await cache.close();
  expect(getCode(await openCache(options({ key: 'f'.repeat(64) })))).toBe('key-mismatch');
  const again = unwrap(await openCache(options()));
  expect(again.opened.wasReplaced).toBe(false);
  await again.close();
});

test('an uncommitted batch is committed when the cache closes', async () => {
  const cache = unwrap(await openCache(options()));
  unwrap(await cache.beginSweep({ kind: 'requisition', at: toEpochMs(1) }));
  unwrap(await cache.store({ ...toPage(3), isUrgent: false }));
  await cache.close();
  const again = unwrap(await openCache(options()));
  expect(unwrap(await again.read('worklist.counts', { terms: [] })).counts.all).toBe(3);
  await again.close();
});

test('after it is closed every call gets a result', async () => {
  const cache = unwrap(await openCache(options()));
  await cache.close();
  expect(getCode(await cache.read('worklist.counts', { terms: [] }))).toBe('engine-down');
});

test('damage found by the last step of the opening leads to a new file too', async () => {
  const first = unwrap(await openCache(options()));
  await first.close();
  const db = openCacheForReading({ folder: folder.path, key: TEST_KEY });
  const root = db.get(
    sql<{ page: number }>`SELECT rootpage AS page FROM sqlite_schema WHERE name = 'form_without_requests'`,
  );
  db.close();
  const bytes = readFileSync(getCachePath(folder.path));
  const at = ((root?.page ?? 0) - 1) * 16_384 + 700;
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(getCachePath(folder.path), bytes);
  const cache = unwrap(await openCache(options()));
  expect(cache.opened).toMatchObject({ wasReplaced: true });
  await filled(cache);
  await cache.close();
  expect(readdirSync(folder.path).filter((name) => name.includes('damaged'))).not.toEqual([]);
});

test('damage found while it is open leads to a renamed file and a new one in its place', async () => {
  const reopened: CacheOpenResult[] = [];
  const first = new SupervisedCache({ ...options(), onReopened: (opened) => reopened.push(opened) });
  unwrap(await first.open());
  await filled(first, 'x'.repeat(9000));
  await first.close();
  const size = statSync(getCachePath(folder.path)).size;
  const bytes = readFileSync(getCachePath(folder.path));
  // The first pages hold the roots of all tables, some of which are read when the file is opened.
  for (let at = 80 * 16_384; at < size; at += 16_384) bytes[at + 700] = (bytes[at + 700] ?? 0) ^ 1;
  writeFileSync(getCachePath(folder.path), bytes);

  const cache = new SupervisedCache({ ...options(), onReopened: (opened) => reopened.push(opened) });
  expect(unwrap(await cache.open()).wasReplaced).toBe(false);
  const read = await cache.read('records.dump', { kind: 'requisition', limit: 1000 });
  expect(getCode(read)).toBe('storage-damaged');
  await until(() => reopened.length === 1, 'the cache is opened again');
  expect(reopened[0]).toMatchObject({ wasReplaced: true });
  expect(unwrap(await cache.read('worklist.counts', { terms: [] })).counts.all).toBe(0);
  await filled(cache);
  expect(unwrap(await cache.read('worklist.counts', { terms: [] })).counts.all).toBe(300);
  await cache.close();
});

test('after the cache was opened again, a read that began before it still replaces no record written since', async () => {
  let endWriter = async (): Promise<unknown> => null;
  const start = createWorkerStarter(WORKER_URL);
  const startWorker: typeof start = (role, heapMegabytes) => {
    const worker = start(role, heapMegabytes);
    if (role === 'writer') endWriter = () => worker.terminate();
    return worker;
  };
  const reopened: CacheOpenResult[] = [];
  const cache = new SupervisedCache({
    ...options(),
    startWorker,
    onReopened: (opened) => reopened.push(opened),
  });
  unwrap(await cache.open());
  const write = async (name: string, requestedAt?: number) => {
    const text = JSON.stringify(rawRequisition({ id: 'req_1', name }));
    const facts = { kind: 'requisition', text, fetchedAt: toEpochMs(1) } as const;
    return unwrap(await cache.storeOne({ ...facts, ...(requestedAt === undefined ? {} : { requestedAt }) }));
  };
  for (const name of ['first', 'second', 'third']) await write(name);
  const before = cache.writeSequence();
  await endWriter();
  await until(() => reopened.length === 1, 'the cache is opened again');
  await write('written since');
  await write('read before', before);
  const list = async () =>
    recordsOf(unwrap(await cache.read('records.list', { kind: 'requisition', filter: {}, limit: 10 })));
  expect(await list()).toMatchObject([{ name: 'written since' }]);
  await write('read since', cache.writeSequence());
  expect(await list()).toMatchObject([{ name: 'read since' }]);
  await cache.close();
});
