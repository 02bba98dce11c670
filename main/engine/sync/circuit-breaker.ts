import { ASSUMPTIONS } from '#contract/assumptions.ts';
import { err, type AppError, type Err } from '#contract/result.ts';
import { toEpochMs } from '#contract/time.ts';
import type { Clock } from '#main/base/clock.ts';
import { SECOND } from '#main/base/durations.ts';
import type { Random } from '#main/base/random.ts';
import { isHandledByService } from '#main/engine/api/errors.ts';
import { FailureCounter, isServiceFailure } from './failure-count.ts';
import type { HealthTracker } from './health.ts';

/** Once the tokens were accepted, a single refusal does not count for this time. */
const TOKEN_GRACE = 10 * SECOND;

export interface CircuitBreakerDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly health: Pick<HealthTracker, 'recordResult' | 'clearSignOut' | 'setPausedUntil'>;
  /** Sends the smallest request there is, to test the tokens. Returns null on success. */
  readonly tryTokens: () => Promise<AppError | null>;
}

/** Called with the result of one request; `isProof` false: a success does not prove that this direction works. */
export type RequestResultRecorder = (error: AppError | null, isProof?: boolean) => void;

/**
 * One direction of a circuit breaker: reading, or sending with the reads that it needs. Each direction counts
 * its own failures, so that a service that accepts no writes is still read, and the reverse.
 */
export class BreakerDirection {
  readonly #breaker: CircuitBreaker;
  readonly #clock: Clock;
  readonly failures: FailureCounter;

  constructor(breaker: CircuitBreaker, { clock, random }: Pick<CircuitBreakerDeps, 'clock' | 'random'>) {
    this.#breaker = breaker;
    this.#clock = clock;
    this.failures = new FailureCounter(clock, random);
  }

  /** Whether the service has refused the tokens. */
  get isSignedOut(): boolean {
    return this.#breaker.isSignedOut;
  }

