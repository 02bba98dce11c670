import { setEnvironmentData } from 'node:worker_threads';

/** Under what name threads find what is set here. */
export const MORTALITY = 'mortality';

/** The threads' entry whose desk thread can die. */
export const MORTAL_WORKER_URL = new URL('./mortal-worker.ts', import.meta.url);

/** At which call the desk's thread ends, and how often it still does. */
export interface Mortality {
  readonly call: string;
  readonly deaths: Int32Array;
}

/** Threads that start from now on end at a call of the desk; `deaths` says how often it is yet to happen. */
export function letAppDie(call: string): { times(count: number): void; left(): number } {
  const deaths = new Int32Array(new SharedArrayBuffer(4));
  setEnvironmentData(MORTALITY, { call, deaths } satisfies Mortality);
  return {
    times: (count) => void Atomics.store(deaths, 0, count),
    left: () => Atomics.load(deaths, 0),
  };
}
