/**
 * Entry of the worker threads: those of the engine, each with connections of its own to its files; and those of the
 * processes that work on PDFs, for the downtime pack and for texts.
 */
import { parentPort, workerData, type MessagePort } from 'node:worker_threads';
import { collectGarbageWhenIdle } from '#main/base/idle-garbage.ts';
import { ignoreUnhandledRejections, rethrowUnhandledRejections } from '#main/base/uncaught-errors.ts';
import { serveEngineThread } from './serve-thread.ts';
import type { RoleToServe } from './sqlite/shared-thread.ts';
import { createThreadPort, type ThreadEndpoint, type ThreadRole } from './sqlite/worker.ts';
import type { WorkerRole } from './sqlite/worker-starter.ts';
import { loadThreadHandler, type ThreadHandler } from './thread-handlers.ts';

if (parentPort === null) throw new Error('the worker is a thread');
const { role } = workerData as { readonly role: WorkerRole }; // `sqlite/worker-starter.ts` passes the role.

/** Serves a role over a port, which keeps the messages that arrive before the code of the role has been loaded. */
function serve(served: ThreadRole, end: ThreadEndpoint): Promise<ThreadHandler | void> {
  return loadThreadHandler(served).then(
    (createHandler) => serveEngineThread({ role: served, createHandler, port: createThreadPort(end) }),
    // A thread without its code ends with this error, also where rejections are ignored.
    (thrown: unknown) => {
      setImmediate(() => {
        throw thrown;
      });
    },
  );
}

/** Closes the file of a role that has ended. What started it has done that before, unless its call failed. */
function closeFile(handle: ThreadHandler | void): void {
  try {
    void handle?.('close', null as never);
  } catch {
    // Nothing is left that could be told, and the other roles of the thread go on.
  }
}

/** Serves each role that is to share this thread, over a port of its own. */
function serveSharingRoles(entry: MessagePort): void {
  entry.on('message', ({ role: served, port }: RoleToServe) => {
    const serving = serve(served, port);
    port.on('close', () => void serving.then(closeFile));
  });
}

// The parser of texts leaves rejected promises behind where a PDF is broken. An end of the thread would lose the next PDF.
if (role === 'text') ignoreUnhandledRejections();
else rethrowUnhandledRejections();
collectGarbageWhenIdle();
/** Resolves when the thread listens to its port. */
export const whenListening =
  role === 'shared' ? Promise.resolve(serveSharingRoles(parentPort)) : serve(role, parentPort);
