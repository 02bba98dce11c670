import type { Clock } from '#main/base/clock.ts';
import { MINUTE, SECOND } from '#main/base/durations.ts';
import type { RandomGenerator } from '#main/base/random.ts';

/** Maximum attempts at one change in one run. */
const MAX_ATTEMPTS = 4;
const FIRST_DELAY = SECOND / 2;
const MAX_DELAY = 5 * MINUTE;

/** The changes of one run whose attempt failed, each with when it may be tried again. */
export class FailedChangeRetryTimes {
  readonly #deps: { readonly clock: Clock; readonly random: RandomGenerator };
  readonly #deferred = new Map<number, { readonly until: number; readonly tries: number }>();

  #listedAt = -Infinity;

  constructor(deps: { readonly clock: Clock; readonly random: RandomGenerator }) {
    this.#deps = deps;
  }

  /** Defers a change after a failure: longer after each, and to the end of the run after the last attempt. */
  add(number: number): void {
    const { clock, random } = this.#deps;
    const tries = (this.#deferred.get(number)?.tries ?? 0) + 1;
    const delay = random.fraction() * Math.min(MAX_DELAY, FIRST_DELAY * 2 ** tries);
    const until = tries >= MAX_ATTEMPTS ? Infinity : clock.monotonic() + delay;
    this.#deferred.set(number, { tries, until });
  }

  /** Returns the numbers of the changes that may not be tried again yet. */
  list(): readonly number[] {
    const now = this.#deps.clock.monotonic();
    this.#listedAt = now;
    return [...this.#deferred].filter(([, { until }]) => until > now).map(([number]) => number);
  }

  /** Returns after how many milliseconds the first of those that were listed may be tried again; Infinity for none. */
  getNextDelay(): number {
    // A change that was due when the others were listed, and was not returned again, has been handled.
    const times = [...this.#deferred.values()]
      .map(({ until }) => until)
      .filter((until) => until > this.#listedAt);
    return Math.max(0, Math.min(...times) - this.#deps.clock.monotonic());
  }
}
