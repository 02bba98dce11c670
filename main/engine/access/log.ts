import type {
  AccessLogCheckResult,
  AccessLogHead,
  AccessLogKeySource,
  AccessLogState,
} from '#contract/access-log.ts';
import { err, ok, type AppError, type Result } from '#contract/result.ts';
import { toEpochMs, type EpochMs } from '#contract/time.ts';
import { createTaskQueue, runInBackground } from '#main/base/async.ts';
import type { Clock } from '#main/base/clock.ts';
import { SECOND } from '#main/base/durations.ts';
import type { Log } from '#main/base/log.ts';
import { SupervisedWorker } from '#main/engine/sqlite/supervised-worker.ts';
import { startThread, type StartWorker, type WorkerThreadCaller } from '#main/engine/sqlite/worker.ts';
import { getAccessLogPath } from './open.ts';
import type { AccessLogCalls, UnnumberedAccessEntry } from './protocol.ts';

/** Key and place of an access log, and the head that is saved outside its file. */
export interface AccessLogToOpen {
  readonly place: AccessLogKeySource;
  /** The encryption key of the log's file: 64 hex digits. */
  readonly key: string;
  readonly head: AccessLogHead | null;
}

export interface AccessLogDeps {
  /** Returns the folder in which the log's file is, by the source of its key. */
  readonly getFolder: (place: AccessLogKeySource) => string;
  /** Saves the head outside the file. Returns false where that failed. */
  readonly saveHead: (head: AccessLogHead) => Promise<boolean>;
  readonly startWorker: StartWorker;
  /** Whether the file is opened a little later, as in a window, whose first screen then has the processor to itself. */
  readonly opensLater: boolean;
  readonly clock: Clock;
  readonly log: Log;
}

interface OpenLog {
  readonly thread: WorkerThreadCaller;
  close(): Promise<void>;
}

/** How long the opening of the file is delayed, where only the opening of an account is to be written. */
const OPENING_DELAY = 2 * SECOND;
/** After this many new entries the head of the log is saved outside its file again. */
const HEAD_INTERVAL = 100;
/** Maximum number of entries that wait while the log cannot be written; of older ones only the number is kept. */
const MAX_WAITING = 2_000;
/** Number of entries in one transaction. It is not larger than the interval, as the head is saved between transactions. */
const BATCH_SIZE = HEAD_INTERVAL;

/**
 * The access log, in a worker thread. Calls do not wait for it: their entries are written afterwards, in
 * order. While it cannot be written they wait in memory, and the state says so.
 */
export class AccessLog {
  readonly #options: AccessLogDeps;
  readonly #queue = createTaskQueue();
  #target: AccessLogToOpen | null = null;
  #supervised: SupervisedWorker<OpenLog> | null = null;
  /** Ends the delay of the opening of `#target`; null where the file is open, or is not to be opened. */
  #delay: AbortController | null = null;
  #waiting: UnnumberedAccessEntry[] = [];
  #dropped = 0;
  #head: AccessLogHead | null = null;
  #savedHead: AccessLogHead | null = null;
  #problem: AppError | null = null;

  constructor(options: AccessLogDeps) {
    this.#options = options;
  }

