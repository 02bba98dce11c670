import { systemClock, type Clock } from '#main/base/clock.ts';

/** A clock whose waits cost nothing and which moves by a test's word besides. */
export interface SteppingClock extends Clock {
  /** The program runs on for so many milliseconds; the wall clock moves along. */
  run(ms: number): void;
  /** The wall clock alone is set ahead, or back. */
  setWall(ms: number): void;
}

/** Begins at the real time. */
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
