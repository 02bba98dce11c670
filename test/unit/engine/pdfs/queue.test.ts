import { expect, test } from 'vitest';
import { err, ok, type Result } from '#contract/result.ts';
import { createDeferredPromise, type DeferredPromise } from '#main/base/async.ts';
import { SECOND } from '#main/base/durations.ts';
import { silentLog } from '#main/base/log.ts';
import { PdfDownloadQueue, REST_BETWEEN_POLICY_DOWNLOADS } from '#main/engine/pdfs/queue.ts';
import { manualClock } from '../../../support/clocks.ts';

const toRequests = (...ids: readonly string[]) => ids.map((id) => ({ id, version: null }));

/** A queue whose downloads end when a test says so, with a breaker that a test opens. */
function createQueue() {
  const clock = manualClock();
  const begun: string[] = [];
  const downloads = new Map<string, DeferredPromise<Result<unknown>>>();
  const breaker = {
    pausedUntil: null as number | null,
    isSignedOut: false,
    mayRequest: () =>
      !breaker.isSignedOut && (breaker.pausedUntil === null || breaker.pausedUntil <= clock.monotonic()),
    onChange: () => () => {},
  };
  /** Whether there is room; a test may let it be looked for until `looked` is resolved. */
  const room = { isThere: true, looked: Promise.resolve() };
  const queue = new PdfDownloadQueue({
    fetch: ({ id }) => {
      begun.push(id);
      const download = createDeferredPromise<Result<unknown>>();
      downloads.set(id, download);
      return download.promise;
    },
    breaker,
    clock,
    log: silentLog,
    onChanged: () => {},
    mayStore: async () => {
      await room.looked;
      return room.isThere;
    },
    onArrived: async () => {
      await room.looked;
      return room.isThere;
    },
  });
  const end = async (id: string, result: Result<unknown> = ok(null)): Promise<void> => {
    downloads.get(id)?.resolve(result);
    await clock.pass(0);
  };
  return { queue, clock, begun, breaker, end, room };
}

test('two PDFs are downloaded at a time, those of the user first', async () => {
  const { queue, begun, end, clock } = createQueue();
  expect(queue.add(toRequests('a', 'b', 'c'), false)).toBe(3);
  expect(queue.add(toRequests('d', 'a'), true)).toBe(1);
  await clock.pass(0);
  expect(begun).toEqual(['d', 'a']);
  await end('d');
  await clock.pass(REST_BETWEEN_POLICY_DOWNLOADS);
  expect(begun).toEqual(['d', 'a', 'b']);
  await end('b');
  await clock.pass(REST_BETWEEN_POLICY_DOWNLOADS);
  expect(begun).toEqual(['d', 'a', 'b', 'c']);
});

test('downloads of the offline rule begin one after a rest, in which those of the user begin at once', async () => {
  const { queue, begun, end, clock } = createQueue();
  queue.add(toRequests('a', 'b', 'c'), false);
  await clock.pass(REST_BETWEEN_POLICY_DOWNLOADS - 1);
  expect(begun).toEqual(['a']);
  await end('a');
  queue.add(toRequests('of-user'), true);
  await clock.pass(0);
  expect(begun).toEqual(['a', 'of-user']);
  await end('of-user');
  await clock.pass(1);
  expect(begun).toEqual(['a', 'of-user', 'b']);
  await clock.pass(REST_BETWEEN_POLICY_DOWNLOADS);
  expect(begun).toEqual(['a', 'of-user', 'b', 'c']);
});

test('a pause of the service ends by itself: the downloads go on without another event', async () => {
  const { queue, begun, breaker, clock } = createQueue();
  breaker.pausedUntil = clock.monotonic() + 30 * SECOND;
  queue.add(toRequests('a'), true);
  await clock.pass(30 * SECOND - 1);
  expect(begun).toEqual([]);
  await clock.pass(1);
  expect(begun).toEqual(['a']);
});

test('nothing waits for the end of a pause while the user is signed out, or nothing is queued', async () => {
  const { queue, breaker, clock } = createQueue();
  breaker.pausedUntil = clock.monotonic() + 30 * SECOND;
  queue.add([], true);
  breaker.isSignedOut = true;
  queue.add(toRequests('a'), true);
  expect(clock.waits).toEqual([]);
});

test('after an error of the service those of the user go on, and the others are dropped', async () => {
  const { queue, begun, end, clock } = createQueue();
  queue.add(toRequests('a', 'b'), true);
  queue.add(toRequests('of-rule'), false);
  queue.add(toRequests('c'), true);
  await clock.pass(0);
  await end('a', err('server-error'));
  expect(queue.getJob('a')).toMatchObject({ state: 'failed', error: { code: 'server-error' } });
  await end('b');
  expect(begun).toEqual(['a', 'b', 'c']);
  expect(queue.getJob('of-rule')).toBeUndefined();
});

