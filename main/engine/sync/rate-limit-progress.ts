import { SERVICE_ASSUMPTIONS } from '#contract/assumptions.ts';
import type { AppError } from '#contract/result.ts';
import { wasRequestHandledByService } from '#main/engine/api/errors.ts';

/**
 * Tells a rate limit that lets some requests pass from a service that lets none pass. With the first one a long list is read
 * to its end only if every pause is waited for; with the second one each pause would be waited for in vain. All times are
 * monotonic milliseconds.
 */
export class RateLimitProgress {
  #answered = 0;
  /** Number of answered requests when the current or last pause began, and when the one before it began. */
  #answeredAtPause = 0;
  #answeredAtPauseBefore = 0;
  #pauseEndsAt = -Infinity;

  /** Number of requests that the service has answered. */
  get answered(): number {
    return this.#answered;
  }

  /** Notes the result of a request; null for a success. */
  recordResult(error: AppError | null, now: number): void {
    // A request that is refused for what it asks, such as too large a page, was let pass as well.
    if (wasRequestHandledByService(error)) this.#answered += 1;
    if (error?.code !== 'rate-limited' || !error.waitMs) return;
    if (now >= this.#pauseEndsAt) {
      this.#answeredAtPauseBefore = this.#answeredAtPause;
      this.#answeredAtPause = this.#answered;
    }
    const wait = Math.min(error.waitMs, SERVICE_ASSUMPTIONS.retryAfter.maximumMs);
    this.#pauseEndsAt = Math.max(this.#pauseEndsAt, now + wait);
  }

  /** Returns whether a pause that the service has asked for goes on, and it has answered requests since the pause before. */
  isWorthWaiting(now: number): boolean {
    return this.#answered > this.#answeredAtPauseBefore && now < this.#pauseEndsAt;
  }
}
