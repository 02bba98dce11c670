import { err, type AppError, type ErrorCode, type Result } from '#contract/result.ts';
import type { EpochMs } from '#contract/time.ts';
import { drop } from '#main/base/async.ts';
import type { Clock } from '#main/base/clock.ts';
import type { Log } from '#main/base/log.ts';
import type { DownloadJob } from './download.ts';
import type { PdfGate } from './ports.ts';

/** One PDF that is wanted, or could not be had. */
export interface Job {
  readonly id: string;
  readonly state: 'queued' | 'arriving' | 'failed';
  readonly received: number;
  readonly size: number | null;
  readonly error: AppError | null;
  /** Whether a person asked for it; else a rule did. */
  readonly isAsked: boolean;
  /** The version of the record that it is wanted in, as far as that was known. */
  readonly version: EpochMs | null;
  /** When it could not be had, monotonic milliseconds. */
  readonly failedAt: number;
}

export interface Wanted {
  readonly id: string;
  readonly version: EpochMs | null;
}

export interface QueueDeps {
  readonly fetch: (job: DownloadJob) => Promise<Result<unknown>>;
  readonly breaker: PdfGate;
  readonly clock: Clock;
  readonly log: Log;
  /** Something of it changed. */
  readonly onChanged: (id: string) => void;
  /** Whether one that a rule wants may still begin. */
  readonly mayStore: () => Promise<boolean>;
  /** It has arrived and is kept. */
  readonly onArrived: (job: Job) => Promise<void>;
}

/** What is not the fault of one PDF: the next would fail alike. */
const TROUBLE: ReadonlySet<ErrorCode> = new Set([
  'offline',
  'timeout',
  'server-error',
  'rate-limited',
  'unauthorised',
  'storage-full',
  'engine-down',
]);
/** So many arrive side by side. */
const MAX_CONCURRENT = 2;

/** Fetches what is wanted, those that a person asked for first, while the service may be asked. */
export class PdfQueue {
  readonly #deps: QueueDeps;
  readonly #jobs = new Map<string, Job>();
  readonly #running = new Map<string, { readonly stop: AbortController; readonly done: Promise<void> }>();
  readonly #stopping = new AbortController();
  #timer = new AbortController();

  constructor(deps: QueueDeps) {
    this.#deps = deps;
    const forget = deps.breaker.onChange(() => this.#pump());
    this.#stopping.signal.addEventListener('abort', forget);
  }

  /** What is wanted or has failed of an id. */
  job(id: string): Job | undefined {
    return this.#jobs.get(id);
  }

  /** Wants these; answers how many of them were not wanted already. */
  add(wanted: readonly Wanted[], isAsked: boolean): number {
    if (this.#stopping.signal.aborted) return 0;
    const fresh = wanted.filter((each) => this.#want(each, isAsked));
    this.#pump();
    return fresh.length;
  }

  /** Stops asking for these, and forgets why they could not be had. Resolves when nothing half of them is left. */
  async cancel(ids: readonly string[]): Promise<void> {
    const ending = ids.map((id) => this.#running.get(id)).filter((run) => run !== undefined);
    for (const id of ids) {
      if (!this.#jobs.delete(id)) continue;
      this.#deps.onChanged(id);
    }
    for (const { stop } of ending) stop.abort();
    await Promise.all(ending.map(({ done }) => done));
  }

  /** Forgets what no person has asked for and has not begun. */
  forgetRest(): void {
    for (const { id, state, isAsked } of this.#jobs.values()) {
      if (state !== 'queued' || isAsked) continue;
      this.#jobs.delete(id);
      this.#deps.onChanged(id);
    }
  }

  /** Stops everything for good. */
  async stop(): Promise<void> {
    this.#stopping.abort();
    this.#timer.abort();
    await this.cancel([...this.#jobs.keys()]);
  }

  #want({ id, version }: Wanted, isAsked: boolean): boolean {
    const known = this.#jobs.get(id);
    const isWanted = known !== undefined && known.state !== 'failed';
    if (isWanted) {
      this.#jobs.set(id, { ...known, isAsked: known.isAsked || isAsked });
      return false;
    }
    const fresh = { id, isAsked, version, received: 0, size: null, error: null, failedAt: 0 };
    this.#jobs.delete(id);
    this.#jobs.set(id, { ...fresh, state: 'queued' });
    this.#deps.onChanged(id);
    return true;
  }

  #pump(): void {
    const { breaker, log } = this.#deps;
    if (this.#stopping.signal.aborted) return;
    if (!breaker.mayAsk()) return this.#waitForBreaker();
    while (this.#running.size < MAX_CONCURRENT) {
      const next = this.#next();
      if (next === undefined) return;
      const stop = new AbortController();
      const done = this.#run(next, stop.signal);
      this.#running.set(next.id, { stop, done });
      drop(
        done.finally(() => {
          this.#running.delete(next.id);
          this.#pump();
        }),
        'a PDF could not be fetched',
        log,
      );
    }
  }

  #next(): Job | undefined {
    const queued = [...this.#jobs.values()].filter(
      ({ id, state }) => state === 'queued' && !this.#running.has(id),
    );
    return queued.find(({ isAsked }) => isAsked) ?? queued[0];
  }

  /** Nobody tells when a pause merely runs out. */
  #waitForBreaker(): void {
    const { breaker, clock, log } = this.#deps;
    this.#timer.abort();
    this.#timer = new AbortController();
    if (breaker.isSignedOut || breaker.pausedUntil === null || this.#next() === undefined) return;
    const { signal } = this.#timer;
    const waited = clock.wait(Math.max(0, breaker.pausedUntil - clock.monotonic()), signal).then(
      () => this.#pump(),
      () => {}, // another timer has taken its place, or nothing is waited for any more
    );
    drop(waited, 'PDFs do not go on', log);
  }

  async #run(job: Job, signal: AbortSignal): Promise<void> {
    const { fetch, mayStore, onArrived } = this.#deps;
    this.#update(job.id, { state: 'arriving' });
    if (!job.isAsked && !(await mayStore())) {
      this.#end(job.id);
      return this.forgetRest();
    }
    const onProgress = (received: number, size: number | null): void => {
      if (!signal.aborted) this.#update(job.id, { received, size });
    };
    const fetched = await this.#attempt(() => fetch({ id: job.id, signal, onProgress }));
    if (signal.aborted) return;
    if (!fetched.ok) return this.#fail(job.id, fetched.error);
    const ended = this.#jobs.get(job.id) ?? job;
    await onArrived(ended);
    // Cancelled and wanted again meanwhile, it is another job.
    if (!signal.aborted) this.#end(job.id);
  }

  async #attempt(work: () => Promise<Result<unknown>>): Promise<Result<unknown>> {
    try {
      return await work();
    } catch {
      return err('internal', { detail: 'PDF' });
    }
  }

  #update(id: string, change: Partial<Job>): void {
    const job = this.#jobs.get(id);
    if (job === undefined) return;
    this.#jobs.set(id, { ...job, ...change });
    this.#deps.onChanged(id);
  }

  #fail(id: string, error: AppError): void {
    this.#update(id, { state: 'failed', error, failedAt: this.#deps.clock.monotonic() });
    // What a rule wants can wait for better times; what a person wants is told of, each by itself.
    if (TROUBLE.has(error.code)) this.forgetRest();
  }

  #end(id: string): void {
    this.#jobs.delete(id);
    this.#deps.onChanged(id);
  }
}
