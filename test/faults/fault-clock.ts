import { setEnvironmentData } from 'node:worker_threads';
import { type Clock, systemClock } from '#main/base/clock.ts';

/** Under what name threads find how wrong the time of day is. */
export const WRONG_TIME = 'wrong time';

/** The threads' entry whose time of day can be wrong. */
export const WRONG_TIME_WORKER_URL = new URL('./wrong-time-worker.ts', import.meta.url);

/** Waits cost nothing. The time of day can be set, as by a person, a dead battery or a time server. */
export interface FaultClock extends Clock {
  /** Time passes. */
  pass(ms: number): void;
  /** The time of day is off by so many milliseconds from now on; it runs on as before. */
  setWrong(ms: number): void;
}

/** Longer waits are cut to this many milliseconds, and what was cut has passed. */
const SHORT = 5;

/** A clock for engines of a test. Threads that start from now on and have the entry above are as wrong as it is. */
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

/** The clock of the service: right, and able to leap; its waits are real, since answers are late by them. */
export interface ServiceClock extends Clock {
  pass(ms: number): void;
}

/** A service's clock. */
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
