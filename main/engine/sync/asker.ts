import { ASSUMPTIONS } from '#contract/assumptions.ts';
import { err, type ErrorCode, type Result } from '#contract/result.ts';
import type { Clock } from '#main/base/clock.ts';
import { SECOND } from '#main/base/durations.ts';
import type { Random } from '#main/base/random.ts';
import type { Answer, Http, Reply } from '#main/engine/service/http.ts';
import type { Lane } from './gate.ts';
import { Pace } from './pace.ts';
import { withRetries } from './retry.ts';

/** A pause up to this long is sat out in the middle of a sync; a longer one ends it. */
const PATIENCE = 30 * SECOND;

export interface AskerDeps {
  readonly http: Http;
  readonly gate: Lane;
  readonly clock: Clock;
  readonly random: Random;
}

/** Asks the service what is only read: so many requests side by side as it bears, again where that may help, never through a shut gate. */
export class Asker {
  readonly #deps: AskerDeps;
  readonly #pace: Pace;
  #wasReached = false;

  constructor(deps: AskerDeps) {
    this.#deps = deps;
    this.#pace = new Pace({
      most: ASSUMPTIONS.pagesInFlight.value,
      isProbing: () => deps.gate.isProbing,
    });
  }

  /**
   * Sends a request that may be sent again; 'cancelled' once the signal aborts, whatever still comes.
   * @param except errors after which the caller itself tries again, in another way
   */
  ask(
    request: (http: Http) => Promise<Reply>,
    signal: AbortSignal,
    except?: ReadonlySet<ErrorCode>,
  ): Promise<Result<Answer>> {
    const { gate, random } = this.#deps;
    return withRetries(() => this.#once(request, signal), {
      wait: (ms, stop) => gate.wait(ms, stop),
      random,
      signal,
      except,
      // Once the gate takes the service for unreachable, the sync ends and says so; the next one comes by itself.
      wasReached: () => this.#wasReached && !gate.isCutOff,
      doTokensHold: () => !gate.isSignedOut,
    });
  }

  async #once(request: (http: Http) => Promise<Reply>, signal: AbortSignal): Promise<Result<Answer>> {
    await this.#sitOut(signal);
    return this.#pace.run(async () => {
      if (signal.aborted) return err('cancelled');
      const { gate, http } = this.#deps;
      if (!gate.mayAsk()) return gate.refusal();
      const heard = gate.hearing();
      const reply = await request(http);
      if (signal.aborted) return err('cancelled');
      const error = reply.ok ? null : reply.error;
      if (error === null) this.#wasReached = true;
      this.#pace.heard(error);
      heard(error);
      if (error?.code === 'unauthorised') await gate.whenTokensAreTried();
      return reply;
    });
  }

  async #sitOut(signal: AbortSignal): Promise<void> {
    const { gate, clock } = this.#deps;
    const wait = (gate.pausedUntil ?? 0) - clock.monotonic();
    if (gate.isSignedOut || gate.isCutOff || wait <= 0 || wait > PATIENCE) return;
    await gate.wait(wait, signal).catch(() => {}); // an abort is seen by whoever goes on
  }
}
