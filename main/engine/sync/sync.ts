import { KINDS, type Kind } from '#contract/records.ts';
import { err, type AppError, type Result } from '#contract/result.ts';
import { toEpochMs } from '#contract/time.ts';
import type { Clock } from '#main/base/clock.ts';
import { SECOND } from '#main/base/durations.ts';
import type { RandomGenerator } from '#main/base/random.ts';
import type { CacheClient } from '#main/engine/cache/client.ts';
import type { SweepEndResult } from '#main/engine/cache/ingest/protocol.ts';
import type { SyncOutcome } from '#main/engine/cache/tables/sync-state.ts';
import type { LocalClient } from '#main/engine/local/client.ts';
import type { HttpClient } from '#main/engine/api/http.ts';
import { RequestRunner } from './request-runner.ts';
import type { OneDirectionCircuitBreaker } from './one-direction-breaker.ts';
import type { HealthTracker } from './health.ts';
import { wasRequestHandledByService } from '#main/engine/api/errors.ts';
import { SingleListRefresher, type SingleListRefreshResult } from './single-list-refresher.ts';
import { LIST_PAGE_REQUESTS_BY_KIND } from '#main/engine/api/endpoints.ts';
import { MissingRecordChecker } from './missing-record-checker.ts';
import { refreshOneRecord, type RecordKey } from './refresh-one-record.ts';

/** State of a record that the user opened. `missing`: the service does not return it at the moment. */
export type OpenedRecordRefreshResult = 'fresh' | 'missing' | 'unknown';

export interface AccountSyncDeps {
  readonly http: HttpClient;
  readonly cache: Pick<
    CacheClient,
    'read' | 'writeSequence' | 'beginSweep' | 'store' | 'endSweep' | 'storeOne' | 'callMissing'
  >;
  readonly local: Pick<LocalClient, 'call'>;
  readonly health: HealthTracker;
  readonly breaker: OneDirectionCircuitBreaker;
  readonly clock: Clock;
  readonly random: RandomGenerator;
  /** Whether the disk has room for a page of a list; 'storage-low' where it has not. */
  readonly checkRoom: () => Result<void>;
}

interface RunningPull {
  readonly isFull: boolean;
  /** Resolves with the monotonic time at which the list had been read. */
  readonly done: Promise<number>;
  /** A full sweep that was requested while another run was active. */
  next: Promise<number> | null;
}

/** Minimum interval between requests for the same record. */
const RECORD_INTERVAL = 5 * SECOND;

/**
 * Keeps the cache of one account up to date with the service. A kind is never read twice at the same time.
 */
export class AccountSync {
  readonly #deps: AccountSyncDeps;
  readonly #requests: RequestRunner;
  readonly #running = new Map<Kind, RunningPull>();
  readonly #records = new Map<
    string,
    { readonly at: number; readonly state: Promise<OpenedRecordRefreshResult> }
  >();
  readonly #missing: MissingRecordChecker;
  #stopping = new AbortController();

  constructor(deps: AccountSyncDeps) {
    this.#deps = deps;
    this.#requests = new RequestRunner(deps);
    this.#missing = new MissingRecordChecker({ ...deps, requests: this.#requests });
    deps.breaker.onChange(() => {
      // Expired tokens concern every kind, so no further request is sent.
      if (deps.breaker.isSignedOut) this.#halt(err('unauthorised').error);
    });
  }

  /**
   * Reads the changes of these kinds, all by default; with `isFull` their whole lists. Settles when all have
   * ended; the result is in the health. Returns the monotonic time at which the last list had been read: requests for single records
   * that are missing come after it.
   */
  async run(kinds: readonly Kind[] = KINDS, isFull = false): Promise<number> {
    const runs = kinds.map((kind) => this.#join(kind, isFull));
    await Promise.allSettled(runs);
    return Math.max(...(await Promise.all(runs)));
  }

  /**
   * Requests one record because the user views it, at most once in five seconds; calls in between return the
   * same result. No request is sent while the circuit breaker is open.
   */
  async refreshRecord(kind: Kind, id: string): Promise<OpenedRecordRefreshResult> {
    const { breaker, clock } = this.#deps;
    const now = clock.monotonic();
    for (const [asked, { at }] of this.#records) if (now - at >= RECORD_INTERVAL) this.#records.delete(asked);
    const known = this.#records.get(id);
    if (known !== undefined) return known.state;
    if (!breaker.mayRequest()) return 'unknown';
    const state = this.#askFor({ kind, id });
    this.#records.set(id, { at: now, state });
    return state;
  }

  /**
   * Approves held records after the user's confirmation, so that they may leave their lists. Returns how many
   * of the ids were held.
   */
  approveMissing(kind: Kind, ids: readonly string[]): Promise<number> {
    return this.#missing.approve(kind, ids);
  }

  /**
   * Stops the current runs with a reason that their kinds report. Received records are kept. Resolves when
   * all have stopped.
   */
  async stop(reason: AppError = err('cancelled').error): Promise<void> {
    this.#halt(reason);
    await Promise.all([...this.#running.values()].map(({ done }) => done));
  }

  #halt(reason: AppError): void {
    this.#stopping.abort(reason);
    this.#stopping = new AbortController();
  }

  #join(kind: Kind, isFull: boolean): Promise<number> {
    const running = this.#running.get(kind);
    if (running === undefined) return this.#start(kind, isFull);
    if (running.isFull || !isFull) return running.done;
    const joinNext = (): Promise<number> => this.#join(kind, true);
    running.next ??= running.done.then(joinNext, joinNext);
    return running.next;
  }

  #start(kind: Kind, isFull: boolean): Promise<number> {
    const done = this.#pull(kind, isFull, this.#stopping.signal).finally(() => this.#running.delete(kind));
    this.#running.set(kind, { isFull, done, next: null });
    return done;
  }

  async #pull(kind: Kind, isFull: boolean, signal: AbortSignal): Promise<number> {
    const { health } = this.#deps;
    health.beginSweep(kind);
    try {
      return await this.#sweep(kind, isFull, signal);
    } catch (thrown) {
      // The window begins no sync on request while a kind is said to be running.
      health.endSweep(kind, 'failed', err('internal', { detail: 'the list could not be read' }).error);
      throw thrown;
    }
  }

