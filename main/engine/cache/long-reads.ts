import { createTaskQueue, runInBackground } from '#main/base/async.ts';
import { err, type Result } from '#contract/result.ts';
import type { Log } from '#main/base/log.ts';
import type { WorkerThreadCaller } from '#main/engine/sqlite/worker.ts';
import type { CacheReadName } from './protocol.ts';

/**
 * The reads that have a thread of their own, so that none of them is ahead of what a key press or a click asks for:
 * counts, reviews that are due, what is shown beside a record, the day sheet and exports. Reads of the index of forms are not
 * among them: they take a few milliseconds with 5,000 forms, and a second index would take as much memory again.
 */
const LONG_READS: ReadonlySet<CacheReadName> = new Set<CacheReadName>([
  'worklist.counts',
  'worklist.export',
  'reviews.due',
  'requisitions.context',
  'requisitions.similar',
  'inbox.counts',
  'inbox.export',
  'forms.observe',
  'home.requisitions',
  'home.notifications',
  'home.scan',
  'home.statuses',
  'home.durations',
  'day.get',
  'day.sheet',
  'day.sheetPart',
  'day.times',
  'day.export',
  'records.list',
  'records.dump',
  'requisitions.reviewed',
  'localStore.check',
  'names.inNotifications',
  'names.inNotificationsOfLaterRequisitions',
  'directory.unnamed',
]);

/**
 * Those of them that the first screen of a start asks for. The reader runs them until the thread has started: it has little else to
 * do meanwhile, and with the usual filters they take less time than the start of the thread.
 */
const READS_OF_FIRST_SCREEN: ReadonlySet<CacheReadName> = new Set<CacheReadName>([
  'home.requisitions',
  'home.notifications',
  'home.scan',
  'home.statuses',
  'day.times',
]);

/** Whether a read runs in the thread for long reads. */
export function runsInLongReadThread(name: CacheReadName): boolean {
  return LONG_READS.has(name);
}

type Failed = Exclude<Result<unknown>, { ok: true }>;
type RunRead = (name: CacheReadName, input: unknown, signal?: AbortSignal) => Promise<Result<unknown>>;

export interface LongReadThreadDeps {
  readonly start: () => WorkerThreadCaller;
  /** Opens the files in the thread. */
  readonly open: (thread: WorkerThreadCaller) => Promise<Result<unknown>>;
  /** Runs a read in the thread for all other reads. */
  readonly runInReader: RunRead;
  /** Whether more long reads follow those of the first screen, as in a window: the thread starts behind these. */
  readonly expectsMore: boolean;
  readonly log: Log;
}

/** The thread for long reads, which starts with the first of them that the reader does not run for it. */
export class LongReadThread {
  readonly #deps: LongReadThreadDeps;
  readonly #queue = createTaskQueue();
  #opened: WorkerThreadCaller | null = null;
  /** How many reads wait until the thread has opened its files. */
  #openings = 0;
  #isClosed = false;
  #running = 0;

  constructor(deps: LongReadThreadDeps) {
    this.#deps = deps;
  }

  /** Runs a read. Returns the error where the files cannot be opened; the next read tries again. */
  async read(name: CacheReadName, input: unknown, signal?: AbortSignal): Promise<Result<unknown>> {
    if (this.#opened === null && this.#openings === 0 && READS_OF_FIRST_SCREEN.has(name))
      return this.#readInReader(name, input, signal);
    const thread = this.#opened ?? (await this.#waitUntilOpened());
    if ('ok' in thread) return thread;
    return thread.call(name, input, { signal });
  }

  /** Closes the files and ends the thread, after an opening that runs. */
  close(): Promise<void> {
    return this.#queue(async () => {
      this.#isClosed = true;
      const thread = this.#opened;
      this.#opened = null;
      if (thread === null) return;
      await thread.call('close', null);
      await thread.end();
    });
  }

  async #readInReader(name: CacheReadName, input: unknown, signal?: AbortSignal): Promise<Result<unknown>> {
    const { runInReader, expectsMore } = this.#deps;
    this.#running += 1;
    try {
      return await runInReader(name, input, signal);
    } finally {
      this.#running -= 1;
      // A caller that has more to read asks for it before that.
      if (expectsMore) setImmediate(() => this.#startIfUnused());
    }
  }

  /** Starts the thread once the reader runs nothing more for it. */
  #startIfUnused(): void {
    if (this.#running > 0 || this.#openings > 0 || this.#opened !== null) return;
    runInBackground(this.#waitUntilOpened(), 'the thread of long reads has not started', this.#deps.log);
  }

  async #waitUntilOpened(): Promise<WorkerThreadCaller | Failed> {
    this.#openings += 1;
    try {
      return await this.#queue(() => this.#getOpened());
    } finally {
      this.#openings -= 1;
    }
  }

  async #getOpened(): Promise<WorkerThreadCaller | Failed> {
    if (this.#isClosed) return err('engine-down');
    if (this.#opened !== null) return this.#opened;
    const thread = this.#deps.start();
    const opened = await this.#deps.open(thread);
    if (opened.ok) {
      this.#opened = thread;
      return thread;
    }
    await thread.end();
    return opened;
  }
}
