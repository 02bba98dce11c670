import { expect, test } from 'vitest';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { createIdleGarbageCollector, type ThreadMemory } from '#main/base/idle-garbage.ts';

const MB = 1_000_000;

/** A thread that has worked, in milliseconds, and whose heap holds live objects and garbage, in bytes. */
function createThread() {
  const thread = { work: 0, live: 20 * MB, garbage: 0, collections: 0 };
  const memory: ThreadMemory = {
    getWork: () => thread.work,
    getHeapSize: () => thread.live + thread.garbage,
    collectGarbage: async () => {
      thread.collections += 1;
      thread.garbage = 0;
      thread.work += 30;
    },
  };
  return { thread, look: createIdleGarbageCollector(memory) };
}

test('the garbage of a thread that rests is collected once', async () => {
  const { thread, look } = createThread();
  thread.garbage = 30 * MB;
  await look();
  await look();
  expect(thread).toMatchObject({ garbage: 0, collections: 1 });
});

test('a thread that works is left alone until it rests', async () => {
  const { thread, look } = createThread();
  thread.garbage = 30 * MB;
  thread.work += 1_500;
  await look();
  expect(thread.collections).toBe(0);
  thread.work += 50;
  await look();
  expect(thread.collections).toBe(1);
});

test('a heap that has grown little since the last collection is left alone, one that has grown much is not', async () => {
  const { thread, look } = createThread();
  await look();
  thread.garbage = 3 * MB;
  await look();
  expect(thread.collections).toBe(1);
  thread.garbage = 5 * MB;
  await look();
  expect(thread.collections).toBe(2);
});

test('what becomes garbage without any growth is collected after the next work', async () => {
  const { thread, look } = createThread();
  thread.live = 200 * MB;
  await look();
  await look();
  expect(thread.collections).toBe(1);
  // As when an account is closed and another one is opened.
  thread.live = 20 * MB;
  thread.garbage = 180 * MB;
  thread.work += 600;
  await look();
  await look();
  expect(thread).toMatchObject({ garbage: 0, collections: 2 });
});

test('a thread that goes on resting is looked at less and less often, down to once a minute, until it works', async () => {
  const { thread, look } = createThread();
  const waits: number[] = [];
  for (let looks = 0; looks < 6; looks += 1) waits.push(await look());
  expect(waits).toEqual([10_000, 20_000, 40_000, 60_000, 60_000, 60_000]);
  thread.work += 5_000;
  expect(await look()).toBe(5_000);
});

test('in a thread a collection returns the room of garbage to the system and keeps what is in use', async () => {
  const module = new URL('../../../main/base/idle-garbage.ts', import.meta.url).href;
  const thread = new Worker(
    `const { getHeapStatistics } = require('node:v8');
    const { parentPort } = require('node:worker_threads');
    const getSize = () => getHeapStatistics().total_heap_size;
    (async () => {
      const { collectGarbage } = await import(${JSON.stringify(module)});
      const makeTexts = (length) => Array.from({ length }, (_, index) => ({ text: 'text ' + index }));
      const kept = makeTexts(1000);
      let garbage = makeTexts(400000);
      garbage = null;
      const before = getSize();
      await collectGarbage();
      parentPort.postMessage({ before, after: getSize(), kept: kept[999].text });
    })();`,
    { eval: true },
  );
  const [{ before, after, kept }] = await once(thread, 'message');
  await thread.terminate();
  expect(kept).toBe('text 999');
  expect(before - after).toBeGreaterThan(10 * MB);
});
