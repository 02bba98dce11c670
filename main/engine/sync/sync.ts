import { KINDS, type Kind } from '#contract/ids.ts';
import { err, type AppError } from '#contract/result.ts';
import { epochMs } from '#contract/time.ts';
import type { Clock } from '#main/base/clock.ts';
import { SECOND } from '#main/base/durations.ts';
import type { Random } from '#main/base/random.ts';
import type { Cache } from '#main/engine/cache/cache.ts';
import type { SweepVerdict } from '#main/engine/cache/protocol.ts';
import type { Outcome } from '#main/engine/cache/sync-state.ts';
import type { Http } from '#main/engine/service/http.ts';
import { Asker } from './asker.ts';
import type { Gate } from './gate.ts';
import type { HealthBoard } from './health.ts';
import { KindPull, type Reading } from './kind-pull.ts';
import { askForOne, type RecordState } from './one-record.ts';

export type { RecordState } from './one-record.ts';

export interface SyncDeps {
  readonly http: Http;
  readonly cache: Pick<Cache, 'moment' | 'beginSweep' | 'store' | 'endSweep' | 'storeOne' | 'removeOne'>;
  readonly health: HealthBoard;
  readonly gate: Gate;
  readonly clock: Clock;
  readonly random: Random;
}

interface Running {
  readonly isFull: boolean;
  readonly done: Promise<void>;
  /** A whole sweep that was asked for while another one runs. */
  next: Promise<void> | null;
}

/** One record is asked for once in so many milliseconds. */
const RECORD_EVERY = 5 * SECOND;

/** Keeps the cache of one account as the service is. A kind is never read twice at the same time. */
export class Sync {
  readonly #deps: SyncDeps;
  readonly #asker: Asker;
  readonly #running = new Map<Kind, Running>();
  readonly #records = new Map<string, { readonly at: number; readonly state: Promise<RecordState> }>();
  #stopping = new AbortController();

  constructor(deps: SyncDeps) {
    this.#deps = deps;
    this.#asker = new Asker(deps);
    deps.gate.onChange(() => {
      // Tokens that have ended have ended for every kind: nothing more is asked with them.
      if (deps.gate.isSignedOut) this.#halt(err('unauthorised').error);
    });
  }

  /**
   * Reads what is new in kinds, all by default; with `isFull` their whole lists. Resolves when they have ended, however they
   * did: what happened is in the health.
   */
  async run(kinds: readonly Kind[] = KINDS, isFull = false): Promise<void> {
    await Promise.all(kinds.map((kind) => this.#join(kind, isFull)));
  }

  /**
   * Asks for one record because somebody looks at it, at most once in five seconds; who asks in between gets the same answer.
   * Nothing is asked while the gate is shut.
   */
  async refreshRecord(kind: Kind, id: string): Promise<RecordState> {
    const { gate, cache, clock } = this.#deps;
    const now = clock.monotonic();
    for (const [asked, { at }] of this.#records) if (now - at >= RECORD_EVERY) this.#records.delete(asked);
    const known = this.#records.get(id);
    if (known !== undefined) return known.state;
    if (!gate.mayAsk()) return 'unknown';
    const state = askForOne({ asker: this.#asker, cache, clock }, { kind, id }, this.#stopping.signal);
    this.#records.set(id, { at: now, state });
    return state;
  }

  /** Stops what runs, for a reason that its kinds then tell. What has arrived is kept. Resolves when all has stopped. */
  async stop(reason: AppError = err('cancelled').error): Promise<void> {
    this.#halt(reason);
    await Promise.all([...this.#running.values()].map(({ done }) => done));
  }

  #halt(reason: AppError): void {
    this.#stopping.abort(reason);
    this.#stopping = new AbortController();
  }

  #join(kind: Kind, isFull: boolean): Promise<void> {
    const running = this.#running.get(kind);
    if (running === undefined) return this.#start(kind, isFull);
    if (running.isFull || !isFull) return running.done;
    running.next ??= running.done.then(() => this.#join(kind, true));
    return running.next;
  }

  #start(kind: Kind, isFull: boolean): Promise<void> {
    const done = this.#pull(kind, isFull, this.#stopping.signal).finally(() => this.#running.delete(kind));
    this.#running.set(kind, { isFull, done, next: null });
    return done;
  }

  async #pull(kind: Kind, isFull: boolean, signal: AbortSignal): Promise<void> {
    const { cache, clock, health } = this.#deps;
    health.sweepBegan(kind);
    const begun = await cache.beginSweep({ kind, at: epochMs(clock.now()) });
    const pull = new KindPull({ ...this.#deps, asker: this.#asker, kind, signal });
    const reading = begun.ok ? await pull.read(begun.value, isFull) : failed(begun.error);
    const cachedBefore = begun.ok ? begun.value.cached : 0;
    const error = signal.aborted ? (signal.reason as AppError) : doubtOf(reading, cachedBefore); // only `#halt` aborts it
    const { scope, isCertain, etag, pageCap } = reading;
    const ended = await cache.endSweep({
      kind,
      at: epochMs(clock.now()),
      outcome: outcomeOf(reading, error),
      scope,
      isCertain,
      etag,
      ...(pageCap === undefined ? {} : { pageCap }),
    });
    if (!ended.ok) return health.sweepEnded(kind, 'failed', error ?? ended.error);
    await this.#askFor(kind, ended.value.suspects, signal);
    health.sweepEnded(kind, ended.value.outcome, error ?? massLoss(ended.value, cachedBefore));
  }

  /** Asks for records that a whole list did not show, one after another; the first that cannot be asked for ends it. */
  async #askFor(kind: Kind, ids: readonly string[], signal: AbortSignal): Promise<void> {
    const { cache, clock } = this.#deps;
    for (const id of ids) {
      const state = await askForOne({ asker: this.#asker, cache, clock }, { kind, id }, signal);
      if (state === 'unknown' && !this.#deps.gate.mayAsk()) return;
      if (signal.aborted) return;
    }
  }
}

function failed(error: AppError): Reading {
  return { scope: 'all', records: 0, isComplete: false, isCertain: false, etag: null, error };
}

/** The error of a reading; where it has none and still cannot be believed, that. */
function doubtOf({ scope, records, isComplete, error }: Reading, cachedBefore: number): AppError | null {
  if (error !== null) return error;
  // A list that is empty all of a sudden is believed by nobody; nothing is removed.
  const isEmptied = scope === 'all' && records === 0 && cachedBefore > 0;
  if (isEmptied)
    return err('list-doubted', { detail: `the list lacks all ${cachedBefore} known records` }).error;
  return isComplete ? null : err('list-doubted', { detail: 'the list does not hold still' }).error;
}

function massLoss({ outcome, missing }: SweepVerdict, known: number): AppError | null {
  if (outcome === 'complete' || missing === 0) return null;
  return err('list-doubted', { detail: `the list lacks ${missing} of ${known} known records` }).error;
}

function outcomeOf({ records }: Reading, error: AppError | null): Outcome {
  if (error === null) return 'complete';
  const hasBrought = records > 0 || error.code === 'cancelled' || error.code === 'list-doubted';
  return hasBrought ? 'incomplete' : 'failed';
}