test('a cancel resolves once the download has ended, so that nothing incomplete is left', async () => {
  const { queue, begun, end, clock } = createQueue();
  queue.add(toRequests('a', 'b'), true);
  await clock.pass(0);
  expect(begun).toEqual(['a', 'b']);
  let isCancelled = false;
  const cancelling = queue.cancel(['a']).then(() => {
    isCancelled = true;
  });
  await clock.pass(0);
  expect(queue.getJob('a')).toBeUndefined();
  expect(isCancelled).toBe(false);
  await end('a', err('cancelled'));
  await cancelling;
  expect(queue.arriving()).toEqual(['b']);
});

test('a PDF that is requested again while its cancelled download ends is fetched again, and has no error', async () => {
  const { queue, begun, end, clock } = createQueue();
  queue.add(toRequests('a'), true);
  await clock.pass(0);
  const cancelling = queue.cancel(['a']);
  queue.add(toRequests('a'), true);
  await end('a', err('cancelled'));
  await cancelling;
  await clock.pass(0);
  expect(begun).toEqual(['a', 'a']);
  expect(queue.getJob('a')).toMatchObject({ state: 'arriving', error: null });
});

test('an error of one PDF ends no other, and the PDF can be requested again', async () => {
  const { queue, begun, end, clock } = createQueue();
  queue.add(toRequests('a', 'b', 'c'), false);
  await clock.pass(REST_BETWEEN_POLICY_DOWNLOADS);
  await end('a', err('link-refused'));
  await clock.pass(REST_BETWEEN_POLICY_DOWNLOADS);
  expect(begun).toEqual(['a', 'b', 'c']);
  expect(queue.add(toRequests('a'), true)).toBe(1);
  await end('b');
  expect(begun).toEqual(['a', 'b', 'c', 'a']);
});

test('without room only the PDFs of the user are fetched', async () => {
  const { queue, begun, room, clock } = createQueue();
  room.isThere = false;
  queue.add(toRequests('a', 'b', 'c'), false);
  queue.add(toRequests('d'), true);
  await clock.pass(0);
  expect(begun).toEqual(['d']);
  expect(['a', 'b', 'c'].map((id) => queue.getJob(id))).toEqual([undefined, undefined, undefined]);
});

test('a PDF that the user asks for while it is found that the rule has no room is fetched all the same', async () => {
  const { queue, begun, room, clock } = createQueue();
  const looked = createDeferredPromise<void>();
  Object.assign(room, { isThere: false, looked: looked.promise });
  queue.add(toRequests('a', 'b'), false);
  queue.add(toRequests('a'), true);
  looked.resolve();
  await clock.pass(REST_BETWEEN_POLICY_DOWNLOADS);
  expect(begun).toEqual(['a']);
  expect(queue.getJob('a')).toMatchObject({ state: 'arriving', isRequestedByUser: true });
  expect(queue.getJob('b')).toBeUndefined();
});

test('a PDF of the rule that the user asks for while it is removed again is fetched for the user', async () => {
  const { queue, begun, room, end, clock } = createQueue();
  queue.add(toRequests('a', 'b'), false);
  await clock.pass(REST_BETWEEN_POLICY_DOWNLOADS);
  const looked = createDeferredPromise<void>();
  Object.assign(room, { isThere: false, looked: looked.promise });
  await end('a');
  await end('b');
  queue.add(toRequests('a'), true);
  looked.resolve();
  await clock.pass(0);
  expect(begun).toEqual(['a', 'b', 'a']);
  expect(queue.getJob('b')).toBeUndefined();
  room.isThere = true;
  await end('a');
  expect(queue.getJob('a')).toBeUndefined();
});

test.each([false, true])(
  'a PDF that is cancelled and requested again while room is looked for is fetched once (room: %s)',
  async (isThere) => {
    const { queue, begun, room, clock } = createQueue();
    const looked = createDeferredPromise<void>();
    Object.assign(room, { isThere, looked: looked.promise });
    queue.add(toRequests('a'), false);
    const cancelling = queue.cancel(['a']);
    queue.add(toRequests('a'), true);
    looked.resolve();
    await cancelling;
    await clock.pass(0);
    expect(begun).toEqual(['a']);
    expect(queue.getJob('a')).toMatchObject({ state: 'arriving', isRequestedByUser: true });
  },
);

test('a stopped queue takes nothing more', async () => {
  const { queue, begun, clock } = createQueue();
  await queue.stop();
  expect(queue.add(toRequests('a'), true)).toBe(0);
  await clock.pass(0);
  expect(begun).toEqual([]);
});

test('a queue that is stopped in a pause of the service waits for nothing, however much was added meanwhile', async () => {
  const { queue, breaker, clock } = createQueue();
  breaker.pausedUntil = clock.monotonic() + 30 * SECOND;
  for (const id of ['a', 'b', 'c']) queue.add(toRequests(id), true);
  expect(clock.countWaiting()).toBe(1);
  await queue.stop();
  expect(clock.countWaiting()).toBe(0);
});

test('a PDF of the user that failed, and that the offline rule fetches again, waits like the others of the rule', async () => {
  const { queue, begun, end, clock } = createQueue();
  queue.add(toRequests('a'), true);
  await clock.pass(0);
  await end('a', err('link-refused'));
  queue.add(toRequests('b', 'a'), false);
  await clock.pass(0);
  expect(begun).toEqual(['a', 'b']);
});
