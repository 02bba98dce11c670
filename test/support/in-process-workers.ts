import { EventEmitter } from 'node:events';
import { MessageChannel, type Transferable } from 'node:worker_threads';
import { serveEngineThread } from '#main/engine/serve-thread.ts';
import { type StartWorker, createThreadPort } from '#main/engine/sqlite/worker.ts';

/**
 * Serves the calls of the engine's threads in the thread of the test, with messages cloned as between threads.
 * A thread takes longer to start than most tests run. Tests of what only threads do, such as their end, start
 * real ones.
 */
export const inProcessWorkers: StartWorker = (role) => {
  const { port1, port2 } = new MessageChannel();
  const handle = serveEngineThread(role, createThreadPort(port2));
  const events = new EventEmitter();
  let isEnded = false;
  port1.on('message', (message: unknown) => {
    if (!isEnded) events.emit('message', message);
  });
  return Object.assign(events, {
    postMessage: (message: unknown, transfer: readonly Transferable[] = []) =>
      port1.postMessage(message, transfer),
    terminate: async () => {
      if (isEnded) return;
      isEnded = true;
      port1.close();
      port2.close();
      if (role !== 'pack') await handle('close', null as never);
    },
  });
};
