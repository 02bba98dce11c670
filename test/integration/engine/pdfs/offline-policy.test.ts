import { afterEach, beforeEach, expect, test } from 'vitest';
import type { OfflinePolicy } from '#contract/pdfs.ts';
import { ok, type Result } from '#contract/result.ts';
import { toEpochMs } from '#contract/time.ts';
import { createDeferredPromise, type DeferredPromise } from '#main/base/async.ts';
import { systemClock } from '#main/base/clock.ts';
import { openCacheFile } from '#main/engine/cache/file/open.ts';
import { OfflinePolicyRunner, type OfflinePolicyDeps } from '#main/engine/pdfs/offline-policy.ts';
import type { PdfDownloadJob, PdfDownloadQueue, WantedPdf } from '#main/engine/pdfs/queue.ts';
import { createPdfStoreThreadHandler } from '#main/engine/pdfs/store.ts';
import { temporaryFolder, TEST_KEY, unwrap } from '../../../support/engine.ts';

const SIZE = 20_000_000;

let folder: { readonly path: string; remove(): Promise<void> };
let call: (name: string, input: unknown) => Promise<Result<unknown>>;
let rule: OfflinePolicy;
let arriving: readonly string[];
let queued: (readonly string[])[];
let isForgotten: boolean;
/** The jobs that have not begun. */
let waiting: readonly string[];
/** What the rule names; a test may let it wait. */
let namedBy: (keep: OfflinePolicy['keep']) => Promise<readonly string[]>;
let runner: OfflinePolicyRunner;

beforeEach(async () => {
  folder = await temporaryFolder();
  // The key of an account is checked by its cache, which is opened first.
  unwrap(openCacheFile({ folder: folder.path, key: TEST_KEY }, () => 0)).db.close();
  const thread = createPdfStoreThreadHandler(systemClock);
  call = async (name, input) => thread(name, input as never); // the thread takes the input of its call
  unwrap(await call('open', { folder: folder.path, key: TEST_KEY }));
  rule = { keep: 'needs-review', capMegabytes: 70 };
  arriving = [];
  queued = [];
  isForgotten = false;
  waiting = [];
  namedBy = async () => [];
  const queue: Pick<PdfDownloadQueue, 'add' | 'arriving' | 'dropQueuedByPolicy' | 'getJob'> = {
    add: (wanted: readonly WantedPdf[]) => {
      waiting = [...new Set([...waiting, ...wanted.map(({ id }) => id)])];
      return queued.push(wanted.map(({ id }) => id));
    },
    arriving: () => arriving,
    dropQueuedByPolicy: (isWanted) => {
      isForgotten ||= isWanted === undefined;
      waiting = waiting.filter((id) => isWanted?.(id) === true);
    },
    getJob: () => undefined,
  };
  runner = new OfflinePolicyRunner({
    store: { call: call as OfflinePolicyDeps['store']['call'] }, // the thread of the store, without its worker
    records: {
      listForPolicy: async (keep) => ok((await namedBy(keep)).map((id) => ({ id, version: null }))),
    },
    local: { getOfflinePolicy: async () => ok(rule), listProtectedRequisitions: async () => ok([]) },
    maxMegabytes: null,
    queue: () => queue as PdfDownloadQueue, // the runner calls no other member
    clock: systemClock,
  });
});
afterEach(async () => {
  await call('close', null);
  await folder.remove();
});

async function store(id: string): Promise<PdfDownloadJob> {
  const number = unwrap(await call('begin', { id, version: null }));
  unwrap(await call('finish', { number, size: SIZE, hash: id }));
  const job = {
    id,
    state: 'arriving',
    received: SIZE,
    size: SIZE,
    error: null,
    isRequestedByUser: false,
  } as const;
  return { ...job, version: null, failedAt: toEpochMs(0) };
}

const getStored = async (ids: readonly string[]): Promise<readonly string[]> =>
  (unwrap(await call('find', { ids })) as readonly { id: string }[]).map(({ id }) => id);

test('of two PDFs that arrive together only the one too many is removed', async () => {
  const ids = ['req_a', 'req_b', 'req_c', 'req_d'];
  namedBy = async () => ids;
  await runner.run();
  const jobs = await Promise.all(ids.map(store));
  await Promise.all(jobs.slice(2).map((job) => runner.onArrived(job)));
  expect(await getStored(ids)).toHaveLength(3);
});

test('a PDF that has just arrived, and may not stay, does not end the downloads of the others', async () => {
  rule = { ...rule, capMegabytes: 50 };
  for (const id of ['req_a', 'req_b', 'req_c']) await store(id);
  arriving = ['req_c'];
  expect(await runner.mayStore()).toBe(true);
  arriving = [];
  expect(await runner.mayStore()).toBe(false);
  expect(isForgotten).toBe(false);
});

test('PDFs that take exactly the capacity stay, and leave no room for another', async () => {
  rule = { ...rule, capMegabytes: 60 };
  const ids = ['req_a', 'req_b', 'req_c'];
  namedBy = async () => ids;
  const jobs = await Promise.all(ids.map(store));
  await Promise.all(jobs.map((job) => runner.onArrived(job)));
  unwrap(await runner.expire(toEpochMs(0)));
  expect(await getStored(ids)).toHaveLength(3);
  expect(await runner.mayStore()).toBe(false);
  namedBy = async () => [...ids, 'req_d'];
  await runner.run();
  expect(queued).toEqual([]);
  rule = { ...rule, capMegabytes: 61 };
  expect(await runner.mayStore()).toBe(true);
});

test('a rule that is set while the former one is applied is applied right after it', async () => {
  const looked: DeferredPromise<void> = createDeferredPromise();
  namedBy = async (keep) => {
    if (keep === 'needs-review') await looked.promise;
    return keep === 'needs-review' ? ['req_a'] : ['req_a', 'req_b'];
  };
  const first = runner.run();
  await Promise.resolve();
  rule = { ...rule, keep: 'open' };
  const second = runner.run();
  looked.resolve();
  await Promise.all([first, second]);
  expect(queued.at(-1)).toEqual(['req_a', 'req_b']);
});

test('what the former rule has queued while another was set is not fetched', async () => {
  const looked: DeferredPromise<void> = createDeferredPromise();
  namedBy = async (keep) => {
    if (keep === 'needs-review') await looked.promise;
    return keep === 'needs-review' ? ['req_a', 'req_b'] : [];
  };
  const first = runner.run();
  await Promise.resolve();
  rule = { ...rule, keep: 'none' };
  const second = runner.run();
  looked.resolve();
  await Promise.all([first, second]);
  expect(waiting).toEqual([]);
});
