import { systemClock, type Clock } from '#main/base/clock.ts';
import { SECOND } from '#main/base/durations.ts';

/** Waits up to this long return at once, so that retries take no time. */
const SHORT = 10 * SECOND;

/** A clock whose long waits pass only when a test says so, and whose time of day a test may set. */
export interface SteerableClock extends Clock {
  /** Advances the time by this many milliseconds. */
  advance(ms: number): void;
  /** Sets the time of day forwards or back; no time passes. */
  setBack(ms: number): void;
}

export function createSteerableClock(): SteerableClock {
  let passed = 0;
  let wall = 0;
  const waiting = new Set<() => void>();
  return {
    now: () => systemClock.now() + passed + wall,
    monotonic: () => systemClock.monotonic() + passed,
    wait: async (ms, signal) => {
      if (ms <= SHORT) return systemClock.wait(Math.min(ms, 2), signal);
      const until = systemClock.monotonic() + passed + ms;
      await new Promise<void>((resolve, reject) => {
        const check = (): void => {
          if (systemClock.monotonic() + passed < until) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        signal?.addEventListener('abort', () => {
          waiting.delete(check);
          reject(new Error('aborted'));
        });
        if (signal?.aborted === true) reject(new Error('aborted'));
      });
    },
    advance: (ms) => {
      passed += ms;
      for (const check of waiting) check();
    },
    setBack: (ms) => {
      wall -= ms;
    },
  };
}
