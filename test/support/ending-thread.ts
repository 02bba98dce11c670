import { setEnvironmentData } from 'node:worker_threads';

/** Under what name threads find what is set here. */
export const THREAD_END = 'threadEnd';

/** The threads' entry whose desk thread can die. */
export const ENDING_WORKER_URL = new URL('./ending-worker.ts', import.meta.url);

/** At which call the desk's thread ends, and how often it still does. */
export interface ThreadEnd {
  readonly call: string;
  readonly remaining: Int32Array;
}

/** Threads that start from now on end at a call of the desk; `deaths` says how often it is yet to happen. */
export function endLocalThread(call: string): { times(count: number): void; left(): number } {
  const remaining = new Int32Array(new SharedArrayBuffer(4));
  setEnvironmentData(THREAD_END, { call, remaining } satisfies ThreadEnd);
  return {
    times: (count) => void Atomics.store(remaining, 0, count),
    left: () => Atomics.load(remaining, 0),
  };
}
