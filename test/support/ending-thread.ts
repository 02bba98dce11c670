import { setEnvironmentData } from 'node:worker_threads';

/** Key of the environment data in which threads find the setting below. */
export const THREAD_END = 'threadEnd';

/** The threads' entry whose local thread can end on request. */
export const ENDING_WORKER_URL = new URL('./ending-worker.ts', import.meta.url);

/** The call at which the local thread ends, and how often it still does. */
export interface ThreadEnd {
  readonly call: string;
  readonly remaining: Int32Array;
}

/**
 * Makes threads that start from now on end at a call to the local store; the counter says how often this is
 * still to happen.
 */
export function endLocalThread(call: string): { times(count: number): void; left(): number } {
  const remaining = new Int32Array(new SharedArrayBuffer(4));
  setEnvironmentData(THREAD_END, { call, remaining } satisfies ThreadEnd);
  return {
    times: (count) => void Atomics.store(remaining, 0, count),
    left: () => Atomics.load(remaining, 0),
  };
}