  async #sweep(kind: Kind, isFull: boolean, signal: AbortSignal): Promise<number> {
    const { cache, clock, health } = this.#deps;
    const begun = await cache.beginSweep({ kind, at: toEpochMs(clock.now()) });
    const pull = new SingleListRefresher({ ...this.#deps, requests: this.#requests, kind, signal });
    const reading = begun.ok ? await pull.read(begun.value, isFull) : createFailedReading(begun.error);
    const doubt = await this.#explain(kind, findSyncProblem(reading), signal);
    const error = signal.aborted ? (signal.reason as AppError) : doubt; // Only `#halt` aborts the signal, with an error as its reason.
    const { scope, isCertain, isGapless, etag, pageCap } = reading;
    const ended = await cache.endSweep({
      kind,
      at: toEpochMs(clock.now()),
      outcome: toOutcome(reading, error),
      scope,
      isCertain,
      isGapless,
      etag,
      ...(pageCap === undefined ? {} : { pageCap }),
    });
    const readAt = clock.monotonic();
    // Ids are not requested while the list cannot be read.
    if (ended.ok && error === null) await this.#missing.run(kind, signal);
    if (ended.ok) health.endSweep(kind, ended.value.outcome, error ?? getEmptiedError(ended.value));
    else health.endSweep(kind, 'failed', error ?? ended.error);
    return readAt;
  }

  /**
   * Returns the error of a list. A list that takes too long is the service's own trouble where the service
   * answers a request for another list; otherwise the service cannot be reached.
   */
  async #explain(kind: Kind, error: AppError | null, signal: AbortSignal): Promise<AppError | null> {
    if (error?.code !== 'timeout') return error;
    for (const other of KINDS.filter((each) => each !== kind)) {
      if (await this.#isAnswering(other, signal))
        return err('server-error', { detail: 'the list takes too long' }).error;
    }
    return error;
  }

  /**
   * Requests one record of a list. A pause that only timeouts have made does not prevent it: whether they
   * concern the whole service is the question.
   */
  async #isAnswering(kind: Kind, signal: AbortSignal): Promise<boolean> {
    const { http, breaker } = this.#deps;
    if (!breaker.mayRequest() && breaker.getRefusal().error.code !== 'timeout') return false;
    const recordResult = breaker.createResultRecorder();
    const reply = await LIST_PAGE_REQUESTS_BY_KIND[kind](http, { limit: 1, offset: 0 }, signal);
    const error = reply.ok ? null : reply.error;
    recordResult(error);
    return wasRequestHandledByService(error);
  }

  /**
   * Requests one record. A single 404, 410 or 403 may come from a gateway: the record stays, and the next
   * refresh reads the whole list.
   */
  async #askFor(record: RecordKey): Promise<OpenedRecordRefreshResult> {
    const { cache, clock } = this.#deps;
    const state = await refreshOneRecord(
      { requests: this.#requests, cache, clock },
      record,
      this.#stopping.signal,
    );
    if (state === 'fresh' || state === 'unknown') return state;
    await cache.callMissing('markMissing', record);
    return 'missing';
  }
}

function createFailedReading(error: AppError): SingleListRefreshResult {
  return {
    scope: 'all',
    records: 0,
    isComplete: false,
    isCertain: false,
    isGapless: false,
    etag: null,
    error,
  };
}

/** Returns the error of a reading, or 'list-doubted' where it has none and is not reliable. */
function findSyncProblem({ isComplete, error }: SingleListRefreshResult): AppError | null {
  if (error !== null) return error;
  return isComplete ? null : err('list-doubted', { detail: 'the list does not hold still' }).error;
}

function getEmptiedError({ isEmptied }: SweepEndResult): AppError | null {
  return isEmptied ? err('list-doubted', { detail: 'the list lacks all known records' }).error : null;
}

function toOutcome({ records }: SingleListRefreshResult, error: AppError | null): SyncOutcome {
  if (error === null) return 'complete';
  const hasBrought =
    records > 0 ||
    error.code === 'cancelled' ||
    error.code === 'list-doubted' ||
    error.code === 'list-endless';
  return hasBrought ? 'incomplete' : 'failed';
}
