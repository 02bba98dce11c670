import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { err, type Result } from '#contract/result.ts';
import { toEpochMs } from '#contract/time.ts';
import { memoize } from '#main/base/async.ts';
import { silentLog } from '#main/base/log.ts';
import { openCache, type CacheClient } from '#main/engine/cache/client.ts';
import type { CacheReadInput, CacheReadName } from '#main/engine/cache/protocol.ts';
import type { StartedWorkerEndpoint, StartWorker, ThreadRole } from '#main/engine/sqlite/worker.ts';
import { rawList, rawRequisition, toBytes } from '../../../support/builders.ts';
import { temporaryFolder, TEST_KEY, unwrap } from '../../../support/engine.ts';
import { inProcessWorkers } from '../../../support/in-process-workers.ts';
import { NEWEST } from '../../../support/lists.ts';

const COUNT = 40;
const PAGE = {
  tab: 'all',
  terms: [],
  order: NEWEST,
  limit: 5,
} as const satisfies CacheReadInput<'worklist.page'>;
const COUNTS = { terms: [] } as const satisfies CacheReadInput<'worklist.counts'>;

/** A thread whose messages wait until it is released, as if it were busy with a long read, and what passed. */
interface HeldThread {
  hold(): void;
  release(): void;
  readonly received: string[];
  replies: number;
}

/** Starts workers in this thread; the messages to each role can be held. */
function holdableWorkers(): { readonly start: StartWorker; readonly of: (role: ThreadRole) => HeldThread } {
  const threads = new Map<ThreadRole, HeldThread & { pass: (message: () => void) => void }>();
  const of = (role: ThreadRole) => {
    const known = threads.get(role);
    if (known !== undefined) return known;
    let waiting: (() => void)[] | null = null;
    const fresh = {
      received: [],
      replies: 0,
      hold: () => void (waiting ??= []),
      release: () => {
        const held = waiting ?? [];
        waiting = null;
        held.forEach((send) => send());
      },
      pass: (send: () => void) => (waiting === null ? send() : void waiting.push(send)),
    };
    threads.set(role, fresh);
    return fresh;
  };
  const start: StartWorker = (role) => {
    const worker = inProcessWorkers(role);
    const thread = of(role);
    worker.on('message', (message) => {
      if (typeof message === 'object' && message !== null && 't' in message && message.t === 'reply')
        thread.replies += 1;
    });
    const held: Pick<StartedWorkerEndpoint, 'postMessage'> = {
      postMessage: (message, transfer) => thread.pass(() => worker.postMessage(message, transfer)),
    };
    return new Proxy(worker, {
      get: (target, member) =>
        member === 'postMessage' ? held.postMessage : Reflect.get(target, member, target),
    });
  };
  return { start, of };
}

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let workers: ReturnType<typeof holdableWorkers>;
let cache: CacheClient;
/** Closes the cache, once. */
let close: () => Promise<void>;

async function open(): Promise<void> {
  folder = await temporaryFolder();
  workers = holdableWorkers();
  cache = unwrap(
    await openCache({
      folder: folder.path,
      key: TEST_KEY,
      startWorker: workers.start,
      log: silentLog,
      onCommitted: () => {},
      onDown: () => {},
    }),
  );
  close = memoize(() => cache.close());
  const records = Array.from({ length: COUNT }, (_none, n) => rawRequisition({ id: `req_${n}` }));
  unwrap(await cache.beginSweep({ kind: 'requisition', at: toEpochMs(1) }));
  const where = { pass: 0, offset: 0, isUrgent: true, requestedAt: 0 };
  const page = { kind: 'requisition', bytes: toBytes(rawList(records)), fetchedAt: toEpochMs(1) } as const;
  unwrap(await cache.store({ ...page, ...where }));
  const whole = { outcome: 'complete', scope: 'all', isCertain: true, isGapless: true, etag: null } as const;
  unwrap(await cache.endSweep({ kind: 'requisition', at: toEpochMs(2), ...whole }));
}
beforeEach(open);
afterEach(async () => {
  for (const role of ['reader', 'counter'] as const) workers.of(role).release();
  await close();
  await folder.remove();
});

test('a page is read while a count takes long, and a count never waits for a page', async () => {
  const order: string[] = [];
  const note = (name: string) => () => void order.push(name);
  unwrap(await cache.read('worklist.counts', COUNTS));
  workers.of('counter').hold();
  const count = cache.read('worklist.counts', COUNTS).then(note('count'));
  const due = cache.read('reviews.due', {
    today: { from: toEpochMs(0), until: toEpochMs(1) },
    soon: { from: toEpochMs(1), until: toEpochMs(2) },
  });
  expect(unwrap(await cache.read('worklist.page', PAGE)).items).toHaveLength(PAGE.limit);
  note('page')();
  workers.of('counter').release();
  await Promise.all([count, due]);
  expect(order).toEqual(['page', 'count']);
});

