/**
 * Entry of the worker threads: those of the engine, each with connections of its own to its files; and those of the
 * processes that work on PDFs, for the downtime pack and for texts.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { collectGarbageWhenIdle } from '#main/base/idle-garbage.ts';
import { ignoreUnhandledRejections, rethrowUnhandledRejections } from '#main/base/uncaught-errors.ts';
import { serveEngineThread } from './serve-thread.ts';
import { createThreadPort, type ThreadRole } from './sqlite/worker.ts';
import { loadThreadHandler } from './thread-handlers.ts';

if (parentPort === null) throw new Error('the worker is a thread');
const { role } = workerData as { readonly role: ThreadRole }; // `sqlite/worker.ts` passes the role.
// Messages that arrive before the code of the role has been loaded are kept by the port.
const port = createThreadPort(parentPort);
// The parser of texts leaves rejected promises behind where a PDF is broken. An end of the thread would lose the next PDF.
if (role === 'text') ignoreUnhandledRejections();
else rethrowUnhandledRejections();
collectGarbageWhenIdle();
/** Resolves when the thread listens to its port. */
export const whenListening = loadThreadHandler(role).then(
  (createHandler) => serveEngineThread({ role, createHandler, port }),
  // A thread without its code ends with this error, also where rejections are ignored.
  (thrown: unknown) => {
    setImmediate(() => {
      throw thrown;
    });
  },
);
