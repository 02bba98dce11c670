import { expect, test } from 'vitest';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { err, ok, type Result } from '#contract/result.ts';
import { silentLog } from '#main/base/log.ts';
import { createDeferredPromise } from '#main/base/async.ts';
import { LongReadThread, type LongReadThreadDeps } from '#main/engine/cache/long-reads.ts';
import type { WorkerThreadCaller } from '#main/engine/sqlite/worker.ts';

/** A thread for long reads beside a reader; `log` has what each was asked, in order. */
function createThread({ expectsMore = true, opens = [ok(null)] as readonly Result<null>[] } = {}) {
  const log: string[] = [];
  const answers: Array<() => void> = [];
  const results = opens.values();
  const thread: WorkerThreadCaller = {
    call: async (name) => {
      log.push(`thread: ${name}`);
      return ok(name);
    },
    end: async () => void log.push('thread ends'),
  };
  const runInReader: LongReadThreadDeps['runInReader'] = async (name) => {
    log.push(`reader: ${name}`);
    const answer = createDeferredPromise<void>();
    answers.push(() => answer.resolve());
    await answer.promise;
    return ok(name);
  };
  const longReads = new LongReadThread({
    start: () => {
      log.push('thread starts');
      return thread;
    },
    open: async () => results.next().value ?? ok(null),
    runInReader,
    expectsMore,
    log: silentLog,
  });
  return { longReads, log, answer: () => answers.shift()?.() };
}

test('the thread starts only once the reader has run all that the first screen asks for', async () => {
  const { longReads, log, answer } = createThread();
  const counts = longReads.read('home.requisitions', {}).then(() => longReads.read('home.statuses', null));
  const times = longReads.read('day.times', {});
  answer();
  await nextTurn();
  await nextTurn();
  expect(log).toEqual(['reader: home.requisitions', 'reader: day.times', 'reader: home.statuses']);
  answer();
  await times;
  await nextTurn();
  expect(log).not.toContain('thread starts');
  answer();
  expect(await counts).toEqual(ok('home.statuses'));
  await nextTurn();
  expect(log.at(-1)).toBe('thread starts');
});

test('a long read that is none of the first screen starts the thread at once, and the others follow it there', async () => {
  const { longReads, log } = createThread();
  const day = longReads.read('day.get', {});
  const counts = longReads.read('home.requisitions', {});
  expect(await Promise.all([day, counts])).toEqual([ok('day.get'), ok('home.requisitions')]);
  expect(log).toEqual(['thread starts', 'thread: day.get', 'thread: home.requisitions']);
});

test('where no more is expected the reads of the first screen start no thread', async () => {
  const { longReads, log, answer } = createThread({ expectsMore: false });
  const counts = longReads.read('home.requisitions', {});
  answer();
  await counts;
  await nextTurn();
  await nextTurn();
  expect(log).toEqual(['reader: home.requisitions']);
});

test('a thread whose files cannot be opened ends with the error, and the next read tries again', async () => {
  const { longReads, log } = createThread({ opens: [err('storage-damaged'), ok(null)] });
  expect(await longReads.read('day.get', {})).toMatchObject({
    ok: false,
    error: { code: 'storage-damaged' },
  });
  expect(await longReads.read('day.get', {})).toEqual(ok('day.get'));
  expect(log).toEqual(['thread starts', 'thread ends', 'thread starts', 'thread: day.get']);
});

test('after the closing no thread starts, also behind a read that was running', async () => {
  const { longReads, log, answer } = createThread();
  const counts = longReads.read('home.requisitions', {});
  const closing = longReads.close();
  answer();
  await Promise.all([counts, closing]);
  await nextTurn();
  await nextTurn();
  expect(log).toEqual(['reader: home.requisitions']);
  expect(await longReads.read('day.get', {})).toMatchObject({ ok: false, error: { code: 'engine-down' } });
});
