import type { Clock } from '#main/base/clock.ts';

/** A clock that stands still until a test moves it. */
export interface HandClock extends Clock {
  /** Durations of all waits so far, in milliseconds. */
  readonly waits: readonly number[];
  /** Moves the time by `ms`, ends the waits that are over by then, and lets what follows from it happen. */
  pass(ms: number): Promise<void>;
}

export function createHandClock(): HandClock {
  const waits: number[] = [];
  const waiting = new Set<{ readonly until: number; readonly end: () => void }>();
  let at = 0;
  return {
    waits,
    now: () => at,
    monotonic: () => at,
    wait: (ms, signal) => {
      waits.push(ms);
      return new Promise((resolve, reject) => {
        const one = { until: at + ms, end: resolve };
        waiting.add(one);
        signal?.addEventListener('abort', () => {
          waiting.delete(one);
          reject(new Error('aborted'));
        });
      });
    },
    pass: async (ms) => {
      at += ms;
      for (const one of waiting) {
        if (one.until > at) continue;
        waiting.delete(one);
        one.end();
      }
      await new Promise(setImmediate);
    },
  };
}
