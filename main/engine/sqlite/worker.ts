import { type Transferable, Worker } from 'node:worker_threads';
import { err, type Result } from '#contract/result.ts';
import type { Log } from '#main/base/log.ts';
import type { Port } from '#main/base/port.ts';
import { createRpcClient } from '#main/base/rpc.ts';

/** The common part of a Worker and of a worker's own parent port. */
export interface ThreadEndpoint {
  postMessage(message: unknown, transfer?: readonly Transferable[]): void;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  off(event: 'message', listener: (message: unknown) => void): unknown;
}

/** Wraps either end of a thread as a port. */
export function createThreadPort(end: ThreadEndpoint): Port {
  return {
    send: (message, transfer) => end.postMessage(message, [...(transfer ?? [])]),
    onMessage: (listener) => {
      end.on('message', listener);
      return () => end.off('message', listener);
    },
  };
}

/** The task of a thread, which decides which files it opens; `pack` and `text` open none. */
export type ThreadRole = 'writer' | 'reader' | 'local' | 'pdfs' | 'access' | 'pack' | 'text';

/** A started worker: Node's Worker, or a test's in the same thread. */
export interface StartedWorker extends ThreadEndpoint {
  on(event: 'message', listener: (message: unknown) => void): unknown;
  on(event: 'error', listener: (thrown: Error) => void): unknown;
  on(event: 'exit', listener: (code: number) => void): unknown;
  terminate(): Promise<unknown>;
}

/** Starts a worker for a task. */
export type StartWorker = (role: ThreadRole, heapMegabytes?: number) => StartedWorker;

/**
 * Returns a function that starts worker threads from an entry: its source, or its bundle. They inherit no
 * environment and no flags, which could carry a secret or change how their code runs.
 */
export function createWorkerStarter(entry: URL): StartWorker {
  return (role, heapMegabytes) =>
    new Worker(entry, {
      workerData: { role },
      env: {},
      execArgv: [],
      name: role,
      resourceLimits: heapMegabytes === undefined ? {} : { maxOldGenerationSizeMb: heapMegabytes },
    });
}

export interface ThreadOptions {
  readonly role: ThreadRole;
  readonly startWorker: StartWorker;
  readonly log: Log;
  /** Called for each event that the thread emits, except its log lines. */
  readonly onEvent: (name: string, payload: unknown) => void;
  /** Maximum size of the thread's own objects; beyond that the thread ends. Default: the platform's limit. */
  readonly heapMegabytes?: number;
  /** Called when the thread ended by itself. Every later call returns 'engine-down'. */
  readonly onDown: () => void;
}

/** A worker thread as the engine's main thread sees it. Nothing here throws. */
export interface WorkerHandle {
  call(name: string, input: unknown, transfer?: readonly Transferable[]): Promise<Result<unknown>>;
  end(): Promise<void>;
}

/** Starts a thread. */
export function startThread(options: ThreadOptions): WorkerHandle {
  const { role, startWorker, log, onEvent, onDown, heapMegabytes } = options;
  const worker = startWorker(role, heapMegabytes);
  let isEnding = false;
  const client = createRpcClient(createThreadPort(worker), (name, payload) => {
    if (name === 'log') log.warn('thread', { role, line: String(payload) });
    else onEvent(name, payload);
  });
  const handleDown = (why: string): void => {
    client.close('the thread has ended');
    if (isEnding) return;
    isEnding = true;
    log.error('a thread has ended', { role, why });
    onDown();
  };
  worker.on('error', (thrown) => handleDown(thrown.name));
  worker.on('exit', (code) => handleDown(`code ${code}`));
  return {
    call: async (name, input, transfer) => {
      try {
        return (await client.call(name, input, transfer)) as Result<unknown>; // by protocol
      } catch {
        return err(isEnding ? 'engine-down' : 'internal');
      }
    },
    end: async () => {
      isEnding = true;
      await worker.terminate();
    },
  };
}
