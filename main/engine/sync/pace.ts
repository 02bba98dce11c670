import type { AppError, ErrorCode } from '#contract/result.ts';

/** What a service says that is asked too much at once. */
const OVERLOAD: ReadonlySet<ErrorCode> = new Set(['rate-limited', 'timeout']);

export interface ConcurrencyLimiterOptions {
  /** The most tasks that run side by side. */
  readonly most: number;
  /** Whether only one may run at the moment, to see how it goes. */
  readonly isProbing: () => boolean;
}

/**
 * Lets several tasks run side by side, the others wait in the order they came. How many depends on how it goes: half as many
 * after a sign of overload, one more after as many successes as there are lanes.
 */
export class ConcurrencyLimiter {
  readonly #options: ConcurrencyLimiterOptions;
  readonly #waiting: (() => void)[] = [];
  #lanes: number;
  #running = 0;

  constructor(options: ConcurrencyLimiterOptions) {
    this.#options = options;
    this.#lanes = options.most;
  }

  /** How many may run side by side now. */
  get lanes(): number {
    return this.#options.isProbing() ? 1 : Math.floor(this.#lanes);
  }

  /** Runs a task when its turn comes. */
  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.#running >= this.lanes) await new Promise<void>((resume) => this.#waiting.push(resume));
    else this.#running += 1;
    try {
      return await task();
    } finally {
      this.#running -= 1;
      this.#admit();
    }
  }

  /** Hears how a task went: null for well. */
  recordResult(error: AppError | null): void {
    if (error === null) this.#lanes = Math.min(this.#options.most, this.#lanes + 1 / this.#lanes);
    else if (OVERLOAD.has(error.code)) this.#lanes = Math.max(1, this.#lanes / 2);
  }

  #admit(): void {
    while (this.#running < this.lanes) {
      const resume = this.#waiting.shift();
      if (resume === undefined) return;
      this.#running += 1;
      resume();
    }
  }
}
