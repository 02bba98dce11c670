import type { AppError } from '#contract/result.ts';
import { MINUTE, SECOND } from '#main/base/durations.ts';
import type { Clock } from '#main/base/clock.ts';
import { getSmallest } from '#main/base/extremes.ts';
import type { RandomGenerator } from '#main/base/random.ts';

/** Maximum attempts at one change in one run. */
const MAX_ATTEMPTS = 4;
const FIRST_DELAY = SECOND / 2;
const MAX_DELAY = 5 * MINUTE;

interface DeferredChange {
  readonly until: number;
  readonly tries: number;
  /** Whether a later run tries it again by itself. */
  readonly isRetried: boolean;
}

/** The changes of one run whose attempt failed, each with when it may be tried again. */
export class FailedChangeRetryTimes {
  readonly #deps: { readonly clock: Clock; readonly random: RandomGenerator };
  readonly #deferred = new Map<number, DeferredChange>();

  #listedAt = -Infinity;

  constructor(deps: { readonly clock: Clock; readonly random: RandomGenerator }) {
    this.#deps = deps;
  }

  /**
   * Defers a change after a failure: longer after each, and to the end of the run after the last attempt. A mistake of the
   * program would only be repeated, so that one attempt is enough.
   * @param hasSchedule whether a reconcile of the change is scheduled, so that no run is needed for it before
   */
  add(number: number, error?: AppError, hasSchedule = false): void {
    const { clock, random } = this.#deps;
    const tries = (this.#deferred.get(number)?.tries ?? 0) + 1;
    const delay = random.fraction() * Math.min(MAX_DELAY, FIRST_DELAY * 2 ** tries);
    const isMistake = error?.code === 'internal';
    const until = isMistake || tries >= MAX_ATTEMPTS ? Infinity : clock.monotonic() + delay;
    this.#deferred.set(number, { tries, until, isRetried: !isMistake && !hasSchedule });
  }

  /** Returns the numbers of the changes that may not be tried again yet. */
  list(): readonly number[] {
    const now = this.#deps.clock.monotonic();
    this.#listedAt = now;
    return [...this.#deferred].filter(([, { until }]) => until > now).map(([number]) => number);
  }

  /** Returns after how many milliseconds the first of those that were listed may be tried again; Infinity for none. */
  getNextDelay(): number {
    const times = this.#listUnhandled().map(({ until }) => until);
    return Math.max(0, getSmallest(times) - this.#deps.clock.monotonic());
  }

  /** Returns whether a later run should try some of those that were listed. */
  hasAnyToRetry(): boolean {
    return this.#listUnhandled().some(({ isRetried }) => isRetried);
  }

  #listUnhandled(): readonly DeferredChange[] {
    // A change that was due when the others were listed, and was not returned again, has been handled.
    return [...this.#deferred.values()].filter(({ until }) => until > this.#listedAt);
  }
}

/** Intervals after the first reconcile that the service responded to. */
const INTERVALS = [30 * SECOND, 2 * MINUTE, 10 * MINUTE] as const;
const ASK_USER_AFTER = 2 * MINUTE;

interface UnconfirmedChange {
  /**
   * Time of the first response without the change, moved by the time in which the service could not be
   * reached.
   */
  firstAt: number;
  /** Start of the current failures; null while the service responds. */
  failingSince: number | null;
  nextAt: number;
  /** Whether the change is skipped until `nextAt`. */
  isHeld: boolean;
}

/**
 * Schedules reconciles of changes that may have been done: at once, then after 30 seconds, 2 minutes and 10
 * minutes of running time with a reachable service. All times are milliseconds as `getReachableTime` of the
 * circuit breaker counts them; the schedule is in memory only.
 */
export class ReconcileSchedule {
  readonly #lostWrites = new Map<number, UnconfirmedChange>();

  /** Returns the changes that are not due for a reconcile yet. */
  listWaiting(now: number): readonly number[] {
    return [...this.#lostWrites]
      .filter(([, { isHeld, nextAt }]) => isHeld && nextAt > now)
      .map(([number]) => number);
  }

  /** Returns the time of the next reconcile; Infinity where none is scheduled. */
  getNextTime(now: number): number {
    return getSmallest([...this.#lostWrites.values()].map(({ nextAt }) => nextAt).filter((at) => at > now));
  }

  /** Notes that a reconcile found nothing. Returns whether the user is asked now. */
  noteNotFound(number: number, now: number): boolean {
    return this.#noteResponse(number, now, true);
  }

  /**
   * Notes that the service responded without the list that a reconcile needs; the list may be requested at
   * any time. Returns as `noteNotFound`.
   */
  noteUnlisted(number: number, now: number): boolean {
    return this.#noteResponse(number, now, false);
  }

  /** Notes that a reconcile failed; the time until the service responds again does not count. */
  noteFailure(number: number, now: number): void {
    const lost = this.#lostWrites.get(number);
    if (lost !== undefined) lost.failingSince ??= now;
  }

  /** Schedules a reconcile for now, at the user's wish. */
  makeDue(number: number): void {
    const lost = this.#lostWrites.get(number);
    if (lost !== undefined) lost.nextAt = -Infinity;
  }

  forget(number: number): void {
    this.#lostWrites.delete(number);
  }

  #noteResponse(number: number, now: number, isHeld: boolean): boolean {
    const lost = this.#lostWrites.get(number) ?? { firstAt: now, failingSince: null, nextAt: now, isHeld };
    lost.isHeld = isHeld;
    if (lost.failingSince !== null) lost.firstAt += now - lost.failingSince;
    const step = INTERVALS.find((after) => lost.firstAt + after > now);
    lost.failingSince = null;
    lost.nextAt = step === undefined ? Infinity : lost.firstAt + step;
    this.#lostWrites.set(number, lost);
    return now - lost.firstAt >= ASK_USER_AFTER;
  }
}
