import { ASSUMPTIONS } from '#contract/assumptions.ts';
import { err, type ErrorCode, type Result } from '#contract/result.ts';
import type { Clock } from '#main/base/clock.ts';
import { SECOND } from '#main/base/durations.ts';
import type { Random } from '#main/base/random.ts';
import type { Answer, Http, HttpResult } from '#main/engine/service/http.ts';
import type { Lane } from './gate.ts';
import { ConcurrencyLimiter } from './pace.ts';
import { withRetries } from './retry.ts';

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
