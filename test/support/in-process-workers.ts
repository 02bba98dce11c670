import { EventEmitter } from 'node:events';
import { MessageChannel, type Transferable } from 'node:worker_threads';
import { serveEngineThread } from '#main/engine/serve-thread.ts';
import {
  loadThreadHandler,
  type CreateThreadHandler,
  type ThreadClockAndRandom,
} from '#main/engine/thread-handlers.ts';
import {
  type StartedWorkerEndpoint,
  type StartWorker,
  type ThreadEndpoint,
  type ThreadRole,
  createThreadPort,
} from '#main/engine/sqlite/worker.ts';

/** Loaded before the first test, so that a thread serves its calls at once. */
const HANDLERS: Readonly<Record<ThreadRole, CreateThreadHandler>> = {
  writer: await loadThreadHandler('writer'),
  reader: await loadThreadHandler('reader'),
  counter: await loadThreadHandler('counter'),
  local: await loadThreadHandler('local'),
  pdfs: await loadThreadHandler('pdfs'),
  access: await loadThreadHandler('access'),
  pack: await loadThreadHandler('pack'),
  text: await loadThreadHandler('text'),
};

/** Two connected ends of a thread, and what disconnects them. */
interface Connection {
  readonly outer: ThreadEndpoint;
  readonly inner: ThreadEndpoint;
  readonly close: () => void;
}

/** Messages arrive in a later turn of the event loop, as between threads. */
function connect(): Connection {
  const { port1, port2 } = new MessageChannel();
  return {
    outer: port1,
    inner: port2,
    close: () => {
      port1.close();
      port2.close();
    },
  };
}

/** One end: its listeners, and the end that its messages go to. */
class PromptEnd extends EventEmitter implements ThreadEndpoint {
  other: EventEmitter | null = null;

  postMessage(message: unknown, transfer: readonly Transferable[] = []): void {
    const copy: unknown = structuredClone(message, { transfer: [...transfer] as ArrayBuffer[] }); // threads move only buffers
    queueMicrotask(() => this.other?.emit('message', copy));
  }
}

/** Messages arrive in the same turn of the event loop, so that they pass while a test holds the timers. */
function connectPromptly(): Connection {
  const [outer, inner] = [new PromptEnd(), new PromptEnd()];
  outer.other = inner;
  inner.other = outer;
  const close = (): void => {
    outer.other = null;
    inner.other = null;
  };
  return { outer, inner, close };
}

function createStarter(createConnection: () => Connection, deps?: ThreadClockAndRandom): StartWorker {
  return (role): StartedWorkerEndpoint => {
    const { outer, inner, close } = createConnection();
    const createHandler = HANDLERS[role];
    const port = createThreadPort(inner);
    const handle = serveEngineThread({ role, createHandler, port, ...(deps === undefined ? {} : { deps }) });
    const events = new EventEmitter();
    let isEnded = false;
    outer.on('message', (message: unknown) => {
      if (!isEnded) events.emit('message', message);
    });
    return Object.assign(events, {
      postMessage: (message: unknown, transfer: readonly Transferable[] = []) =>
        outer.postMessage(message, transfer),
      terminate: async () => {
        if (isEnded) return;
        isEnded = true;
        close();
        if (role !== 'pack' && role !== 'text') await handle('close', null as never);
        events.emit('exit', 1); // as a thread does before its end resolves
      },
    });
  };
}

/**
 * Serves the calls of the engine's threads in the thread of the test, with messages cloned as between threads.
 * A thread takes longer to start than most tests run. Tests of what only threads do, such as their end, start
 * real ones.
 */
export const inProcessWorkers: StartWorker = createStarter(connect);

/**
 * The same for a page, whose tests hold the timers: messages arrive at once.
 * @param deps the time and the random numbers of the threads
 */
export function createPromptWorkers(deps: ThreadClockAndRandom): StartWorker {
  return createStarter(connectPromptly, deps);
}