  get state(): AccessLogState {
    const place = this.#isUsed ? (this.#target?.place ?? null) : null;
    return { place, waiting: this.#waiting.length + this.#dropped, problem: this.#problem };
  }

  /**
   * Opens a log, or does nothing where the same one is open. Entries that waited are written. A log that is opened later
   * is opened at once when a record is accessed or the log is read, and before the engine closes.
   */
  open(target: AccessLogToOpen): Promise<Result<Record<string, never>>> {
    return this.#queue(async () => {
      if (this.#target?.key === target.key && this.#isUsed) return ok({});
      await this.#closeFile();
      this.#target = target;
      this.#head = null;
      this.#savedHead = target.head;
      const delay = new AbortController();
      this.#delay = delay;
      if (!this.#options.opensLater || this.#waiting.some(isUrgent)) return this.#openIfDelayed();
      this.#openAfterDelay(delay.signal);
      return ok({});
    });
  }

  /** Queues entries for the log's thread and returns at once, before they are written. */
  record(accesses: readonly UnnumberedAccessEntry[]): void {
    this.#waiting.push(...accesses);
    const surplus = this.#waiting.length - MAX_WAITING;
    if (surplus > 0) {
      this.#waiting.splice(0, surplus);
      this.#dropped += surplus;
    }
    if (this.#delay === null || accesses.some(isUrgent)) this.#writeSoon();
  }

  /**
   * Adds the receipts that are not in the log yet, after what waits, and saves the head.
   * @returns error where they are not kept: no log is open, it ends with this run, or it cannot be written
   */
  keepReceipts(accesses: readonly UnnumberedAccessEntry[]): Promise<Result<Record<string, never>>> {
    return this.#queue(async () => {
      await this.#write();
      const written = await this.#call('appendReceipts', accesses);
      if (!written.ok) return written;
      this.#head = written.value;
      await this.#saveHead(1);
      return this.state.place === 'run' ? err('keychain-unavailable') : ok({});
    });
  }

