import { ASSUMPTIONS } from '#contract/assumptions.ts';
import { type AppError, type ErrorCode, err, type Result } from '#contract/result.ts';
import type { Clock } from '#main/base/clock.ts';
import { SECOND } from '#main/base/durations.ts';
import type { Random } from '#main/base/random.ts';
import { askAtOnce } from '#main/engine/api/errors.ts';
import type { Answer, Http, HttpResult } from '#main/engine/api/http.ts';
import type { Lane } from './circuit-breaker.ts';

/** What a service says that is asked too much at once. */
const OVERLOAD: ReadonlySet<ErrorCode> = new Set(['rate-limited', 'timeout']);

export interface ConcurrencyLimiterOptions {
  /** The most tasks that run side by side. */
  readonly most: number;
  /** Whether only one may run at the moment, to see how it goes. */
  readonly isProbing: () => boolean;
}

/**
 * Lets several tasks run side by side, the others wait in the order they came. How many depends on how it goes: half as many
 * after a sign of overload, one more after as many successes as there are lanes.
 */
export class ConcurrencyLimiter {
  readonly #options: ConcurrencyLimiterOptions;
  readonly #waiting: (() => void)[] = [];
  #lanes: number;
  #running = 0;

  constructor(options: ConcurrencyLimiterOptions) {
    this.#options = options;
    this.#lanes = options.most;
  }

  /** How many may run side by side now. */
  get lanes(): number {
    return this.#options.isProbing() ? 1 : Math.floor(this.#lanes);
  }

  /** Runs a task when its turn comes. */
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

  /** Hears how a task went: null for well. */
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
/** A server that asks for more patience than this ends the attempt; the wait is told, not sat out. */
const RETRY_PATIENCE = 30 * SECOND;

const TRANSIENT: ReadonlySet<ErrorCode> = new Set(['rate-limited', 'server-error', 'timeout']);

export interface RetryOptions {
  /** Waits so many milliseconds, or less where another try at once is wanted; rejects where the signal aborts. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly random: Random;
  readonly signal: AbortSignal;
  /** Whether the service answered in this sync already: then a broken connection is worth another try too. */
  readonly wasReached: () => boolean;
  /** Whether a refusal of the tokens is not to be believed. */
  readonly doTokensHold: () => boolean;
  /** What is another's matter to try again. */
  readonly except?: ReadonlySet<ErrorCode> | undefined;
}

/** The wait before another attempt in milliseconds: what the server asked for, else any time up to a doubling bound. */
function delayAfter(error: AppError, attempt: number, random: Random): number {
  return error.waitMs ?? random.fraction() * FIRST_DELAY * 2 ** attempt;
}

function mayPass(
  { code }: AppError,
  { wasReached, doTokensHold, except }: Pick<RetryOptions, 'wasReached' | 'doTokensHold' | 'except'>,
): boolean {
  if (except?.has(code)) return false;
  if (code === 'offline') return wasReached();
  return code === 'unauthorised' ? doTokensHold() : TRANSIENT.has(code);
}

/** Tries again what may pass by itself, a few times, with growing and scattered waits. Only for what is safe to repeat. */
export async function withRetries<T>(
  task: () => Promise<Result<T>>,
  options: RetryOptions,
): Promise<Result<T>> {
  const { wait, random, signal } = options;
  for (let attempt = 1; ; attempt++) {
    const result = await askAtOnce(task);
    if (result.ok || attempt === ATTEMPTS) return result;
    const { error } = result;
    const delay = delayAfter(error, attempt, random);
    if (!mayPass(error, options) || delay > RETRY_PATIENCE) return result;
    const isWaited = await wait(delay, signal).then(
      () => true,
      () => false,
    );
    if (!isWaited) return err('cancelled');
  }
}

/** A pause up to this long is sat out in the middle of a sync; a longer one ends it. */
const PATIENCE = 30 * SECOND;

export interface RequestRunnerDeps {
  readonly http: Http;
  readonly breaker: Lane;
  readonly clock: Clock;
  readonly random: Random;
}

/** Asks the service what is only read: so many requests side by side as it bears, again where that may help, never through a shut gate. */
export class RequestRunner {
  readonly #deps: RequestRunnerDeps;
  readonly #limiter: ConcurrencyLimiter;
  #wasReached = false;

  constructor(deps: RequestRunnerDeps) {
    this.#deps = deps;
    this.#limiter = new ConcurrencyLimiter({
      most: ASSUMPTIONS.pagesInFlight.value,
      isProbing: () => deps.breaker.isProbing,
    });
  }

  /**
   * Sends a request that may be sent again; 'cancelled' once the signal aborts, whatever still comes.
   * @param except errors after which the caller itself tries again, in another way
   */
  ask(
    request: (http: Http) => Promise<HttpResult>,
    signal: AbortSignal,
    except?: ReadonlySet<ErrorCode>,
  ): Promise<Result<Answer>> {
    const { breaker, random } = this.#deps;
    return withRetries(() => this.#once(request, signal), {
      wait: (ms, stop) => breaker.wait(ms, stop),
      random,
      signal,
      except,
      // Once the gate takes the service for unreachable, the sync ends and says so; the next one comes by itself.
      wasReached: () => this.#wasReached && !breaker.isCutOff,
      doTokensHold: () => !breaker.isSignedOut,
    });
  }

  async #once(request: (http: Http) => Promise<HttpResult>, signal: AbortSignal): Promise<Result<Answer>> {
    await this.#sitOut(signal);
    return this.#limiter.run(async () => {
      if (signal.aborted) return err('cancelled');
      const { breaker, http } = this.#deps;
      if (!breaker.mayAsk()) return breaker.refusal();
      const heard = breaker.onResult();
      const reply = await request(http);
      if (signal.aborted) return err('cancelled');
      const error = reply.ok ? null : reply.error;
      if (error === null) this.#wasReached = true;
      this.#limiter.recordResult(error);
      heard(error);
      if (error?.code === 'unauthorised') await breaker.whenTokensAreTried();
      return reply;
    });
  }

  async #sitOut(signal: AbortSignal): Promise<void> {
    const { breaker, clock } = this.#deps;
    const wait = (breaker.pausedUntil ?? 0) - clock.monotonic();
    if (breaker.isSignedOut || breaker.isCutOff || wait <= 0 || wait > PATIENCE) return;
    await breaker.wait(wait, signal).catch(() => {}); // an abort is seen by whoever goes on
  }
}
