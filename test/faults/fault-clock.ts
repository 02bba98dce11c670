import { setEnvironmentData } from 'node:worker_threads';
import { type Clock, systemClock } from '#main/base/clock.ts';
import { WRONG_TIME } from '../support/worker-entries.ts';

/**
 * A clock whose waits return at once. The time of day can be set, as by a user, a dead battery or a time
 * server.
 */
export interface FaultClock extends Clock {
  /** Advances the time. */
  pass(ms: number): void;
  /** Shifts the time of day by this many milliseconds from now on; it runs on as before. */
  setWrong(ms: number): void;
}

/** Time in milliseconds after which the reads of every dialect show a change. */
export const READS_LAG = 30_000;

/** Longer waits are cut to this many milliseconds, and the clock advances to their ends. */
const SHORT = 5;

/**
 * The service's clock: correct, and able to jump; its waits are real, since responses are delayed by them.
 */
export interface ServiceClock extends Clock {
  pass(ms: number): void;
  /** Advances the time that durations are measured with; the time of day stays. */
  skip(ms: number): void;
}

/** Returns a clock for a service. */
export function serviceClock(): ServiceClock {
  let passed = 0;
  let skipped = 0;
  return {
    now: () => systemClock.now() + passed,
    monotonic: () => systemClock.monotonic() + passed + skipped,
    wait: (ms, signal) => systemClock.wait(ms, signal),
    pass: (ms) => {
      passed += ms;
    },
    skip: (ms) => {
      skipped += ms;
    },
  };
}

/**
 * Returns a clock for engines of a test. Threads that start from now on and use `WRONG_TIME_WORKER_URL` have the
 * same error.
 * @param service the clock of the service, for which the time of waits passes as well: it may show a change only after a
 *   moment, and limit the requests of a second
 */
export function faultClock(service: Pick<ServiceClock, 'skip'>): FaultClock {
  const wrong = new BigInt64Array(new SharedArrayBuffer(16));
  setEnvironmentData(WRONG_TIME, wrong);
  let passed = 0;
  let isOffBy = 0;
  const change = (ms: number): void => void Atomics.add(wrong, 0, BigInt(ms));
  const monotonic = (): number => systemClock.monotonic() + passed;
  const advance = (ms: number): void => {
    passed += ms;
    Atomics.store(wrong, 1, BigInt(Math.round(passed)));
  };
  return {
    now: () => systemClock.now() + Number(Atomics.load(wrong, 0)),
    monotonic,
    wait: async (ms, signal) => {
      const end = monotonic() + ms;
      await systemClock.wait(Math.min(ms, SHORT), signal);
      // Waits overlap, so that the time is at the end of the longest one, not at the sum of all.
      const skipped = Math.max(0, end - monotonic());
      advance(skipped);
      service.skip(skipped);
    },
    pass: (ms) => {
      advance(ms);
      change(ms);
    },
    setWrong: (ms) => {
      change(ms - isOffBy);
      isOffBy = ms;
    },
  };
}
