import { MINUTE, SECOND } from '#main/base/durations.ts';

/** Intervals after the first reconcile that the service responded to. */
const STEPS = [30 * SECOND, 2 * MINUTE, 10 * MINUTE] as const;
const ASKS_AFTER = 2 * MINUTE;

interface Lost {
  /** Time of the first response without a result, postponed by the time without a service since. */
  firstAt: number;
  /** Start of the current failures; null while the service responds. */
  failingSince: number | null;
  nextAt: number;
  /** Whether it is skipped until then. */
  isHeld: boolean;
}

/**
 * Schedules reconciles of writes that may have been done: at once, then after 30 seconds, 2 minutes and 10
 * minutes of running time with a reachable service. All times are monotonic milliseconds; the schedule is in
 * memory only.
 */
export class ReconcileSchedule {
  readonly #lost = new Map<number, Lost>();

  /** Returns the writes that are not due for a reconcile yet. */
  waitingAt(now: number): readonly number[] {
    return [...this.#lost]
      .filter(([, { isHeld, nextAt }]) => isHeld && nextAt > now)
      .map(([number]) => number);
  }

  /** Returns the time of the next reconcile; Infinity where none is scheduled. */
  nextAfter(now: number): number {
    return Math.min(
      Infinity,
      ...[...this.#lost.values()].map(({ nextAt }) => nextAt).filter((at) => at > now),
    );
  }

  /** Notes that a reconcile found nothing. Returns whether the user is asked now. */
  missed(number: number, now: number): boolean {
    return this.#answered(number, now, true);
  }

  /**
   * Notes that the service responded without the list that a reconcile needs; the list may be requested at
   * any time. Returns as `missed`.
   */
  unlisted(number: number, now: number): boolean {
    return this.#answered(number, now, false);
  }

  /** Notes that a reconcile failed. */
  failed(number: number, now: number): void {
    const lost = this.#lost.get(number);
    if (lost !== undefined) lost.failingSince ??= now;
  }

  /** Schedules a reconcile for now, at the user's wish. */
  hurry(number: number): void {
    const lost = this.#lost.get(number);
    if (lost !== undefined) lost.nextAt = -Infinity;
  }

  forget(number: number): void {
    this.#lost.delete(number);
  }

  #answered(number: number, now: number, isHeld: boolean): boolean {
    const lost = this.#lost.get(number) ?? { firstAt: now, failingSince: null, nextAt: now, isHeld };
    lost.isHeld = isHeld;
    if (lost.failingSince !== null) lost.firstAt += now - lost.failingSince;
    const step = STEPS.find((after) => lost.firstAt + after > now);
    lost.failingSince = null;
    lost.nextAt = step === undefined ? Infinity : lost.firstAt + step;
    this.#lost.set(number, lost);
    return now - lost.firstAt >= ASKS_AFTER;
  }
}
