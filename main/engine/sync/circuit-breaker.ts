import { SERVICE_ASSUMPTIONS } from '#contract/assumptions.ts';
import { err, type AppError } from '#contract/result.ts';
import { toEpochMs } from '#contract/time.ts';
import { type Clock, toWallTime } from '#main/base/clock.ts';
import { SECOND } from '#main/base/durations.ts';
import type { RandomGenerator } from '#main/base/random.ts';
import { wasRequestHandledByService } from '#main/engine/api/errors.ts';
import { OneDirectionCircuitBreaker, type SharedCircuitBreakerState } from './one-direction-breaker.ts';
import { countsTowardsBreakerPause } from './failure-backoff.ts';
import type { HealthTracker } from './health.ts';

/** Once the tokens were accepted, a single refusal does not count for this time. */
const TOKEN_GRACE = 10 * SECOND;

export interface CircuitBreakerDeps {
  readonly clock: Clock;
  readonly random: RandomGenerator;
  readonly health: Pick<HealthTracker, 'recordResult' | 'clearSignOut' | 'setPausedUntil'>;
  /** Tests the tokens with the smallest requests there are. Returns null on success. */
  readonly tryTokens: () => Promise<AppError | null>;
}

/**
 * Circuit breaker of one account. It is given the result of every request. Each direction pauses after many
 * failures in a row, for a growing time; both directions pause for as long as the service asks, and stop once
 * it has refused the tokens twice: a single refusal is confirmed by one small request of each list first. All times are
 * monotonic milliseconds.
 */
export class CircuitBreaker implements SharedCircuitBreakerState {
  readonly #deps: CircuitBreakerDeps;
  readonly reads: OneDirectionCircuitBreaker;
  readonly writes: OneDirectionCircuitBreaker;
  readonly #listeners = new Set<() => void>();
  #requestedPauseUntil = -Infinity;
  #requestedPauseReason: AppError = err('rate-limited').error;
  #isSignedOut = false;
  #tokenVersion = 0;
  /** Aborts all waits when an immediate retry is wanted. */
  #retryNow = new AbortController();
  #tokenTest: Promise<void> | null = null;
  #tokensAcceptedAt = -Infinity;
  /** Since when no request has reached the service; null while they do. */
  #unreachableSince: number | null = null;
  /** How long in total the service could not be reached before that, in milliseconds. */
  #unreachableMs = 0;

  constructor(deps: CircuitBreakerDeps) {
    this.#deps = deps;
    this.reads = new OneDirectionCircuitBreaker(this, deps);
    this.writes = new OneDirectionCircuitBreaker(this, deps);
  }

  /** Whether the service has refused the tokens. */
  get isSignedOut(): boolean {
    return this.#isSignedOut;
  }

  /** End of the last pause that the service asked for. */
  get requestedPauseUntil(): number {
    return this.#requestedPauseUntil;
  }

  /** The error, such as a rate limit, with which the service asked for the last pause. */
  get requestedPauseReason(): AppError {
    return this.#requestedPauseReason;
  }

  /** A number that increases with each change of the tokens, so that refusals of earlier ones are ignored. */
  get tokenVersion(): number {
    return this.#tokenVersion;
  }

  /** Whether the last request that tells it did not reach the service: the reachable time stands still then. */
  get isUnreachable(): boolean {
    return this.#unreachableSince !== null;
  }

