import { ASSUMPTIONS } from '#contract/assumptions.ts';
import { err, type AppError, type Err, type ErrorCode } from '#contract/result.ts';
import { epochMs } from '#contract/time.ts';
import type { Clock } from '#main/base/clock.ts';
import { SECOND } from '#main/base/durations.ts';
import type { Random } from '#main/base/random.ts';
import { Breaker } from './failure-count.ts';
import type { HealthBoard } from './health.ts';

/** Tokens that were found to hold are believed for so long, whatever a single answer says. */
const TOKENS_HOLD = 10 * SECOND;

/** What says that the service, or the way to it, is unwell. */
const FAILING: ReadonlySet<ErrorCode> = new Set([
  'offline',
  'timeout',
  'server-error',
  'bad-payload',
  'rate-limited',
]);
/** Refusals of one request by a service that is well. */
const ANSWERED: ReadonlySet<ErrorCode> = new Set(['not-found', 'rejected', 'forbidden', 'too-large']);

function isAnswered(error: AppError | null): boolean {
  return error === null || ANSWERED.has(error.code);
}

export interface CircuitBreakerDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly health: Pick<HealthBoard, 'recordResult' | 'renewed' | 'paused'>;
  /** Asks the service for as little as may be, to see whether it takes the tokens; null for well. */
  readonly tryTokens: () => Promise<AppError | null>;
}

/** Hears how one request ended. `isProof` false: a success of it does not show that this direction works. */
export type RequestResult = (error: AppError | null, isProof?: boolean) => void;

/**
 * One direction through a gate: reading, or sending with what is read for it. Each has a circuit breaker of its own, so that a
 * service that takes no writes is still read, and the other way about.
 */
export class Lane {
  readonly #breaker: CircuitBreaker;
  readonly #clock: Clock;
  readonly breaker: Breaker;

  constructor(breaker: CircuitBreaker, { clock, random }: Pick<CircuitBreakerDeps, 'clock' | 'random'>) {
    this.#breaker = breaker;
    this.#clock = clock;
    this.breaker = new Breaker(clock, random);
  }

  /** Whether the service has refused the tokens. */
  get isSignedOut(): boolean {
    return this.#breaker.isSignedOut;
  }

