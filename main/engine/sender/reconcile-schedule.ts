import { MINUTE, SECOND } from '#main/base/durations.ts';

/** After the first look that the service answered. */
const STEPS = [30 * SECOND, 2 * MINUTE, 10 * MINUTE] as const;
const ASKS_AFTER = 2 * MINUTE;

interface Lost {
  /** When the service first answered that nothing is found, put off by the time without a service since. */
  firstAt: number;
  /** Since when looks fail; null while the service answers. */
  failingSince: number | null;
  nextAt: number;
  /** Whether it is left alone until then. */
  isHeld: boolean;
}

/**
 * When what may have been done is looked for again: at once, then 30 seconds, 2 minutes and 10 minutes of running time with a
 * reachable service. All times are monotonic milliseconds; nothing of it outlives the program.
 */
export class ReconcileSchedule {
  readonly #lost = new Map<number, Lost>();

  /** The writes that need no look before their time. */
  waitingAt(now: number): readonly number[] {
    return [...this.#lost]
      .filter(([, { isHeld, nextAt }]) => isHeld && nextAt > now)
      .map(([number]) => number);
  }

  /** When the next look is due after now; Infinity where none is. */
  nextAfter(now: number): number {
    return Math.min(
      Infinity,
      ...[...this.#lost.values()].map(({ nextAt }) => nextAt).filter((at) => at > now),
    );
  }

  /** Notes that a look found nothing. Returns whether the user is asked now. */
  missed(number: number, now: number): boolean {
    return this.#answered(number, now, true);
  }

  /** Notes that the service answered without the list that a look needs; it may be asked for at any time. Returns as `missed`. */
  unlisted(number: number, now: number): boolean {
    return this.#answered(number, now, false);
  }

  /** Notes that a look could not be made. */
  failed(number: number, now: number): void {
    const lost = this.#lost.get(number);
    if (lost !== undefined) lost.failingSince ??= now;
  }

  /** The user wants a look now. */
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
