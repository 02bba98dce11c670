import { type Clock, systemClock } from '#main/base/clock.ts';
import { SECOND } from '#main/base/durations.ts';

/**
 * A clock whose waits return at once and advance it, so that retries take no time. The time of day is real.
 */
export function createImpatientClock(): Clock {
  let skipped = 0;
  return {
    now: () => systemClock.now(),
    monotonic: () => systemClock.monotonic() + skipped,
    wait: async (ms, signal) => {
      const short = Math.min(ms, 5);
      await systemClock.wait(short, signal);
      skipped += ms - short;
    },
  };
}

/** An instance for callers that need no clock of their own. */
export const impatientClock = createImpatientClock();

/** A clock that stands until a test sets `at`, epoch milliseconds; waits never end. */
export interface StandingClock extends Clock {
  at: number;
}

/** Nothing is committed in the background under this clock. */
export function standingClock(): StandingClock {
  const clock = {
    at: 1000,
    now: () => clock.at,
    monotonic: () => clock.at,
    wait: () => new Promise<void>(() => {}),
  };
  return clock;
}

/** A clock that a test advances; waits take no time. */
export interface PageClock extends Clock {
  /** Epoch milliseconds. */
  at: number;
}

/** Starts at a time of day, epoch milliseconds. */
export function pageClock(at: number): PageClock {
  let waited = 0;
  const clock: PageClock = {
    at,
    now: () => clock.at,
    monotonic: () => waited,
    wait: (ms, signal) =>
      new Promise((resolve, reject) => {
        const stop = (): void => reject(new Error('aborted'));
        if (signal?.aborted === true) return stop();
        signal?.addEventListener('abort', stop);
        setTimeout(() => {
          waited += ms;
          resolve();
        }, 0);
      }),
  };
  return clock;
}

/** A clock whose waits return at once and which a test can also advance. */
export interface SteppingClock extends Clock {
  /** Advances the monotonic time by this many milliseconds; the time of day moves along. */
  run(ms: number): void;
  /** Moves only the time of day, forwards or back. */
  setWall(ms: number): void;
}

/** Starts at the real time. */
export function steppingClock(): SteppingClock {
  let ran = 0;
  let wall = 0;
  return {
    now: () => systemClock.now() + ran + wall,
    monotonic: () => systemClock.monotonic() + ran,
    wait: (ms, signal) => systemClock.wait(Math.min(ms, 1), signal),
    run: (ms) => {
      ran += ms;
    },
    setWall: (ms) => {
      wall += ms;
    },
  };
}

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

/** A clock that a test advances; waits end when their time has come. */
export interface ManualClock extends Clock {
  /** Durations of all waits so far, in milliseconds. */
  readonly waits: readonly number[];
  /** Returns the number of waits that go on. */
  countWaiting(): number;
  /** Advances by this many milliseconds at once, and resolves the waits that have ended. */
  advance(ms: number): void;
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

/** Starts at a time of day, epoch milliseconds. */
export function manualClock(start = 1_700_000_000_000): ManualClock {
  let elapsed = 1_000_000;
  let wall = start;
  const waits: number[] = [];
  const waiters = new Set<Waiter>();
  const nextUntil = (end: number): number =>
    Math.min(end, ...[...waiters].map(({ until }) => Math.max(until, elapsed)));
  const moveTo = (time: number): void => {
    wall += time - elapsed;
    elapsed = time;
  };
  /** Resolves the waits that have ended; returns their number. */
  const wakeDue = (): number => {
    const due = [...waiters].filter(({ until }) => until <= elapsed);
    for (const waiter of due) {
      waiters.delete(waiter);
      waiter.wake();
    }
    return due.length;
  };
  return {
    waits,
    countWaiting: () => waiters.size,
    now: () => wall,
    monotonic: () => elapsed,
    wait: (ms, signal) => {
      waits.push(ms);
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
    advance: (ms) => {
      moveTo(elapsed + ms);
      wakeDue();
    },
    pass: async (ms) => {
      const end = elapsed + ms;
      await settle();
      for (let steps = 0; steps < 100_000; steps++) {
        moveTo(nextUntil(end));
        if (wakeDue() === 0) return;
        await settle();
      }
      throw new Error('somebody waits again and again without end');
    },
    shiftWall: (ms) => {
      wall += ms;
    },
  };
}
