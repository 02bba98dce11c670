import type { Transferable } from 'node:worker_threads';
import { err, type Result } from '#contract/result.ts';
import type { Log } from '#main/base/log.ts';
import type { Port } from '#main/base/port.ts';
import { type RpcCallOptions, createRpcClient } from '#main/base/rpc.ts';

/** What the two ends of a worker thread have in common: the Worker object, and the port inside the worker. */
export interface ThreadEndpoint {
  postMessage(message: unknown, transfer?: readonly Transferable[]): void;
  on(event: 'message', listener: (message: unknown) => void): unknown;
  off(event: 'message', listener: (message: unknown) => void): unknown;
}

/** Returns a message port over either end of a worker thread, for RPC. */
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
export type ThreadRole = 'writer' | 'reader' | 'counter' | 'local' | 'pdfs' | 'access' | 'pack' | 'text';

/** A started worker: Node's Worker, a process, or a test's in the same thread. */
export interface StartedWorkerEndpoint extends ThreadEndpoint {
  on(event: 'message', listener: (message: unknown) => void): unknown;
  on(event: 'error', listener: (thrown: Error) => void): unknown;
  on(event: 'exit', listener: (code: number) => void): unknown;
  terminate(): Promise<unknown>;
  /** Whether it is a process: it shares no memory with this one. */
  readonly isProcess?: true;
}

/** Starts a worker thread for one role. */
export type StartWorker = (role: ThreadRole, heapMegabytes?: number) => StartedWorkerEndpoint;

export interface StartThreadOptions {
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
export interface WorkerThreadCaller {
  /** Returns 'cancelled' at once where the call is abandoned. */
  call(name: string, input: unknown, options?: RpcCallOptions): Promise<Result<unknown>>;
  end(): Promise<void>;
}

/** Starts a worker thread, and returns what calls it and ends it. */
export function startThread(options: StartThreadOptions): WorkerThreadCaller {
  const { role, startWorker, log, onEvent, onDown, heapMegabytes } = options;
  const worker = startWorker(role, heapMegabytes);
  let isEnding = false;
  const handleEvent = (name: string, payload: unknown): void => {
    if (name === 'log') log.warn('thread', { role, line: String(payload) });
    else onEvent(name, payload);
  };
  const client = createRpcClient(createThreadPort(worker), handleEvent, worker.isProcess !== true);
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
    call: async (name, input, options) => {
      try {
        return (await client.call(name, input, options)) as Result<unknown>; // The thread's protocol gives the type.
      } catch {
        if (options?.signal?.aborted === true) return err('cancelled');
        return err(isEnding ? 'engine-down' : 'internal');
      }
    },
    end: async () => {
      isEnding = true;
      await worker.terminate();
    },
  };
}
