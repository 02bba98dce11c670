import { ASSUMPTIONS } from '#contract/assumptions.ts';
import { err, type AppError, type Err, type ErrorCode } from '#contract/result.ts';
import { epochMs } from '#contract/time.ts';
import type { Clock } from '#main/base/clock.ts';
import { MINUTE, SECOND } from '#main/base/durations.ts';
import type { Random } from '#main/base/random.ts';
import type { HealthBoard } from './health.ts';

/** Failures in a row after which nothing is asked for a while. */
const FAILURES = 6;
const FIRST_PAUSE = 5 * SECOND;
const SHORTEST_PAUSE = SECOND;
const LONGEST_PAUSE = 5 * MINUTE;

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

export interface GateDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly health: Pick<HealthBoard, 'heard' | 'renewed' | 'paused'>;
}

/**
 * Whether the service may be asked now. It hears how every request of an account ends, reads and writes alike. It shuts for as
 * long as the service asks for a pause, for a growing while after many failures in a row, and until other tokens are given
 * once the service has refused these. All times are monotonic milliseconds.
 */
export class Gate {
  readonly #deps: GateDeps;
  readonly #listeners = new Set<() => void>();
  #failures = 0;
  /** Pauses after failures, without one success between them. */
  #breaks = 0;
  #breakUntil: number | null = null;
  #askedUntil = -Infinity;
  #reason: AppError = err('offline').error;
  #isSignedOut = false;
  #era = 0;

  constructor(deps: GateDeps) {
    this.#deps = deps;
  }

  /** Whether the service has refused the tokens. */
  get isSignedOut(): boolean {
    return this.#isSignedOut;
  }

  /** When the present pause ends; null where there is none. */
  get pausedUntil(): number | null {
    const until = Math.max(this.#askedUntil, this.#breakUntil ?? -Infinity);
    return until > this.#deps.clock.monotonic() ? until : null;
  }

  /** Whether a pause after failures has ended and nothing has gone well since: one request at a time is enough then. */
  get isProbing(): boolean {
    return this.#breakUntil !== null && this.pausedUntil === null;
  }

  /** Whether it is shut because the service could not even be reached: nobody waits for that to pass in the middle of a sync. */
  get isCutOff(): boolean {
    return this.pausedUntil !== null && this.#reason.code === 'offline';
  }

  /** Whether anything may be asked now. */
  mayAsk(): boolean {
    return !this.#isSignedOut && this.pausedUntil === null;
  }

  /** Why nothing may be asked, and for how many milliseconds. */
  refusal(): Err {
    if (this.#isSignedOut) return err('unauthorised');
    const waitMs = Math.max(0, Math.ceil((this.pausedUntil ?? 0) - this.#deps.clock.monotonic()));
    return { ok: false, error: { ...this.#reason, waitMs } };
  }

  /** Hears how a request ended, null for well. */
  heard(error: AppError | null): void {
    this.#deps.health.heard(error);
    if (error === null || ANSWERED.has(error.code)) return this.#answered();
    if (error.code === 'unauthorised') return this.#shut();
    if (!FAILING.has(error.code)) return;
    this.#reason = error;
    if (error.waitMs) this.#pauseFor(error.waitMs);
    else this.#failed();
  }

  /** A listener for one request that is made now: a refusal of tokens that were replaced meanwhile says nothing any more. */
  hearing(): (error: AppError | null) => void {
    const era = this.#era;
    return (error) => {
      if (error?.code !== 'unauthorised' || era === this.#era) this.heard(error);
    };
  }

  /** Other tokens were given. */
  renewed(): void {
    this.#era += 1;
    this.#deps.health.renewed();
    if (!this.#isSignedOut) return;
    this.#isSignedOut = false;
    this.#changed();
  }

  /** The network is back, or somebody asks: a pause that only failures made ends. What the service asked for stands. */
  tryAgain(): void {
    const now = this.#deps.clock.monotonic();
    if (this.#breakUntil === null || this.#breakUntil <= now) return;
    this.#breakUntil = now;
    this.#changed();
  }

  /** Calls the listener whenever it opens or shuts; not when a pause merely runs out. Answers how to end that. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #answered(): void {
    this.#failures = 0;
    this.#breaks = 0;
    if (this.#breakUntil === null) return;
    this.#breakUntil = null;
    this.#changed();
  }

  #shut(): void {
    if (this.#isSignedOut) return;
    this.#isSignedOut = true;
    this.#changed();
  }

  #pauseFor(wishMs: number): void {
    const ms = Math.min(wishMs, ASSUMPTIONS.retryAfter.maximumMs);
    const until = this.#deps.clock.monotonic() + ms;
    if (until <= this.#askedUntil) return;
    this.#askedUntil = until;
    this.#changed();
  }

  #failed(): void {
    const now = this.#deps.clock.monotonic();
    this.#failures += 1;
    // Requests that were under way when it shut tell nothing new.
    if (this.#breakUntil !== null && now < this.#breakUntil) return;
    if (this.#breakUntil === null && this.#failures < FAILURES) return;
    const bound = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** this.#breaks);
    this.#breaks += 1;
    this.#breakUntil = now + Math.max(SHORTEST_PAUSE, this.#deps.random.fraction() * bound);
    this.#changed();
  }

  #changed(): void {
    const { clock, health } = this.#deps;
    const until = this.pausedUntil;
    health.paused(until === null ? null : epochMs(Math.round(clock.now() + until - clock.monotonic())));
    this.#listeners.forEach((listener) => listener());
  }
}
