import { err, type AppError, type ErrorCode } from '#contract/result.ts';
import type { Clock } from '#main/base/clock.ts';
import { MINUTE, SECOND } from '#main/base/durations.ts';
import type { RandomGenerator } from '#main/base/random.ts';

/** Failures in a row before a pause begins. */
const MAX_FAILURES = 6;
const FIRST_PAUSE = 5 * SECOND;
const SHORTEST_PAUSE = SECOND;
const MAX_PAUSE = 5 * MINUTE;

/** Errors that mean that the service, or the connection to it, is failing. */
const SERVICE_FAILURES: ReadonlySet<ErrorCode> = new Set([
  'offline',
  'timeout',
  'server-error',
  'bad-payload',
  'rate-limited',
]);
/** Returns whether an error counts towards a pause. */
export function countsTowardsBreakerPause({ code }: AppError): boolean {
  return SERVICE_FAILURES.has(code);
}

/**
 * Counts the failures of one direction, and pauses it after many in a row, with exponential back-off. Times
 * are monotonic milliseconds.
 */
export class FailureBackoff {
  readonly #clock: Clock;
  readonly #random: RandomGenerator;
  #failures = 0;
  /** Number of pauses without a success between them. */
  #breaks = 0;
  #until: number | null = null;
  #reason: AppError = err('offline').error;

  constructor(clock: Clock, random: RandomGenerator) {
    this.#clock = clock;
    this.#random = random;
  }

  /** End of the last pause, monotonic milliseconds; null after a success since. */
  get until(): number | null {
    return this.#until;
  }

  /** The error of the last failure. */
  get reason(): AppError {
    return this.#reason;
  }

  /** Counts a failure. Returns whether it began a pause. */
  recordFailure(error: AppError): boolean {
    const now = this.#clock.monotonic();
    this.#reason = error;
    this.#failures += 1;
    // Requests that were in flight when the pause began add no information.
    if (this.#until !== null && now < this.#until) return false;
    if (this.#until === null && this.#failures < MAX_FAILURES) return false;
    const bound = Math.min(MAX_PAUSE, FIRST_PAUSE * 2 ** this.#breaks);
    this.#breaks += 1;
    this.#until = now + Math.max(SHORTEST_PAUSE, this.#random.fraction() * bound);
    return true;
  }

  /** Counts a success. Returns whether it ended a pause or the half-open state after one. */
  recordSuccess(): boolean {
    this.#failures = 0;
    this.#breaks = 0;
    const wasBroken = this.#until !== null;
    this.#until = null;
    return wasBroken;
  }

  /** Ends a pause at once; the next failure begins another. Returns whether there was one. */
  tryAgain(): boolean {
    const now = this.#clock.monotonic();
    if (this.#until === null || this.#until <= now) return false;
    this.#until = now;
    return true;
  }
}