test('the thread for long reads starts with the first of them, and not again', async () => {
  expect(workers.of('counter').replies).toBe(0);
  const counts = await Promise.all([1, 2, 3].map(() => cache.read('worklist.counts', COUNTS)));
  expect(counts.map((count) => unwrap(count).counts.all)).toEqual([COUNT, COUNT, COUNT]);
  // One reply to the opening, and one to each count.
  expect(workers.of('counter').replies).toBe(4);
});

test('reads that nobody waits for return at once, and the thread drops them', async () => {
  workers.of('reader').hold();
  const stopping = new AbortController();
  const before = workers.of('reader').replies;
  const dropped = [1, 2, 3, 4].map(() => cache.read('worklist.page', PAGE, stopping.signal));
  const kept = cache.read('worklist.page', PAGE, new AbortController().signal);
  stopping.abort();
  expect(await Promise.all(dropped)).toEqual(dropped.map(() => err('cancelled')));
  workers.of('reader').release();
  expect(unwrap(await kept).items).toHaveLength(PAGE.limit);
  expect(workers.of('reader').replies - before).toBe(1);
});

test('a cache that closes while its reads wait, run and are abandoned settles each of them', async () => {
  const stopping = new AbortController();
  const reads = [
    cache.read('worklist.counts', COUNTS),
    cache.read('worklist.counts', COUNTS, stopping.signal),
    cache.read('worklist.page', PAGE),
  ];
  const closing = close();
  stopping.abort();
  const late = cache.read('worklist.counts', COUNTS);
  const codes = (await Promise.all([...reads, late])).map((read) => (read.ok ? 'ok' : read.error.code));
  await closing;
  expect(codes[1]).toBe('cancelled');
  expect(codes[3]).toBe('engine-down');
  for (const code of codes) expect(['ok', 'engine-down', 'cancelled']).toContain(code);
});

type Step =
  | { readonly do: 'read'; readonly name: 'worklist.page' | 'worklist.counts' | 'requisitions.get' }
  | { readonly do: 'abandon'; readonly which: number }
  | { readonly do: 'hold' | 'release'; readonly role: 'reader' | 'counter' };

const STEPS = fc.array(
  fc.oneof<fc.Arbitrary<Step>[]>(
    fc.record({
      do: fc.constant('read' as const),
      name: fc.constantFrom(
        'worklist.page' as const,
        'worklist.counts' as const,
        'requisitions.get' as const,
      ),
    }),
    fc.record({ do: fc.constant('abandon' as const), which: fc.nat(20) }),
    fc.record({
      do: fc.constantFrom('hold' as const, 'release' as const),
      role: fc.constantFrom('reader' as const, 'counter' as const),
    }),
  ),
  { maxLength: 40 },
);
const INPUTS = { 'worklist.page': PAGE, 'worklist.counts': COUNTS, 'requisitions.get': { id: 'req_1' } };

test('in any order of reads and abandonments each read returns what it would alone, or that it was cancelled', async () => {
  const ask = (name: CacheReadName, signal?: AbortSignal): Promise<Result<unknown>> =>
    cache.read(name, INPUTS[name as keyof typeof INPUTS] as never, signal); // each name with its own input
  const alone = new Map<string, unknown>();
  for (const name of ['worklist.page', 'worklist.counts', 'requisitions.get'] as const)
    alone.set(name, await ask(name));
  const property = fc.asyncProperty(STEPS, async (steps) => {
    const ended: number[] = [];
    const reads: {
      name: CacheReadName;
      stopping: AbortController;
      isAbandoned: boolean;
      answer: Promise<Result<unknown>>;
    }[] = [];
    for (const step of steps) {
      if (step.do === 'read') {
        const stopping = new AbortController();
        const number = reads.length;
        const answer = ask(step.name, stopping.signal).finally(() => ended.push(number));
        reads.push({ name: step.name, stopping, isAbandoned: false, answer });
      } else if (step.do === 'abandon') {
        const read = reads[step.which];
        if (read === undefined) continue;
        read.isAbandoned = true;
        read.stopping.abort();
      } else workers.of(step.role)[step.do]();
    }
    for (const role of ['reader', 'counter'] as const) workers.of(role).release();
    const answers = await Promise.all(reads.map(({ answer }) => answer));
    for (const [index, { name, isAbandoned }] of reads.entries())
      expect(answers[index]).toEqual(isAbandoned ? err('cancelled') : alone.get(name));
    // The reads of one thread that were not abandoned end in the order in which they were asked.
    const ofReader = ended.filter((n) => !reads[n]?.isAbandoned && reads[n]?.name !== 'worklist.counts');
    expect(ofReader).toEqual(ofReader.toSorted((left, right) => left - right));
  });
  await fc.assert(property, { numRuns: 60 });
});
