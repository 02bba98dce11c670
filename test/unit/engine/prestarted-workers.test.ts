import { EventEmitter } from 'node:events';
import { expect, test } from 'vitest';
import { prestartWorkers } from '#main/engine/sqlite/prestarted-workers.ts';
import type { StartWorker } from '#main/engine/sqlite/worker.ts';

interface FakeWorker extends EventEmitter {
  readonly role: string;
  isEnded: boolean;
}

/** Starts workers that only note that they were started and ended. */
function createStarter() {
  const started: FakeWorker[] = [];
  const startWorker: StartWorker = (role) => {
    const worker = Object.assign(new EventEmitter(), { role, isEnded: false });
    started.push(worker);
    const endpoint = Object.assign(worker, {
      postMessage: () => {},
      terminate: async () => {
        worker.isEnded = true;
      },
    });
    return endpoint;
  };
  return { started, startWorker };
}

test('each role gets the thread that was started for it, and a new one from then on', () => {
  const { started, startWorker } = createStarter();
  const threads = prestartWorkers(startWorker, ['local', 'writer']);
  expect(started).toHaveLength(2);
  expect(threads.startWorker('writer')).toBe(started[1]);
  expect(threads.startWorker('writer')).toBe(started[2]);
  expect(threads.startWorker('pdfs')).toBe(started[3]);
});

test('threads that were not taken are ended, and no others', async () => {
  const { started, startWorker } = createStarter();
  const threads = prestartWorkers(startWorker, ['local', 'writer', 'reader']);
  threads.startWorker('local');
  await threads.endUnused();
  expect(started.map(({ isEnded }) => isEnded)).toEqual([false, true, true]);
});

test('a thread that fails before it is taken is replaced by a new one', () => {
  const { started, startWorker } = createStarter();
  const threads = prestartWorkers(startWorker, ['reader']);
  started[0]?.emit('error', new Error('no memory'));
  started[0]?.emit('exit', 1);
  expect(threads.startWorker('reader')).toBe(started[1]);
});