  /** When the present pause ends; null where there is none. */
  get pausedUntil(): number | null {
    const until = Math.max(this.#breaker.askedUntil, this.breaker.until ?? -Infinity);
    return until > this.#clock.monotonic() ? until : null;
  }

  /** Whether a pause after failures has ended and nothing has gone well since: one request at a time is enough then. */
  get isProbing(): boolean {
    return this.breaker.until !== null && this.pausedUntil === null;
  }

  /** Whether it is shut because the service could not even be reached: nobody waits for that to pass in the middle of a sync. */
  get isCutOff(): boolean {
    return this.pausedUntil !== null && this.#reason.code === 'offline';
  }

  /** Whether anything may be asked now. */
  mayAsk(): boolean {
    return !this.#breaker.isSignedOut && this.pausedUntil === null;
  }

  /** Why nothing may be asked, and for how many milliseconds. */
  refusal(): Err {
    if (this.#breaker.isSignedOut) return err('unauthorised');
    const waitMs = Math.max(0, Math.ceil((this.pausedUntil ?? 0) - this.#clock.monotonic()));
    return { ok: false, error: { ...this.#reason, waitMs } };
  }

  /** Hears how a request ended, null for well. `isProof` false: a success does not show that this direction works. */
  recordResult(error: AppError | null, isProof = true): void {
    this.#breaker.recordResult(error, this, isProof);
  }

  /** A listener for one request that is made now: a refusal of tokens that were replaced meanwhile says nothing any more. */
  onResult(): RequestResult {
    const { era } = this.#breaker;
    return (error, isProof) => {
      if (error?.code !== 'unauthorised' || era === this.#breaker.era) this.recordResult(error, isProof);
    };
  }

  /** Waits so long, or until another try at once is wanted. Rejects where the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<void> {
    return this.#breaker.wait(ms, signal);
  }

  /** Resolves when it is known whether a refusal of the tokens is to be believed. */
  whenTokensAreTried(): Promise<void> {
    return this.#breaker.whenTokensAreTried();
  }

  /** Calls the listener whenever the gate opens or shuts; not when a pause merely runs out. Answers how to end that. */
  onChange(listener: () => void): () => void {
    return this.#breaker.onChange(listener);
  }

  get #reason(): AppError {
    const { askedUntil, askedReason } = this.#breaker;
    return askedUntil > this.#clock.monotonic() ? askedReason : this.breaker.reason;
  }
}

/**
 * Whether the service may be asked now. It hears how every request of an account ends. Each direction pauses for a growing while
 * after many failures in a row; both pause for as long as the service asks for it, and stop once it has refused the tokens twice:
 * a single refusal is confirmed by one small request before anything stops. All times are monotonic milliseconds.
 */
export class CircuitBreaker {
  readonly #deps: CircuitBreakerDeps;
  readonly reads: Lane;
  readonly writes: Lane;
  readonly #listeners = new Set<() => void>();
  #askedUntil = -Infinity;
  #askedReason: AppError = err('rate-limited').error;
  #isSignedOut = false;
  #era = 0;
  /** Aborts what waits, when another try at once is wanted. */
  #hurry = new AbortController();
  #trying: Promise<void> | null = null;
  #tokensHeldAt = -Infinity;

  constructor(deps: CircuitBreakerDeps) {
    this.#deps = deps;
    this.reads = new Lane(this, deps);
    this.writes = new Lane(this, deps);
  }

  /** Whether the service has refused the tokens. */
  get isSignedOut(): boolean {
    return this.#isSignedOut;
  }

  /** When the pause ends or ended that the service asked for last. */
  get askedUntil(): number {
    return this.#askedUntil;
  }

  /** With what it asked for that pause. */
  get askedReason(): AppError {
    return this.#askedReason;
  }

  /** Changes with the tokens. */
  get era(): number {
    return this.#era;
  }

  /** Hears how a request in one direction ended, null for well. */
  recordResult(error: AppError | null, lane: Lane, isProof: boolean): void {
    if (error?.code === 'unauthorised') return this.#refused(error, lane);
    this.#deps.health.recordResult(error);
    if (isAnswered(error)) return this.#answered(lane, isProof);
    if (error === null || !FAILING.has(error.code)) return;
    if (error.waitMs) this.#pauseFor(error, error.waitMs);
    else if (lane.breaker.failed(error)) this.#changed();
  }

  /** Other tokens were given. */
  renewed(): void {
    this.#era += 1;
    this.#tokensHeldAt = -Infinity;
    this.#open();
  }

  /** The network is back, or the user asks: pauses that only failures made end, and so do waits. What the service asked for stands. */
  tryAgain(): void {
    this.#hurry.abort();
    this.#hurry = new AbortController();
    const hasEnded = [this.reads, this.writes].filter(({ breaker }) => breaker.tryAgain());
    if (hasEnded.length > 0) this.#changed();
  }

  /** The same for sending alone. */
  trySendingAgain(): void {
    if (this.writes.breaker.tryAgain()) this.#changed();
  }

  /** Tries refused tokens again. Resolves when it is known whether the service takes them; nothing is asked while it does. */
  async retryTokens(): Promise<void> {
    if (this.#isSignedOut) await this.#tryTokens();
  }

  /** Resolves when it is known whether a refusal of the tokens is to be believed. */
  async whenTokensAreTried(): Promise<void> {
    await this.#trying;
  }

  /** Waits so long, or until another try at once is wanted. Rejects where the signal aborts. */
  async wait(ms: number, signal: AbortSignal): Promise<void> {
    const hurry = this.#hurry.signal;
    try {
      await this.#deps.clock.wait(ms, AbortSignal.any([signal, hurry]));
    } catch (thrown) {
      if (signal.aborted || !hurry.aborted) throw thrown;
    }
  }

  /** Calls the listener whenever it opens or shuts; not when a pause merely runs out. Answers how to end that. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #answered(lane: Lane, isProof: boolean): void {
    const other = lane === this.reads ? this.writes : this.reads;
    // Whoever could be reached one way can be reached the other way too.
    const isReached = other.breaker.reason.code === 'offline' && other.breaker.tryAgain();
    const isWell = isProof && lane.breaker.answered();
    if (isReached || isWell) this.#changed();
  }

  /** One refusal may be the fault of one server among many, or be about one record: what the tokens are worth is asked once. */
  #refused(error: AppError, lane: Lane): void {
    if (this.#isSignedOut) return;
    const hold = this.#tokensHeldAt + TOKENS_HOLD > this.#deps.clock.monotonic();
    if (!hold) return void this.#tryTokens();
    if (lane.breaker.failed(error)) this.#changed();
  }

  #tryTokens(): Promise<void> {
    this.#trying ??= this.#askWithTokens().finally(() => {
      this.#trying = null;
    });
    return this.#trying;
  }

  async #askWithTokens(): Promise<void> {
    const era = this.#era;
    const error = await this.#deps.tryTokens();
    if (era !== this.#era) return;
    if (error?.code === 'unauthorised') return this.#shut(error);
    if (!isAnswered(error)) return this.reads.recordResult(error);
    this.#tokensHeldAt = this.#deps.clock.monotonic();
    this.#open();
    this.reads.recordResult(null);
  }

  #open(): void {
    this.#deps.health.renewed();
    if (!this.#isSignedOut) return;
    this.#isSignedOut = false;
    this.#changed();
  }

  #shut(error: AppError): void {
    this.#deps.health.recordResult(error);
    if (this.#isSignedOut) return;
    this.#isSignedOut = true;
    this.#changed();
  }

  #pauseFor(error: AppError, wishMs: number): void {
    const ms = Math.min(wishMs, ASSUMPTIONS.retryAfter.maximumMs);
    const until = this.#deps.clock.monotonic() + ms;
    if (until <= this.#askedUntil) return;
    this.#askedUntil = until;
    this.#askedReason = error;
    this.#changed();
  }

  #changed(): void {
    const { clock, health } = this.#deps;
    const until = this.reads.pausedUntil;
    health.paused(until === null ? null : epochMs(Math.round(clock.now() + until - clock.monotonic())));
    this.#listeners.forEach((listener) => listener());
  }
}
