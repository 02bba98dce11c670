import type { EpochMs } from '#contract/time.ts';
import type { Clock } from '#main/base/clock.ts';
import { DAY, HOUR, MINUTE } from '#main/base/durations.ts';

/** Interval of full sweeps, although the order of the lists would allow a partial refresh. */
const INTERVAL = 6 * HOUR;
/** Delay before the next attempt after a failed full sweep. */
const RETRY_DELAY = 15 * MINUTE;
/**
 * Delay of a sweep that became due while the program did not run: what is new is read first, because a sweep of a
 * long list takes minutes on a slow network.
 */
const DELAY_AFTER_START = 2 * MINUTE;
/** The age of the last sweep from which the first refresh is one, for programs that never run for long. */
const MAX_AGE = DAY;

/** Returns how long after its start, in milliseconds, a program sweeps. */
function getDelayAfterStart(lastSweepAt: EpochMs | null, now: number): number {
  if (lastSweepAt === null) return 0;
  const age = now - lastSweepAt;
  // The clock of this computer was set back: the age is not known.
  if (age < 0 || age >= MAX_AGE) return 0;
  return Math.max(DELAY_AFTER_START, INTERVAL - age);
}

/** Calculates when a refresh reads the whole lists of all kinds. */
export class FullSweepSchedule {
  readonly #clock: Pick<Clock, 'now' | 'monotonic'>;
  #dueAt = -Infinity;

  constructor(clock: Pick<Clock, 'now' | 'monotonic'>) {
    this.#clock = clock;
  }

  get isDue(): boolean {
    return this.#clock.monotonic() >= this.#dueAt;
  }

  /** Notes when the last sweep of an earlier run of the program began; null where there was none. */
  noteEarlierSweep(at: EpochMs | null): void {
    this.#dueAt = this.#clock.monotonic() + getDelayAfterStart(at, this.#clock.now());
  }

  /** Notes that a sweep has ended. */
  noteEnd(isComplete: boolean): void {
    this.#dueAt = this.#clock.monotonic() + (isComplete ? INTERVAL : RETRY_DELAY);
  }
}
