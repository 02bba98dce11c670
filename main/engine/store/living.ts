import { err, type Result } from '#contract/result.ts';
import { collapse } from '#main/base/async.ts';
import { describeThrown, type Log } from '#main/base/log.ts';

/** What threads have open. */
export interface Opened {
  close(): Promise<void>;
}

export interface LivingOptions<T extends Opened> {
  /** What it is called in the log. */
  readonly name: string;
  /** Opens it, the first time and again. */
  readonly open: () => Promise<Result<T>>;
  /** It was opened again. */
  readonly onRevived: (opened: T) => void;
  readonly log: Log;
}

/** What breaks more often than this while it is open stays closed: the disk or the program is at fault. */
const REVIVALS = 3;

/** Something in threads that is opened again where it broke, a few times. Meanwhile calls answer 'engine-down'. */
export class Living<T extends Opened> {
  readonly #options: LivingOptions<T>;
  #opened: T | null = null;
  #revivals = 0;
  #isClosed = false;
  #mending: Promise<void> = Promise.resolve();
  readonly #revive: () => Promise<void>;

  constructor(options: LivingOptions<T>) {
    this.#options = options;
    this.#revive = collapse(() => this.#openAgain());
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
  broke(): void {
    // What breaks while it is being opened is told by the opening.
    if (this.#isClosed || this.#opened === null) return;
    const { name, log } = this.#options;
    this.#mending = this.#revive().catch((thrown: unknown) =>
      log.error(`the ${name} could not be opened again`, { thrown: describeThrown(thrown) }),
    );
  }

  /** Resolves when nothing is being opened again, however that went. */
  mended(): Promise<void> {
    return this.#mending;
  }

  /** Closes it for good. */
  async close(): Promise<void> {
    this.#isClosed = true;
    // Two threads must never write to one file: one that is just being opened is waited for.
    await this.#mending;
    await this.#opened?.close();
  }

  async #openAgain(): Promise<void> {
    const { name, log, onRevived } = this.#options;
    const broken = this.#opened;
    this.#opened = null;
    await broken?.close();
    this.#revivals += 1;
    if (this.#isClosed) return;
    if (this.#revivals > REVIVALS) return log.error(`the ${name} broke too often and stays closed`);
    log.warn(`the ${name} is opened again`);
    const opened = await this.open();
    if (!opened.ok) return log.error(`the ${name} could not be opened again`, { code: opened.error.code });
    if (!this.#isClosed) onRevived(opened.value);
  }
}
