import { ASSUMPTIONS } from '#contract/assumptions.ts';
import { KINDS, type Kind } from '#contract/ids.ts';
import { err, ok, type AppError, type Result } from '#contract/result.ts';
import { epochMs } from '#contract/time.ts';
import type { Clock } from '#main/base/clock.ts';
import type { Random } from '#main/base/random.ts';
import type { Cache } from '#main/engine/cache/cache.ts';
import type { StoredPage } from '#main/engine/cache/protocol.ts';
import type { Http } from '#main/engine/service/http.ts';
import type { HealthBoard } from './health.ts';
import { limiter } from './limiter.ts';
import { LIST_PAGE } from './list-page.ts';
import { withRetries } from './retry.ts';
import { sweep, type SweepEnd } from './sweep.ts';

export interface SyncDeps {
  readonly http: Http;
  readonly cache: Pick<Cache, 'beginSweep' | 'store' | 'endSweep'>;
  readonly health: HealthBoard;
  readonly clock: Clock;
  readonly random: Random;
}

type Outcome = 'complete' | 'incomplete' | 'failed';

/** Fills the cache of one account. A kind that is being swept is not swept twice: whoever asks again waits for it. */
export class Sync {
  readonly #deps: SyncDeps;
  readonly #running = new Map<Kind, Promise<void>>();
  readonly #polite = limiter(ASSUMPTIONS.pagesInFlight.value);
  #stopping = new AbortController();
  #wasReached = false;

  constructor(deps: SyncDeps) {
    this.#deps = deps;
  }

  /** Sweeps kinds, all by default; resolves when they have ended, however they did. What happened is in the health. */
  async run(kinds: readonly Kind[] = KINDS): Promise<void> {
    await Promise.all(kinds.map((kind) => this.#running.get(kind) ?? this.#start(kind)));
  }

  /** Stops what runs, for a reason that its kinds then tell. What has arrived is kept. Resolves when all has stopped. */
  async stop(reason: AppError = err('cancelled').error): Promise<void> {
    this.#halt(reason);
    await Promise.all(this.#running.values());
  }

  #halt(reason: AppError): void {
    this.#stopping.abort(reason);
    this.#stopping = new AbortController();
  }

  #start(kind: Kind): Promise<void> {
    const run = this.#sweep(kind, this.#stopping.signal).finally(() => this.#running.delete(kind));
    this.#running.set(kind, run);
    return run;
  }

  async #sweep(kind: Kind, signal: AbortSignal): Promise<void> {
    const { cache, clock, health } = this.#deps;
    const cachedBefore = health.current.kinds.find((known) => known.kind === kind)?.cached ?? 0;
    health.sweepBegan(kind);
    const begun = await cache.beginSweep({ kind, at: epochMs(clock.now()) });
    const end = begun.ok ? await this.#pages(kind, signal) : failed(begun.error);
    const error = signal.aborted ? (signal.reason as AppError) : end.error; // only `#halt` aborts it
    const outcome = outcomeOf({ ...end, error }, cachedBefore);
    const ended = await cache.endSweep({ kind, outcome, at: epochMs(clock.now()) });
    if (ended.ok) health.sweepEnded(kind, outcome, error);
    else health.sweepEnded(kind, 'failed', error ?? ended.error);
  }

  #pages(kind: Kind, signal: AbortSignal): Promise<SweepEnd> {
    return sweep({
      limit: ASSUMPTIONS.pageLimit.value,
      lanes: ASSUMPTIONS.pagesInFlight.value,
      signal,
      fetch: (range) => this.#fetch(kind, range, signal),
      store: (bytes, isUrgent) => this.#store(kind, bytes, isUrgent),
    });
  }

  async #fetch(
    kind: Kind,
    { offset, limit }: { readonly offset: number; readonly limit: number },
    signal: AbortSignal,
  ): Promise<Result<Uint8Array>> {
    const { http, health, clock, random } = this.#deps;
    const ask = async (): Promise<Result<Uint8Array>> => {
      const answer = await this.#polite(() => LIST_PAGE[kind](http, { offset, limit }, signal));
      if (signal.aborted) return err('cancelled');
      health.heard(answer.ok ? null : answer.error);
      if (answer.ok) this.#wasReached = true;
      return answer.ok ? ok(answer.value.bytes) : answer;
    };
    const page = await withRetries(ask, { clock, random, signal, wasReached: () => this.#wasReached });
    // Tokens that have ended have ended for every kind: nothing more is asked with them. A run that began since may
    // have others.
    const isOver = !page.ok && page.error.code === 'unauthorised' && signal === this.#stopping.signal;
    if (isOver) this.#halt(page.error);
    return page;
  }

  async #store(kind: Kind, bytes: Uint8Array, isUrgent: boolean): Promise<Result<StoredPage>> {
    const { cache, clock, health } = this.#deps;
    const stored = await cache.store({ kind, bytes, isUrgent, fetchedAt: epochMs(clock.now()) });
    if (stored.ok) health.pageStored(kind, stored.value.records);
    else health.heard(stored.error);
    return stored;
  }
}

function failed(error: AppError): SweepEnd {
  return { records: 0, isTrusted: false, error };
}

function outcomeOf({ records, isTrusted, error }: SweepEnd, cachedBefore: number): Outcome {
  // A list that is empty all of a sudden is believed by nobody; nothing is removed.
  const isEmptied = records === 0 && cachedBefore > 0;
  if (isTrusted && error === null && !isEmptied) return 'complete';
  return records > 0 || error === null || error.code === 'cancelled' ? 'incomplete' : 'failed';
}
