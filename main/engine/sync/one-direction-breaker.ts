import { err, type AppError, type Err } from '#contract/result.ts';
import type { Clock } from '#main/base/clock.ts';
import type { RandomGenerator } from '#main/base/random.ts';
import { mayRefuseTokens } from '#main/engine/api/errors.ts';
import { FailureBackoff } from './failure-backoff.ts';

/** Called with the result of one request; `isProof` false: a success does not prove that this direction works. */
export type RequestResultRecorder = (error: AppError | null, isProof?: boolean) => void;

/** What the two directions of a circuit breaker share. */
export interface SharedCircuitBreakerState {
  readonly isSignedOut: boolean;
  readonly isUnreachable: boolean;
  readonly requestedPauseUntil: number;
  readonly requestedPauseReason: AppError;
  readonly tokenVersion: number;
  recordResult(error: AppError | null, direction: OneDirectionCircuitBreaker, isProof: boolean): void;
  getReachableTime(): number;
  wait(ms: number, signal: AbortSignal): Promise<void>;
  waitForTokenTest(): Promise<void>;
  onChange(listener: () => void): () => void;
}

/**
 * One direction of a circuit breaker: reading, or sending with the reads that it needs. Each direction counts
 * its own failures, so that a service that accepts no writes is still read, and the reverse.
 */
export class OneDirectionCircuitBreaker {
  readonly #breaker: SharedCircuitBreakerState;
  readonly #clock: Clock;
  readonly failures: FailureBackoff;

  constructor(
    breaker: SharedCircuitBreakerState,
    { clock, random }: { readonly clock: Clock; readonly random: RandomGenerator },
  ) {
    this.#breaker = breaker;
    this.#clock = clock;
    this.failures = new FailureBackoff(clock, random);
  }

  /** Whether the service has refused the tokens. */
  get isSignedOut(): boolean {
    return this.#breaker.isSignedOut;
  }

  /** Whether the service cannot be reached now, as `CircuitBreaker.isUnreachable`. */
  get isUnreachable(): boolean {
    return this.#breaker.isUnreachable;
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

  /**
   * Running time without the spans in which the service could not be reached, as
   * `CircuitBreaker.getReachableTime`.
   */
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

  /**
   * Waits until it is known whether a refusal concerns the tokens. Returns 'unauthorised' where it does, also for a 'forbidden',
   * else the error.
   */
  async classifyRefusal(error: AppError): Promise<AppError> {
    if (!mayRefuseTokens(error)) return error;
    await this.#breaker.waitForTokenTest();
    return this.#breaker.isSignedOut ? { ...error, code: 'unauthorised' } : error;
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