  /** Reads or exports entries, after those that wait in memory were written. */
  read<N extends 'list' | 'export'>(
    name: N,
    input: AccessLogCalls[N]['input'],
  ): Promise<Result<AccessLogCalls[N]['output']>> {
    return this.#queue(async () => {
      await this.#write();
      return this.#call(name, input);
    });
  }

  /**
   * Checks the log against the head that is saved outside its file, after entries that wait in memory were written. Later calls
   * do not wait for it; it returns 'engine-down' where one of them closes the log.
   */
  async verify(): Promise<Result<AccessLogCheckResult>> {
    const { place, head, supervised } = await this.#queue(async () => {
      await this.#openIfDelayed();
      await this.#write();
      return { place: this.state.place, head: this.#savedHead, supervised: this.#supervised };
    });
    const checked = await this.#callOpened(supervised, 'verify', { head });
    if (!checked.ok) return checked;
    if (place === null) return err('not-signed-in');
    return ok({ place, savedHead: head?.number ?? null, ...checked.value });
  }

  /** Writes what waits, saves the head and closes the file. */
  close(): Promise<void> {
    return this.#queue(() => this.#closeFile());
  }

  /** Closes the log whose key, and so its file, exists during this run of the program only, also while it is being opened. */
  closeRun(): Promise<void> {
    return this.#queue(async () => {
      if (this.#target?.place === 'run') await this.#closeFile();
    });
  }

  /** Whether a log is open, is being opened, or is opened later. */
  get #isUsed(): boolean {
    return this.#supervised !== null || this.#delay !== null;
  }

  #openAfterDelay(signal: AbortSignal): void {
    const opened = this.#options.clock.wait(OPENING_DELAY, signal).then(
      () => this.#queue(() => this.#openIfDelayed()),
      () => {}, // It was opened sooner.
    );
    runInBackground(opened, 'the access log could not be opened', this.#options.log);
  }

  /** Opens the file that is to be opened later, and writes what waits. Does nothing where there is none. */
  async #openIfDelayed(): Promise<Result<Record<string, never>>> {
    const target = this.#target;
    if (this.#delay === null || target === null) return ok({});
    this.#delay.abort();
    const supervised = this.#supervise(target);
    const opened = await supervised.open();
    this.#delay = null;
    if (!opened.ok) {
      this.#reportProblem(opened.error);
      await supervised.close();
      return opened;
    }
    this.#problem = null;
    this.#supervised = supervised;
    await this.#write();
    return ok({});
  }

  #supervise(target: AccessLogToOpen): SupervisedWorker<OpenLog> {
    const { startWorker, log } = this.#options;
    const supervised = new SupervisedWorker<OpenLog>({
      name: 'access log',
      open: async () => {
        const onDown = (): void => supervised.reportFailure();
        const thread = startThread({ role: 'access', startWorker, log, onEvent: () => {}, onDown });
        const close = async (): Promise<void> => {
          await thread.call('close', null);
          await thread.end();
        };
        const file = getAccessLogPath(this.#options.getFolder(target.place), target.place);
        const opened = await thread.call('open', {
          file,
          key: target.key,
          head: this.#head ?? target.head,
        } satisfies AccessLogCalls['open']['input']);
        if (opened.ok) return ok({ thread, close });
        await close();
        return opened;
      },
      onReopened: () => this.#writeSoon(),
      log,
      clock: this.#options.clock,
    });
    return supervised;
  }

  async #call<N extends keyof AccessLogCalls>(
    name: N,
    input: AccessLogCalls[N]['input'],
  ): Promise<Result<AccessLogCalls[N]['output']>> {
    await this.#openIfDelayed();
    return this.#callOpened(this.#supervised, name, input);
  }

  async #callOpened<N extends keyof AccessLogCalls>(
    supervised: SupervisedWorker<OpenLog> | null,
    name: N,
    input: AccessLogCalls[N]['input'],
  ): Promise<Result<AccessLogCalls[N]['output']>> {
    if (supervised === null)
      return this.#problem === null ? err('not-signed-in') : { ok: false, error: this.#problem };
    const answer = await supervised.call(({ thread }) => thread.call(name, input));
    if (!answer.ok && answer.error.code === 'storage-damaged') supervised.reportFailure();
    return answer as Result<AccessLogCalls[N]['output']>; // The thread's protocol gives the type.
  }

  #writeSoon(): void {
    const written = this.#queue(() => this.#write());
    runInBackground(written, 'the access log could not be written', this.#options.log);
  }

  async #write(): Promise<void> {
    if (this.#waiting.length > 0) await this.#openIfDelayed();
    while (this.#supervised !== null && this.#waiting.length > 0) {
      const batch = this.#waiting.slice(0, BATCH_SIZE);
      const dropped = this.#dropped;
      const gap = dropped === 0 ? [] : [createGapEntry(dropped, toEpochMs(this.#options.clock.now()))];
      const written = await this.#call('append', [...gap, ...batch]);
      if (!written.ok) return this.#reportProblem(written.error);
      this.#problem = null;
      this.#dropped -= dropped;
      // Entries may have been dropped from the front meanwhile.
      const done = new Set(batch);
      this.#waiting = this.#waiting.filter((access) => !done.has(access));
      this.#head = written.value;
      await this.#saveHead(HEAD_INTERVAL);
    }
  }

  /** Saves the head where at least `interval` entries came since it was saved. */
  async #saveHead(interval: number): Promise<void> {
    const head = this.#head;
    if (head === null || head.number - (this.#savedHead?.number ?? 0) < interval) return;
    if (await this.#options.saveHead(head)) this.#savedHead = head;
    else this.#options.log.warn('the head of the access log could not be saved', { number: head.number });
  }

  async #closeFile(): Promise<void> {
    await this.#write();
    await this.#saveHead(1);
    this.#delay?.abort();
    this.#delay = null;
    const closing = this.#supervised;
    this.#supervised = null;
    await closing?.close();
  }

  #reportProblem(error: AppError): void {
    this.#problem = error;
    this.#options.log.error('the access log could not be written', { code: error.code });
  }
}

/** Whether an entry is written at once: it says more than that an account was opened, which each start does. */
function isUrgent({ what }: UnnumberedAccessEntry): boolean {
  return what !== 'account';
}

/** Returns the entry that says how many entries are missing, because they could not be written. */
function createGapEntry(count: number, at: EpochMs): UnnumberedAccessEntry {
  const withoutSubject = { user: null, account: null, record: null, patient: null, receipt: null };
  return { what: 'gap', ...withoutSubject, outcome: String(count), at };
}
