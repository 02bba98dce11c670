import { systemClock, type Clock } from '#main/base/clock.ts';

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
