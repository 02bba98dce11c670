import { err, type AppError, type ErrorCode, type Result } from '#contract/result.ts';
import type { EpochMs } from '#contract/time.ts';
import { runInBackground } from '#main/base/async.ts';
import type { Clock } from '#main/base/clock.ts';
import type { Log } from '#main/base/log.ts';
import type { PdfFetchInput } from './download.ts';
import type { CircuitBreakerForPdfs } from './ports.ts';

/** The job of one PDF: waiting, being downloaded or failed. */
export interface PdfDownloadJob {
  readonly id: string;
  readonly state: 'queued' | 'arriving' | 'failed';
  readonly received: number;
  readonly size: number | null;
  readonly error: AppError | null;
  /** Whether the user asked for it; else the offline rule did. */
  readonly isRequestedByUser: boolean;
  /** The wanted version of the record, as far as it was known. */
  readonly version: EpochMs | null;
  /** Time of the failure, monotonic milliseconds. */
  readonly failedAt: number;
}

export interface WantedPdf {
  readonly id: string;
  readonly version: EpochMs | null;
}

export interface PdfDownloadQueueDeps {
  readonly fetch: (job: PdfFetchInput) => Promise<Result<unknown>>;
  readonly breaker: CircuitBreakerForPdfs;
  readonly clock: Clock;
  readonly log: Log;
  /** Called with the id of a PDF whose job has changed. */
  readonly onChanged: (id: string) => void;
  /** Returns whether a PDF that only the offline rule wants may still be downloaded. */
  readonly mayStore: () => Promise<boolean>;
  /** Called after a PDF was stored; may remove it again where there is no room. Returns whether it stays. */
  readonly onArrived: (job: PdfDownloadJob) => Promise<boolean>;
}

/** Errors that are not specific to one PDF: the next one would fail too. */
const SERVICE_ERRORS: ReadonlySet<ErrorCode> = new Set([
  'offline',
  'timeout',
  'server-error',
  'rate-limited',
  'unauthorised',
  'storage-full',
  'engine-down',
]);
/** Maximum number of concurrent downloads. */
const MAX_CONCURRENT = 2;
/**
 * Milliseconds between the beginnings of two downloads of the offline rule. A service that responds at once would otherwise
 * take a whole core from the user, because each PDF is encrypted and written.
 */
export const REST_BETWEEN_POLICY_DOWNLOADS = 50;

/** Queue of downloads, those of the user first. It runs while the circuit breaker allows requests. */
export class PdfDownloadQueue {
  readonly #deps: PdfDownloadQueueDeps;
  readonly #jobs = new Map<string, PdfDownloadJob>();
  /** Ids of the jobs that the user asked for, in that order: found without a search through those of the offline rule. */
  readonly #requestedIds = new Set<string>();
  readonly #running = new Map<string, { readonly stop: AbortController; readonly done: Promise<void> }>();
  readonly #stopping = new AbortController();
  #timer = new AbortController();
  /** Monotonic milliseconds before which no download of the offline rule begins. */
  #restsUntil = 0;