  /** Records the result of a request in one direction, null for a success. `isProof`: a success shows that this direction works. */
  recordResult(error: AppError | null, direction: OneDirectionCircuitBreaker, isProof: boolean): void {
    this.#recordReach(error);
    if (error?.code === 'unauthorised') return this.#recordRefusal(error, direction);
    if (error?.code === 'forbidden' && !this.#isSignedOut && !this.#wereTokensJustAccepted)
      void this.#tryTokens();
    this.#deps.health.recordResult(error);
    if (wasRequestHandledByService(error)) return this.#recordSuccess(direction, isProof);
    if (error === null || !countsTowardsBreakerPause(error)) return;
    if (error.waitMs) this.#pauseFor(error, error.waitMs);
    else if (direction.failures.recordFailure(error)) this.#notifyChange();
  }

  /**
   * Returns monotonic milliseconds without the time between a request that did not reach the service and the
   * next response.
   */
  getReachableTime(): number {
    const now = this.#deps.clock.monotonic();
    return now - this.#unreachableMs - (now - (this.#unreachableSince ?? now));
  }

  /** Ends the signed-out state after new tokens were given, and forgets what was known about the old ones. */
  resetAfterRenewal(): void {
    this.#tokenVersion += 1;
    this.#tokensAcceptedAt = -Infinity;
    this.#resume();
  }

  /**
   * Ends waits, and pauses after failures: the network is back, or the user asks. A pause that the service
   * asked for remains.
   */
  tryAgain(): void {
    this.#retryNow.abort();
    this.#retryNow = new AbortController();
    const hasEnded = [this.reads, this.writes].filter(({ failures }) => failures.tryAgain());
    if (hasEnded.length > 0) this.#notifyChange();
  }

  /** Ends waits and pauses after failures as `tryAgain`, but only of sending. */
  trySendingAgain(): void {
    if (this.writes.failures.tryAgain()) this.#notifyChange();
  }

  /** Tests refused tokens again. Resolves with the result known; no other request is sent meanwhile. */
  async retryTokens(): Promise<void> {
    if (this.#isSignedOut) await this.#tryTokens();
  }

  /** Resolves once a refusal of the tokens is confirmed or disproved. */
  async waitForTokenTest(): Promise<void> {
    await this.#tokenTest;
  }

  /** Waits this many milliseconds, or until an immediate retry is wanted. Rejects where the signal aborts. */
  async wait(ms: number, signal: AbortSignal): Promise<void> {
    const hurry = this.#retryNow.signal;
    try {
      await this.#deps.clock.wait(ms, AbortSignal.any([signal, hurry]));
    } catch (thrown) {
      if (signal.aborted || !hurry.aborted) throw thrown;
    }
  }

  /**
   * Calls the listener whenever the circuit breaker opens or closes, but not when a pause merely expires.
   * Returns the function that unsubscribes.
   */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #recordReach(error: AppError | null): void {
    const now = this.#deps.clock.monotonic();
    if (error?.code === 'offline') this.#unreachableSince ??= now;
    else if (error === null || wasRequestHandledByService(error) || error.code === 'unauthorised') {
      this.#unreachableMs += now - (this.#unreachableSince ?? now);
      this.#unreachableSince = null;
    }
  }

  #recordSuccess(direction: OneDirectionCircuitBreaker, isProof: boolean): void {
    const other = direction === this.reads ? this.writes : this.reads;
    // A success in one direction shows that the service can be reached: the other's pause for being offline
    // ends too.
    const isReached = other.failures.reason.code === 'offline' && other.failures.tryAgain();
    const isWell = isProof && direction.failures.recordSuccess();
    if (isReached || isWell) this.#notifyChange();
  }

  /**
   * A single refusal may come from one faulty server among many, or concern one record, so the tokens are
   * tested once.
   */
  #recordRefusal(error: AppError, direction: OneDirectionCircuitBreaker): void {
    if (this.#isSignedOut) return;
    if (!this.#wereTokensJustAccepted) return void this.#tryTokens();
    if (direction.failures.recordFailure(error)) this.#notifyChange();
  }

  get #wereTokensJustAccepted(): boolean {
    return this.#tokensAcceptedAt + TOKEN_GRACE > this.#deps.clock.monotonic();
  }

  #tryTokens(): Promise<void> {
    this.#tokenTest ??= this.#askWithTokens().finally(() => {
      this.#tokenTest = null;
    });
    return this.#tokenTest;
  }

  async #askWithTokens(): Promise<void> {
    const tokenVersion = this.#tokenVersion;
    const error = await this.#deps.tryTokens();
    if (tokenVersion !== this.#tokenVersion) return;
    if (error?.code === 'unauthorised') return this.#signOut(error);
    if (!wasRequestHandledByService(error)) return this.reads.recordResult(error);
    this.#tokensAcceptedAt = this.#deps.clock.monotonic();
    this.#resume();
    this.reads.recordResult(null);
  }

  #resume(): void {
    this.#deps.health.clearSignOut();
    if (!this.#isSignedOut) return;
    this.#isSignedOut = false;
    this.#notifyChange();
  }

  #signOut(error: AppError): void {
    this.#deps.health.recordResult(error);
    if (this.#isSignedOut) return;
    this.#isSignedOut = true;
    this.#notifyChange();
  }

  #pauseFor(error: AppError, wishMs: number): void {
    const ms = Math.min(wishMs, SERVICE_ASSUMPTIONS.retryAfter.maximumMs);
    const until = this.#deps.clock.monotonic() + ms;
    if (until <= this.#requestedPauseUntil) return;
    this.#requestedPauseUntil = until;
    this.#requestedPauseReason = error;
    this.#notifyChange();
  }

  #notifyChange(): void {
    const { clock, health } = this.#deps;
    const until = this.reads.pausedUntil;
    health.setPausedUntil(until === null ? null : toEpochMs(toWallTime(clock, until)));
    this.#listeners.forEach((listener) => listener());
  }
}
