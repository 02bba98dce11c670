import { err, type Result } from '#contract/result.ts';
import { systemClock, type Clock } from '#main/base/clock.ts';
import { runInBackground } from '#main/base/async.ts';
import { MINUTE, SECOND } from '#main/base/durations.ts';
import { describeThrown, type Log } from '#main/base/log.ts';

/** What runs in worker threads and can be closed, such as an open database. */
export interface Closeable {
  close(): Promise<void>;
}

export interface SupervisedWorkerOptions<T extends Closeable> {
  /** Name of the resource in log messages. */
  readonly name: string;
  /** Opens the resource, at the start and after each failure. */
  readonly open: () => Promise<Result<T>>;
  /** Called after the resource was opened again. */
  readonly onReopened: (opened: T) => void;
  readonly log: Log;
  readonly clock?: Clock;
}

/**
 * Number of failures in a row after which the resource is opened again at once. Each further one waits, with
 * exponential back-off.
 */
const MAX_IMMEDIATE_RETRIES = 3;
const FIRST_DELAY = SECOND;
const MAX_DELAY = 5 * MINUTE;
/** The count of failures starts from zero after this time without one. */
const RESET_AFTER = 10 * MINUTE;

/**
 * A resource in worker threads that is opened again after a failure, with exponential back-off: the cause,
 * such as a full disk or a virus scanner, may be transient. Calls return 'engine-down' meanwhile.
 */
export class SupervisedWorker<T extends Closeable> {
  readonly #options: SupervisedWorkerOptions<T>;
  readonly #clock: Clock;
  readonly #closing = new AbortController();
  #opened: T | null = null;
  #failures = 0;
  #failedAt = -Infinity;
  #reopening: Promise<void> = Promise.resolve();

  constructor(options: SupervisedWorkerOptions<T>) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
  }

  /** The open resource; null while it is closed. */
  get current(): T | null {
    return this.#opened;
  }

  async open(): Promise<Result<T>> {
    const opened = await this.#options.open();
    if (opened.ok) this.#opened = opened.value;
    return opened;
  }

  /** Calls the open resource. Returns 'engine-down' while it is closed. */
  async call<R>(question: (opened: T) => Promise<Result<R>>): Promise<Result<R>> {
    return this.#opened === null ? err('engine-down') : question(this.#opened);
  }

  /** Reports that the resource can no longer be used. */
  reportFailure(): void {
    const broken = this.#opened;
    // While it is being opened, a failure is the result of `open`, and not reported again.
    if (broken === null || this.#closing.signal.aborted) return;
    this.#opened = null;
    this.#reopening = this.#replace(broken);
  }

  /** Resolves when no attempt to open it again is running, whether or not it succeeded. */
  whenRecovered(): Promise<void> {
    return this.#reopening;
  }

  /** Closes the resource; it is never opened again. */
  async close(): Promise<void> {
    this.#closing.abort();
    // An attempt that is running is awaited, because two threads must never write to one file.
    await this.#reopening;
    await this.#opened?.close();
  }

  async #replace(broken: T): Promise<void> {
    const { name, log } = this.#options;
    await broken.close();
    const delay = this.#getNextDelay();
    if (delay === 0) return this.#openAgain();
    log.error(`the ${name} broke too often and is opened again later`);
    this.#openLater(delay);
  }

  /** Opens the resource again after a delay. Calls return 'engine-down' at once meanwhile. */
  #openLater(delay: number): void {
    const { name, log } = this.#options;
    const { signal } = this.#closing;
    const wait = async (): Promise<void> => {
      await this.#clock.wait(delay, signal).catch(() => {}); // An aborted wait rejects; the next line checks for the abort.
      if (signal.aborted) return;
      this.#reopening = this.#openAgain();
      await this.#reopening;
    };
    runInBackground(wait(), `the ${name} stays closed`, log);
  }

  async #openAgain(): Promise<void> {
    const { name, log, onReopened } = this.#options;
    if (this.#closing.signal.aborted) return;
    log.warn(`the ${name} is opened again`);
    try {
      const opened = await this.open();
      if (opened.ok && !this.#closing.signal.aborted) return onReopened(opened.value);
      if (!opened.ok) log.error(`the ${name} could not be opened again`, { code: opened.error.code });
    } catch (thrown) {
      log.error(`the ${name} could not be opened again`, { thrown: describeThrown(thrown) });
    }
    if (this.#opened === null) this.#openLater(Math.max(FIRST_DELAY, this.#getNextDelay()));
  }

  /** Counts a failure. Returns how long to wait before opening again, in milliseconds. */
  #getNextDelay(): number {
    const now = this.#clock.monotonic();
    if (now - this.#failedAt > RESET_AFTER) this.#failures = 0;
    this.#failedAt = now;
    this.#failures += 1;
    const further = this.#failures - MAX_IMMEDIATE_RETRIES;
    return further <= 0 ? 0 : Math.min(MAX_DELAY, FIRST_DELAY * 2 ** (further - 1));
  }
}