  constructor(deps: PdfDownloadQueueDeps) {
    this.#deps = deps;
    const forget = deps.breaker.onChange(() => this.#pump());
    this.#stopping.signal.addEventListener('abort', forget);
  }

  /** Returns the job of a PDF, by its requisition's id; undefined without one. */
  getJob(id: string): PdfDownloadJob | undefined {
    return this.#jobs.get(id);
  }

  /** Returns the ids of the downloads that have begun. */
  arriving(): readonly string[] {
    return [...this.#running.keys()];
  }

  /** Adds jobs; returns how many of the ids had none yet. */
  add(wanted: readonly WantedPdf[], isRequestedByUser: boolean): number {
    if (this.#stopping.signal.aborted) return 0;
    const fresh = wanted.filter((each) => this.#addJob(each, isRequestedByUser));
    this.#pump();
    return fresh.length;
  }

  /** Cancels these jobs and forgets their failures. Resolves when nothing incomplete is left of them. */
  async cancel(ids: readonly string[]): Promise<void> {
    const ending = ids.map((id) => this.#running.get(id)).filter((run) => run !== undefined);
    for (const id of ids) {
      if (this.#jobs.has(id)) this.#end(id);
    }
    for (const { stop } of ending) stop.abort();
    await Promise.all(ending.map(({ done }) => done));
  }

  /**
   * Removes the jobs that only the offline rule wanted and that have not begun.
   * @param isWanted returns whether the rule still wants the PDF of a requisition; by default it wants none
   */
  dropQueuedByPolicy(isWanted: (id: string) => boolean = () => false): void {
    for (const { id, state, isRequestedByUser } of this.#jobs.values()) {
      if (state === 'queued' && !isRequestedByUser && !isWanted(id)) this.#end(id);
    }
  }

  /** Stops all downloads permanently and cancels their jobs. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#timer.abort();
    await this.cancel([...this.#jobs.keys()]);
  }

  #addJob({ id, version }: WantedPdf, isRequestedByUser: boolean): boolean {
    const known = this.#jobs.get(id);
    const isWanted = known !== undefined && known.state !== 'failed';
    if (isRequestedByUser) this.#requestedIds.add(id);
    else if (!isWanted) this.#requestedIds.delete(id);
    if (isWanted) {
      this.#jobs.set(id, { ...known, isRequestedByUser: known.isRequestedByUser || isRequestedByUser });
      return false;
    }
    const fresh = { id, isRequestedByUser, version, received: 0, size: null, error: null, failedAt: 0 };
    this.#jobs.delete(id);
    this.#jobs.set(id, { ...fresh, state: 'queued' });
    this.#deps.onChanged(id);
    return true;
  }

  #pump(): void {
    const { breaker, log } = this.#deps;
    if (this.#stopping.signal.aborted) return;
    if (!breaker.mayRequest()) return this.#waitForBreaker();
    while (this.#running.size < MAX_CONCURRENT) {
      const next = this.#next();
      if (next === undefined) return;
      if (!next.isRequestedByUser) this.#rest();
      const stop = new AbortController();
      const done = this.#run(next, stop.signal);
      this.#running.set(next.id, { stop, done });
      runInBackground(
        done.finally(() => {
          this.#running.delete(next.id);
          this.#pump();
        }),
        'a PDF could not be fetched',
        log,
      );
    }
  }

  /** Returns the job that is downloaded next: the oldest of the user's, else the oldest of the offline rule's. */
  #next(): PdfDownloadJob | undefined {
    const requested = this.#findQueued(this.#requestedIds);
    const mayRuleFetch = this.#deps.clock.monotonic() >= this.#restsUntil;
    return requested ?? (mayRuleFetch ? this.#findQueued(this.#jobs.keys()) : undefined);
  }

  /** Delays the next download of the offline rule. Downloads of the user begin meanwhile. */
  #rest(): void {
    const { clock, log } = this.#deps;
    this.#restsUntil = clock.monotonic() + REST_BETWEEN_POLICY_DOWNLOADS;
    const rested = clock.wait(REST_BETWEEN_POLICY_DOWNLOADS, this.#stopping.signal).then(
      () => this.#pump(),
      () => {}, // The queue was stopped.
    );
    runInBackground(rested, 'PDFs do not go on', log);
  }

  #findQueued(ids: Iterable<string>): PdfDownloadJob | undefined {
    for (const id of ids) {
      const job = this.#jobs.get(id);
      if (job?.state === 'queued' && !this.#running.has(id)) return job;
    }
    return undefined;
  }

  /** Waits for the end of a pause, because no event is emitted when a pause merely expires. */
  #waitForBreaker(): void {
    const { breaker, clock, log } = this.#deps;
    this.#timer.abort();
    this.#timer = new AbortController();
    if (breaker.isSignedOut || breaker.pausedUntil === null || this.#next() === undefined) return;
    const { signal } = this.#timer;
    const waited = clock.wait(Math.max(0, breaker.pausedUntil - clock.monotonic()), signal).then(
      () => this.#pump(),
      () => {}, // The wait was aborted: another timer replaced it, or none is needed.
    );
    runInBackground(waited, 'PDFs do not go on', log);
  }

  async #run(job: PdfDownloadJob, signal: AbortSignal): Promise<void> {
    const { fetch, mayStore, onArrived } = this.#deps;
    this.#update(job.id, { state: 'arriving' });
    const mayArrive = job.isRequestedByUser || (await mayStore());
    // Meanwhile the job may have been cancelled; the id may then belong to another one, which begins after this one.
    if (signal.aborted) return;
    // The user may have asked for the PDF meanwhile: it is then fetched also where the rule has no room.
    if (!mayArrive && !this.#requestedIds.has(job.id)) {
      this.#end(job.id);
      return this.dropQueuedByPolicy();
    }
    const onProgress = (received: number, size: number | null): void => {
      if (!signal.aborted) this.#update(job.id, { received, size });
    };
    const fetched = await this.#attempt(() => fetch({ id: job.id, signal, onProgress }));
    if (signal.aborted) return;
    if (!fetched.ok) return this.#fail(job.id, fetched.error);
    const ended = this.#jobs.get(job.id) ?? job;
    const stays = await onArrived(ended);
    // Where the job was cancelled and its PDF requested again, the id now belongs to another job.
    if (signal.aborted) return;
    if (stays || !this.#requestedIds.has(job.id)) return this.#end(job.id);
    // The user has asked for the PDF while it was removed again.
    this.#update(job.id, { state: 'queued', received: 0, size: null });
  }

  async #attempt(work: () => Promise<Result<unknown>>): Promise<Result<unknown>> {
    try {
      return await work();
    } catch {
      return err('internal', { detail: 'PDF' });
    }
  }

  #update(id: string, change: Partial<PdfDownloadJob>): void {
    const job = this.#jobs.get(id);
    if (job === undefined) return;
    this.#jobs.set(id, { ...job, ...change });
    this.#deps.onChanged(id);
  }

  #fail(id: string, error: AppError): void {
    this.#update(id, { state: 'failed', error, failedAt: this.#deps.clock.monotonic() });
    // The next download would fail too. Those of the offline rule are dropped, because a later run adds them
    // again; those of the user go on, so that each shows its own error.
    if (SERVICE_ERRORS.has(error.code)) this.dropQueuedByPolicy();
  }

  #end(id: string): void {
    this.#jobs.delete(id);
    this.#requestedIds.delete(id);
    this.#deps.onChanged(id);
  }
}
