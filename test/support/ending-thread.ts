import { setEnvironmentData } from 'node:worker_threads';
import { THREAD_END } from './worker-entries.ts';

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
