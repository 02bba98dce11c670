import type { Clock } from '#main/base/clock.ts';

/** A clock that a test advances; waits end when their time has come. */
export interface ManualClock extends Clock {
  /** Advances by this many milliseconds, from one wait to the next, and resolves the waits. */
  pass(ms: number): Promise<void>;
  /** Moves only the wall clock. */
  shiftWall(ms: number): void;
}

interface Waiter {
  readonly until: number;
  readonly wake: () => void;
}

/** Lets all ready promises run. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise((resume) => setImmediate(resume));
}

export function manualClock(): ManualClock {
  let elapsed = 1_000_000;
  let wall = 1_700_000_000_000;
  const waiters = new Set<Waiter>();
  const nextUntil = (end: number): number =>
    Math.min(end, ...[...waiters].map(({ until }) => Math.max(until, elapsed)));
  return {
    now: () => wall,
    monotonic: () => elapsed,
    wait: (ms, signal) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const waiter = { until: elapsed + ms, wake: resolve };
      waiters.add(waiter);
      const abort = (): void => {
        waiters.delete(waiter);
        reject(new Error('no longer waited for'));
      };
      if (signal?.aborted === true) abort();
      else signal?.addEventListener('abort', abort, { once: true });
      return promise;
    },
    pass: async (ms) => {
      const end = elapsed + ms;
      await settle();
      for (let steps = 0; steps < 100_000; steps++) {
        const next = nextUntil(end);
        wall += next - elapsed;
        elapsed = next;
        const due = [...waiters].filter(({ until }) => until <= elapsed);
        if (due.length === 0) return;
        for (const waiter of due) {
          waiters.delete(waiter);
          waiter.wake();
        }
        await settle();
      }
      throw new Error('somebody waits again and again without end');
    },
    shiftWall: (ms) => {
      wall += ms;
    },
  };
}