  /** When the current pause ends; null where there is none. */
  get pausedUntil(): number | null {
    const until = Math.max(this.#breaker.requestedPauseUntil, this.failures.until ?? -Infinity);
    return until > this.#clock.monotonic() ? until : null;
  }

  /**
   * Whether a pause after failures has ended without a success since (half-open): one request at a time is
   * enough then.
   */
  get isProbing(): boolean {
    return this.failures.until !== null && this.pausedUntil === null;
  }

  /**
   * Whether this direction is paused because the service cannot be reached. A sync does not wait for the end of
   * such a pause.
   */
  get isCutOff(): boolean {
    return this.pausedUntil !== null && this.#reason.code === 'offline';
  }

  /** As `CircuitBreaker.getReachableTime`. */
  getReachableTime(): number {
    return this.#breaker.getReachableTime();
  }

  /** Returns whether a request may be sent now. */
  mayRequest(): boolean {
    return !this.#breaker.isSignedOut && this.pausedUntil === null;
  }

  /** Returns the error for refused requests, with the remaining time in milliseconds. */
  getRefusal(): Err {
    if (this.#breaker.isSignedOut) return err('unauthorised');
    const waitMs = Math.max(0, Math.ceil((this.pausedUntil ?? 0) - this.#clock.monotonic()));
    return { ok: false, error: { ...this.#reason, waitMs } };
  }

  /**
   * Records the result of a request, null for a success. With `isProof` false a success does not show that
   * this direction works.
   */
  recordResult(error: AppError | null, isProof = true): void {
    this.#breaker.recordResult(error, this, isProof);
  }

  /**
   * Returns the callback for the result of one request that is sent now. A refusal of tokens that were
   * replaced meanwhile is ignored.
   */
  createResultRecorder(): RequestResultRecorder {
    const { tokenVersion } = this.#breaker;
    return (error, isProof) => {
      if (error?.code !== 'unauthorised' || tokenVersion === this.#breaker.tokenVersion)
        this.recordResult(error, isProof);
    };
  }

  /** Waits this many milliseconds, or until an immediate retry is wanted. Rejects where the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void> {
    return this.#breaker.wait(ms, signal);
  }

  /** Resolves once a refusal of the tokens is confirmed or disproved. */
  waitForTokenTest(): Promise<void> {
    return this.#breaker.waitForTokenTest();
  }

  /**
   * Calls the listener whenever the circuit breaker opens or closes, but not when a pause merely expires.
   * Returns the function that unsubscribes.
   */
  onChange(listener: () => void): () => void {
    return this.#breaker.onChange(listener);
  }

  get #reason(): AppError {
    const { requestedPauseUntil, requestedPauseReason } = this.#breaker;
    return requestedPauseUntil > this.#clock.monotonic() ? requestedPauseReason : this.failures.reason;
  }
}

/**
 * Circuit breaker of one account. It is given the result of every request. Each direction pauses after many
 * failures in a row, for a growing time; both directions pause for as long as the service asks, and stop once
 * it has refused the tokens twice: a single refusal is confirmed by one small request first. All times are
 * monotonic milliseconds.
 */
export class CircuitBreaker {
  readonly #deps: CircuitBreakerDeps;
  readonly reads: BreakerDirection;
  readonly writes: BreakerDirection;
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
  /** How long the service was unreachable before that. */
  #unreachableMs = 0;

  constructor(deps: CircuitBreakerDeps) {
    this.#deps = deps;
    this.reads = new BreakerDirection(this, deps);
    this.writes = new BreakerDirection(this, deps);
  }

  /** Whether the service has refused the tokens. */
  get isSignedOut(): boolean {
    return this.#isSignedOut;
  }

  /** End of the last pause that the service asked for. */
  get requestedPauseUntil(): number {
    return this.#requestedPauseUntil;
  }

  /** The error with which the service asked for that pause. */
  get requestedPauseReason(): AppError {
    return this.#requestedPauseReason;
  }

  /** Increases with each change of the tokens. */
  get tokenVersion(): number {
    return this.#tokenVersion;
  }

  /** Records the result of a request in one direction, null for a success. */
  recordResult(error: AppError | null, lane: BreakerDirection, isProof: boolean): void {
    this.#recordReach(error);
    if (error?.code === 'unauthorised') return this.#recordRefusal(error, lane);
    this.#deps.health.recordResult(error);
    if (isHandledByService(error)) return this.#recordSuccess(lane, isProof);
    if (error === null || !isServiceFailure(error)) return;
    if (error.waitMs) this.#pauseFor(error, error.waitMs);
    else if (lane.failures.recordFailure(error)) this.#notifyChange();
  }

  /**
   * Returns monotonic milliseconds without the time between a request that did not reach the service and the
   * next response.
   */
  getReachableTime(): number {
    const now = this.#deps.clock.monotonic();
    return now - this.#unreachableMs - (now - (this.#unreachableSince ?? now));
  }

  /** Resets the state after new tokens were given. */
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

  /** As `tryAgain`, for sending only. */
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
    else if (error === null || isHandledByService(error) || error.code === 'unauthorised') {
      this.#unreachableMs += now - (this.#unreachableSince ?? now);
      this.#unreachableSince = null;
    }
  }

  #recordSuccess(lane: BreakerDirection, isProof: boolean): void {
    const other = lane === this.reads ? this.writes : this.reads;
    // A service that can be reached in one direction can be reached in the other.
    const isReached = other.failures.reason.code === 'offline' && other.failures.tryAgain();
    const isWell = isProof && lane.failures.recordSuccess();
    if (isReached || isWell) this.#notifyChange();
  }

  /**
   * A single refusal may come from one faulty server among many, or concern one record, so the tokens are
   * tested once.
   */
  #recordRefusal(error: AppError, lane: BreakerDirection): void {
    if (this.#isSignedOut) return;
    const hold = this.#tokensAcceptedAt + TOKEN_GRACE > this.#deps.clock.monotonic();
    if (!hold) return void this.#tryTokens();
    if (lane.failures.recordFailure(error)) this.#notifyChange();
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
    if (!isHandledByService(error)) return this.reads.recordResult(error);
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
    const ms = Math.min(wishMs, ASSUMPTIONS.retryAfter.maximumMs);
    const until = this.#deps.clock.monotonic() + ms;
    if (until <= this.#requestedPauseUntil) return;
    this.#requestedPauseUntil = until;
    this.#requestedPauseReason = error;
    this.#notifyChange();
  }

  #notifyChange(): void {
    const { clock, health } = this.#deps;
    const until = this.reads.pausedUntil;
    health.setPausedUntil(
      until === null ? null : toEpochMs(Math.round(clock.now() + until - clock.monotonic())),
    );
    this.#listeners.forEach((listener) => listener());
  }
}
