import { createTaskQueue } from '#main/base/async.ts';
import { err, type Result } from '#contract/result.ts';
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
  'names.inNotifications',
  'names.inNotificationsOfLaterRequisitions',
  'directory.unnamed',
]);

/** Whether a read runs in the thread for long reads. */
export function runsInLongReadThread(name: CacheReadName): boolean {
  return LONG_READS.has(name);
}

/** The thread for long reads, which starts with the first of them, or earlier: a start of the program does not wait for it. */
export class LongReadThread {
  readonly #start: () => WorkerThreadCaller;
  readonly #open: (thread: WorkerThreadCaller) => Promise<Result<unknown>>;
  readonly #queue = createTaskQueue();
  #opened: WorkerThreadCaller | null = null;
  #isClosed = false;

  /** @param open opens the files in the thread */
  constructor(
    start: () => WorkerThreadCaller,
    open: (thread: WorkerThreadCaller) => Promise<Result<unknown>>,
  ) {
    this.#start = start;
    this.#open = open;
  }

  /** Starts the thread before it is needed. Where that fails, the first read tries again. */
  async prepare(): Promise<void> {
    await this.#queue(() => this.#getOpened());
  }

  /** Runs a read. Returns the error where the files cannot be opened; the next read tries again. */
  async read(name: CacheReadName, input: unknown, signal?: AbortSignal): Promise<Result<unknown>> {
    const thread = this.#opened ?? (await this.#queue(() => this.#getOpened()));
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

  async #getOpened(): Promise<WorkerThreadCaller | Exclude<Result<unknown>, { ok: true }>> {
    if (this.#isClosed) return err('engine-down');
    if (this.#opened !== null) return this.#opened;
    const thread = this.#start();
    const opened = await this.#open(thread);
    if (opened.ok) {
      this.#opened = thread;
      return thread;
    }
    await thread.end();
    return opened;
  }
}
