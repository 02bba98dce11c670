import { MINUTE, SECOND } from '#main/base/durations.ts';

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
    return Math.min(
      Infinity,
      ...[...this.#lostWrites.values()].map(({ nextAt }) => nextAt).filter((at) => at > now),
    );
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
