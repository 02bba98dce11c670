import { SERVICE_ASSUMPTIONS } from '#contract/assumptions.ts';
import { type AppError, type ErrorCode, err, type Result } from '#contract/result.ts';
import type { Clock } from '#main/base/clock.ts';
import { SECOND } from '#main/base/durations.ts';
import type { RandomGenerator } from '#main/base/random.ts';
import { retryWhileResponseIsNotFromService } from '#main/engine/api/errors.ts';
import type { HttpResponse, HttpClient, HttpResult } from '#main/engine/api/http.ts';
import type { OneDirectionCircuitBreaker } from './one-direction-breaker.ts';
import { RateLimitProgress } from './rate-limit-progress.ts';

/** Errors that suggest that the service is overloaded: they halve the limit of concurrent requests. */
const OVERLOAD: ReadonlySet<ErrorCode> = new Set(['rate-limited', 'timeout']);

export interface AdaptiveConcurrencyLimiterOptions {
  /** Maximum number of concurrent tasks. */
  readonly most: number;
  /** Whether only one task may run at the moment (half-open circuit breaker). */
  readonly isProbing: () => boolean;
}

/**
 * Limits the number of concurrent tasks; the others wait in order (first in, first out). The limit adapts: it
 * is halved after a sign of overload, and grows by one after as many successes as it allows tasks.
 */
export class AdaptiveConcurrencyLimiter {
  readonly #options: AdaptiveConcurrencyLimiterOptions;
  readonly #waiting: (() => void)[] = [];
  #lanes: number;
  #running = 0;

  constructor(options: AdaptiveConcurrencyLimiterOptions) {
    this.#options = options;
    this.#lanes = options.most;
  }

  /** The current limit of concurrent tasks. */
  get lanes(): number {
    return this.#options.isProbing() ? 1 : Math.floor(this.#lanes);
  }

  /** Runs a task as soon as the limit allows one more. */
  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#running >= this.lanes) await new Promise<void>((resume) => this.#waiting.push(resume));
    else this.#running += 1;
    try {
      return await task();
    } finally {
      this.#running -= 1;
      this.#admit();
    }
  }

  /** Adapts the limit to a task's result: null for a success. */
  recordResult(error: AppError | null): void {
    if (error === null) this.#lanes = Math.min(this.#options.most, this.#lanes + 1 / this.#lanes);
    else if (OVERLOAD.has(error.code)) this.#lanes = Math.max(1, this.#lanes / 2);
  }

  #admit(): void {
    while (this.#running < this.lanes) {
      const resume = this.#waiting.shift();
      if (resume === undefined) return;
      this.#running += 1;
      resume();
    }
  }
}

const ATTEMPTS = 4;
const FIRST_DELAY = SECOND / 2;
/** A requested wait that is longer than this ends the attempt and is returned with the error, unless there is progress. */
const MAX_RETRY_WAIT = 30 * SECOND;

const TRANSIENT: ReadonlySet<ErrorCode> = new Set(['rate-limited', 'server-error', 'timeout']);

export interface RetryOptions {
  /**
   * Waits this many milliseconds, or less where an immediate retry is wanted. Rejects where the signal
   * aborts.
   */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly random: RandomGenerator;
  readonly signal: AbortSignal;
  /** Whether the service has responded during this sync: then a broken connection is retried too. */
  readonly wasReached: () => boolean;
  /** Whether the tokens still count as valid after a refusal; it is then retried like a temporary error. */
  readonly areTokensValid: () => boolean;
  /** Errors that are not retried here, because the caller does it in another way. */
  readonly except?: ReadonlySet<ErrorCode> | undefined;
  /**
   * Returns a function that says whether the service has answered other requests since: then a rate limit uses up no
   * attempt, and every pause that it asks for is waited for.
   */
  readonly watchProgress?: () => () => boolean;
}

const NO_PROGRESS = (): boolean => false;

/**
 * Returns the delay before the next attempt in milliseconds: as the server asked, else exponential back-off
 * with jitter.
 */
function getRetryDelay(error: AppError, attempt: number, random: RandomGenerator): number {
  return error.waitMs ?? random.fraction() * FIRST_DELAY * 2 ** attempt;
}

function mayPass(
  { code }: AppError,
  { wasReached, areTokensValid, except }: Pick<RetryOptions, 'wasReached' | 'areTokensValid' | 'except'>,
): boolean {
  if (except?.has(code)) return false;
  if (code === 'offline') return wasReached();
  return code === 'unauthorised' ? areTokensValid() : TRANSIENT.has(code);
}

