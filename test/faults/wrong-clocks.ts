import type { FaultClock } from './fault-clock.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The error of the time of day on this computer, at each step of a run; steps are counted from 0. */
export interface WrongClock {
  readonly name: string;
  readonly at: (step: number) => number;
}

/** Clock errors that occur in practice. */
export const WRONG_CLOCKS: readonly WrongClock[] = [
  { name: 'right', at: () => 0 },
  { name: '3 hours fast', at: () => 3 * HOUR },
  { name: '2 days slow', at: () => -2 * DAY },
  { name: 'set back 2 minutes now and then', at: (step) => -2 * MINUTE * Math.floor(step / 3) },
  { name: 'leaping by a day and back', at: (step) => (step % 4 < 2 ? DAY : -DAY) },
];

/** Returns the clock error of a numbered part. */
export function getWrongClock(part: number): WrongClock {
  const found = WRONG_CLOCKS[part % WRONG_CLOCKS.length];
  if (found === undefined) throw new Error('there is no clock');
  return found;
}

/** Sets the time of day for a step. */
export function setTime(clock: FaultClock, wrong: WrongClock, step: number): void {
  clock.setWrong(wrong.at(step));
}
