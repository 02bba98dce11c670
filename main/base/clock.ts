import { setTimeout as sleep } from 'node:timers/promises';

/** Time as an argument: code that waits or stamps takes one, tests pass their own. */
export interface Clock {
  /** Wall clock, epoch milliseconds. For stamps only, never to measure a wait. */
  now(): number;
  /** Monotonic milliseconds, for waits and durations. */
  monotonic(): number;
  /** Resolves after `ms`, rejects with the signal's reason when it aborts first. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
}

/** The clock of this computer. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  wait: (ms, signal) => sleep(ms, undefined, signal === undefined ? {} : { signal }),
};