/**
 * Retries errors that may be temporary, a limited number of times, with exponential back-off and jitter. Only
 * for requests that are safe to repeat.
 */
export async function withRetries<T>(
  task: () => Promise<Result<T>>,
  options: RetryOptions,
): Promise<Result<T>> {
  const { wait, random, signal, watchProgress = () => NO_PROGRESS } = options;
  let attempt = 1;
  // Since the failure before, not only during an attempt: a refusal arrives sooner than the response to the request that was let pass.
  let hasProgress = watchProgress();
  for (;;) {
    const result = await retryWhileResponseIsNotFromService(task);
    if (result.ok) return result;
    const { error } = result;
    const isLimited = error.code === 'rate-limited' && hasProgress();
    hasProgress = watchProgress();
    if (attempt === ATTEMPTS && !isLimited) return result;
    const delay = getRetryDelay(error, attempt, random);
    if (!mayPass(error, options) || (delay > MAX_RETRY_WAIT && !isLimited)) return result;
    if (!isLimited) attempt += 1;
    const isWaited = await wait(delay, signal).then(
      () => true,
      () => false,
    );
    if (!isWaited) return err('cancelled');
  }
}

/** A pause up to this long is waited for during a sync; a longer one ends the sync, unless the service lets requests pass between its pauses. */
const MAX_WAIT = 30 * SECOND;

export interface RequestRunnerDeps {
  readonly http: HttpClient;
  readonly breaker: OneDirectionCircuitBreaker;
  readonly clock: Clock;
  readonly random: RandomGenerator;
}

/**
 * Runs read requests: concurrently up to an adaptive limit, with retries, and never through an open circuit
 * breaker.
 */
export class RequestRunner {
  readonly #deps: RequestRunnerDeps;
  readonly #limiter: AdaptiveConcurrencyLimiter;
  readonly #progress = new RateLimitProgress();
  #wasReached = false;

  constructor(deps: RequestRunnerDeps) {
    this.#deps = deps;
    this.#limiter = new AdaptiveConcurrencyLimiter({
      most: SERVICE_ASSUMPTIONS.pagesInFlight.value,
      isProbing: () => deps.breaker.isProbing,
    });
  }

  /**
   * Sends a request that is safe to repeat. Returns 'cancelled' once the signal aborts, whatever response
   * still arrives.
   * @param except errors that the caller retries itself, in another way
   */
  send(
    request: (http: HttpClient) => Promise<HttpResult>,
    signal: AbortSignal,
    except?: ReadonlySet<ErrorCode>,
  ): Promise<Result<HttpResponse>> {
    const { breaker, random } = this.#deps;
    return withRetries(() => this.#sendOnce(request, signal), {
      wait: (ms, stop) => breaker.wait(ms, stop),
      random,
      signal,
      except,
      // Once the circuit breaker considers the service unreachable, the sync ends with that error; the next
      // one starts automatically.
      wasReached: () => this.#wasReached && !breaker.isCutOff,
      areTokensValid: () => !breaker.isSignedOut,
      watchProgress: () => this.#watchProgress(),
    });
  }

  #watchProgress(): () => boolean {
    const { answered } = this.#progress;
    return () =>
      this.#progress.answered > answered || this.#progress.isWorthWaiting(this.#deps.clock.monotonic());
  }

  async #sendOnce(
    request: (http: HttpClient) => Promise<HttpResult>,
    signal: AbortSignal,
  ): Promise<Result<HttpResponse>> {
    await this.#waitForBreaker(signal);
    return this.#limiter.run(async () => {
      if (signal.aborted) return err('cancelled');
      const { breaker, http, clock } = this.#deps;
      if (!breaker.mayRequest()) return breaker.getRefusal();
      const heard = breaker.createResultRecorder();
      const reply = await request(http);
      if (signal.aborted) return err('cancelled');
      const error = reply.ok ? null : reply.error;
      if (error === null) this.#wasReached = true;
      this.#limiter.recordResult(error);
      this.#progress.recordResult(error, clock.monotonic());
      heard(error);
      return error === null ? reply : { ...reply, error: await breaker.classifyRefusal(error) };
    });
  }

  async #waitForBreaker(signal: AbortSignal): Promise<void> {
    const { breaker, clock } = this.#deps;
    const now = clock.monotonic();
    const wait = (breaker.pausedUntil ?? 0) - now;
    const longest = this.#progress.isWorthWaiting(now) ? Infinity : MAX_WAIT;
    if (breaker.isSignedOut || breaker.isCutOff || wait <= 0 || wait > longest) return;
    await breaker.wait(wait, signal).catch(() => {}); // An aborted wait rejects; the caller checks the signal.
  }
}
