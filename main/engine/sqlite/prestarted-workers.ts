import type { StartedWorkerEndpoint, StartWorker, ThreadRole } from './worker.ts';

/** The threads that opening an account waits for, in the order in which it waits for them. */
export const THREADS_OF_FILES: readonly ThreadRole[] = ['local', 'writer', 'reader'];

/** Worker threads that were started before anything calls them. */
interface PrestartedWorkers {
  /** Returns the thread of a role, which had time to read its code; a new one where it was taken or has ended. */
  readonly startWorker: StartWorker;
  /** Ends the threads that were not taken. */
  endUnused(): Promise<void>;
}

function ignore(): void {}

/**
 * Starts a thread for each of some roles. Threads read their code side by side, while files that are opened one after the
 * other would let each wait for the one before.
 */
export function prestartWorkers(startWorker: StartWorker, roles: readonly ThreadRole[]): PrestartedWorkers {
  const waiting = new Map<ThreadRole, StartedWorkerEndpoint>();
  for (const role of roles) {
    const worker = startWorker(role);
    waiting.set(role, worker);
    // Without a listener an error would end the process. The role then gets a new thread.
    worker.on('error', ignore);
    worker.on('exit', () => {
      if (waiting.get(role) === worker) waiting.delete(role);
    });
  }
  return {
    startWorker: (role, heapMegabytes) => {
      const worker = waiting.get(role);
      waiting.delete(role);
      return worker === undefined || heapMegabytes !== undefined ? startWorker(role, heapMegabytes) : worker;
    },
    endUnused: async () => {
      const unused = [...waiting.values()];
      waiting.clear();
      await Promise.all(unused.map((worker) => worker.terminate()));
    },
  };
}
