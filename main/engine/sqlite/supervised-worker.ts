import { err, type Result } from '#contract/result.ts';
import { systemClock, type Clock } from '#main/base/clock.ts';
import { drop } from '#main/base/async.ts';
import { MINUTE, SECOND } from '#main/base/durations.ts';
import { describeThrown, type Log } from '#main/base/log.ts';

/** What threads have open. */
export interface Opened {
  close(): Promise<void>;
}

export interface SupervisedWorkerOptions<T extends Opened> {
  /** What it is called in the log. */
  readonly name: string;
  /** Opens it, the first time and again. */
  readonly open: () => Promise<Result<T>>;
  /** It was opened again. */
  readonly onReopened: (opened: T) => void;
  readonly log: Log;
  readonly clock?: Clock;
}

/** So many failures in a row are met at once; each further one waits, twice as long as the one before. */
const MAX_CONCURRENT = 3;
const FIRST_DELAY = SECOND;
const MAX_DELAY = 5 * MINUTE;
/** Failures before a quiet time as long as this say nothing any more. */
const QUIET = 10 * MINUTE;

/**
 * Something in threads that is opened again where it broke, or where it could not be opened again: a full disk or a virus scanner
 * may have been in the way for a moment. Meanwhile calls answer 'engine-down'.
 */
export class SupervisedWorker<T extends Opened> {
  readonly #options: SupervisedWorkerOptions<T>;
  readonly #clock: Clock;
  readonly #closing = new AbortController();
  #opened: T | null = null;
  #failures = 0;
  #failedAt = -Infinity;
  #mending: Promise<void> = Promise.resolve();

  constructor(options: SupervisedWorkerOptions<T>) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
  }

  /** What is open; null while nothing is. */
  get current(): T | null {
    return this.#opened;
  }

  async open(): Promise<Result<T>> {
    const opened = await this.#options.open();
    if (opened.ok) this.#opened = opened.value;
    return opened;
  }

  /** Asks what is open. */
  async ask<R>(question: (opened: T) => Promise<Result<R>>): Promise<Result<R>> {
    return this.#opened === null ? err('engine-down') : question(this.#opened);
  }

  /** Hears that what is open can no longer be used. */
  failed(): void {
    const broken = this.#opened;
    // What breaks while it is being opened is told by the opening.
    if (broken === null || this.#closing.signal.aborted) return;
    this.#opened = null;
    this.#mending = this.#replace(broken);
  }

  /** Resolves when nothing is being opened again at the moment, however that went. */
  whenRecovered(): Promise<void> {
    return this.#mending;
  }

  /** Closes it for good. */
  async close(): Promise<void> {
    this.#closing.abort();
    // Two threads must never write to one file: one that is just being opened is waited for.
    await this.#mending;
    await this.#opened?.close();
  }

  async #replace(broken: T): Promise<void> {
    const { name, log } = this.#options;
    await broken.close();
    const delay = this.#nextDelay();
    if (delay === 0) return this.#openAgain();
    log.error(`the ${name} broke too often and is opened again later`);
    this.#openLater(delay);
  }

  /** Whoever asks meanwhile is told at once that it is closed. */
  #openLater(delay: number): void {
    const { name, log } = this.#options;
    const { signal } = this.#closing;
    const wait = async (): Promise<void> => {
      await this.#clock.wait(delay, signal).catch(() => {}); // seen below
      if (signal.aborted) return;
      this.#mending = this.#openAgain();
      await this.#mending;
    };
    drop(wait(), `the ${name} stays closed`, log);
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
    if (this.#opened === null) this.#openLater(Math.max(FIRST_DELAY, this.#nextDelay()));
  }

  /** How long to wait before it is opened again, in milliseconds. */
  #nextDelay(): number {
    const now = this.#clock.monotonic();
    if (now - this.#failedAt > QUIET) this.#failures = 0;
    this.#failedAt = now;
    this.#failures += 1;
    const further = this.#failures - MAX_CONCURRENT;
    return further <= 0 ? 0 : Math.min(MAX_DELAY, FIRST_DELAY * 2 ** (further - 1));
  }
}
