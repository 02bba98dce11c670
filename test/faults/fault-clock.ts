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

/** Longer waits are cut to this many milliseconds, and the clock advances by the part that was cut. */
const SHORT = 5;

/**
 * Returns a clock for engines of a test. Threads that start from now on and use `WRONG_TIME_WORKER_URL` have the
 * same error.
 */
export function faultClock(): FaultClock {
  const wrong = new BigInt64Array(new SharedArrayBuffer(8));
  setEnvironmentData(WRONG_TIME, wrong);
  let passed = 0;
  let isOffBy = 0;
  const change = (ms: number): void => void Atomics.add(wrong, 0, BigInt(ms));
  return {
    now: () => systemClock.now() + Number(Atomics.load(wrong, 0)),
    monotonic: () => systemClock.monotonic() + passed,
    wait: async (ms, signal) => {
      const short = Math.min(ms, SHORT);
      await systemClock.wait(short, signal);
      passed += ms - short;
    },
    pass: (ms) => {
      passed += ms;
      change(ms);
    },
    setWrong: (ms) => {
      change(ms - isOffBy);
      isOffBy = ms;
    },
  };
}

/**
 * The service's clock: correct, and able to jump; its waits are real, since responses are delayed by them.
 */
export interface ServiceClock extends Clock {
  pass(ms: number): void;
}

/** Returns a clock for a service. */
export function serviceClock(): ServiceClock {
  let passed = 0;
  return {
    now: () => systemClock.now() + passed,
    monotonic: () => systemClock.monotonic() + passed,
    wait: (ms, signal) => systemClock.wait(ms, signal),
    pass: (ms) => {
      passed += ms;
    },
  };
}
