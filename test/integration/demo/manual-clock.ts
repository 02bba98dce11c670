import type { Clock } from '#main/base/clock.ts';

interface Waiter {
  readonly until: number;
  readonly wake: () => void;
}

/** A clock that a test advances. */
export interface ManualClock extends Clock {
  advance(ms: number): void;
}

/** Starts at `start`, epoch milliseconds. */
export function manualClock(start: number): ManualClock {
  let elapsed = 0;
  let waiting: readonly Waiter[] = [];
  return {
    now: () => start + elapsed,
    monotonic: () => elapsed,
    wait: (ms, signal) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      waiting = [...waiting, { until: elapsed + ms, wake: resolve }];
      signal?.addEventListener('abort', () => reject(new Error('no longer waited for')), { once: true });
      return promise;
    },
    advance: (ms) => {
      elapsed += ms;
      const due = waiting.filter(({ until }) => until <= elapsed);
      waiting = waiting.filter(({ until }) => until > elapsed);
      due.forEach(({ wake }) => wake());
    },
  };
}
