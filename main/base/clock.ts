import { setTimeout as sleep } from 'node:timers/promises';

/** Time as an argument: code that waits or needs timestamps takes a clock, and tests pass their own. */
export interface Clock {
  /** Wall clock, epoch milliseconds. For timestamps only, never to measure a wait. */
  now(): number;
  /** Monotonic milliseconds, for waits and durations. */
  monotonic(): number;
  /**
   * Resolves when `ms` have passed on the monotonic clock, never before; rejects with the signal's reason
   * when it aborts first.
   */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Returns the wall-clock time of a time on the monotonic clock, in whole epoch milliseconds, for what is shown. */
export function toWallTime(clock: Pick<Clock, 'now' | 'monotonic'>, monotonicMs: number): number {
  return Math.round(clock.now() + monotonicMs - clock.monotonic());
}

/** The longest delay that a timer accepts, in milliseconds: longer ones would end at once. */
const MAX_TIMER = 2 ** 31 - 1;

/**
 * Timers drop fractions of a millisecond: the rest is waited for too, so that a pause has ended when its wait
 * has.
 */
async function waitFully(ms: number, signal?: AbortSignal): Promise<void> {
  const until = performance.now() + ms;
  let left = ms;
  do {
    await sleep(Math.min(Math.ceil(left), MAX_TIMER), undefined, signal === undefined ? {} : { signal });
    left = until - performance.now();
  } while (left > 0);
}

/** The clock of this computer. */
export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  wait: waitFully,
};
