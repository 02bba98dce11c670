import { runInBackground } from '#main/base/async.ts';
import type { Clock } from '#main/base/clock.ts';
import { MINUTE, SECOND } from '#main/base/durations.ts';
import type { Log } from '#main/base/log.ts';
import type { RandomGenerator } from '#main/base/random.ts';
import type { OneDirectionCircuitBreaker } from '#main/engine/sync/one-direction-breaker.ts';

export interface NextPushDeps {
  readonly breaker: Pick<
    OneDirectionCircuitBreaker,
    'pausedUntil' | 'isSignedOut' | 'isUnreachable' | 'getReachableTime'
  >;
  readonly clock: Clock;
  readonly random: RandomGenerator;
  readonly log: Log;
  /** Sends the outbox. */
  readonly push: () => Promise<void>;
}

const FIRST_DELAY = 5 * SECOND;
const MAX_DELAY = 5 * MINUTE;
/** Random delay after a pause, so that installations do not return at the same moment. */
const MAX_RANDOM_DELAY = SECOND;

/**
 * Plans when the sender continues by itself after a run: for the next scheduled reconcile, and for changes that could not
 * be sent. The next refresh sends them too, but may be an hour away.
 */
export class NextPush {
  readonly #deps: NextPushDeps;
  #timer = new AbortController();
  /** Since when changes could not be sent, monotonic milliseconds; null where all could. */
  #failingSince: number | null = null;

  constructor(deps: NextPushDeps) {
    this.#deps = deps;
  }

  /**
   * Plans the next run, instead of the one that was planned before.
   * @param isUnfinished whether changes are left that failed, or that a pause has held back
   * @param reconcileAt when the next reconcile is due, in time with a reachable service; Infinity for never
   */
  plan(isUnfinished: boolean, reconcileAt: number): void {
    const { breaker, clock, log, push } = this.#deps;
    this.cancel();
    const hasReconcile = reconcileAt < Infinity;
    // The time of the schedule stands still while the service cannot be reached, so that it says nothing then.
    const isStandingStill = hasReconcile && breaker.isUnreachable;
    const reconcileDelay =
      hasReconcile && !isStandingStill ? reconcileAt - breaker.getReachableTime() : Infinity;
    const delay = Math.min(reconcileDelay, this.#getRetryDelay(isUnfinished || isStandingStill));
    if (delay === Infinity) return;
    this.#timer = new AbortController();
    const due = clock.wait(delay, this.#timer.signal).then(push, () => {}); // The wait was aborted: a later timer replaced it.
    runInBackground(due, 'changes that wait could not be sent', log);
  }

  cancel(): void {
    this.#timer.abort();
  }

  /**
   * Returns after how many milliseconds changes that could not be sent are tried again; Infinity for never. The longer they
   * have failed, the longer they wait, and never less than a pause takes.
   */
  #getRetryDelay(isFailing: boolean): number {
    const { breaker, clock, random } = this.#deps;
    const now = clock.monotonic();
    // A refresh, which sends too, is demanded as soon as the service accepts the tokens.
    this.#failingSince = isFailing && !breaker.isSignedOut ? (this.#failingSince ?? now) : null;
    if (this.#failingSince === null) return Infinity;
    const delay = Math.min(MAX_DELAY, Math.max(FIRST_DELAY, now - this.#failingSince));
    const fraction = random.fraction();
    const pause = (breaker.pausedUntil ?? -Infinity) - now + fraction * MAX_RANDOM_DELAY;
    return Math.max((delay * (1 + fraction)) / 2, pause);
  }
}
