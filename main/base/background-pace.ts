import type { Clock } from './clock.ts';

/** Milliseconds of rest for each millisecond of work: background work takes a quarter of a core, long steps more. */
const REST_PER_WORK = 3;
/** The longest rest in milliseconds: a step that waited for a busy thread is not followed by a long one. */
const MAX_REST = 1_000;

/**
 * Runs the steps of background work with rests between them, so that a user who works meanwhile has the threads and
 * the processor.
 */
export class BackgroundPace {
  readonly #clock: Clock;
  readonly #ending = new AbortController();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Runs a step and then rests in proportion to its time, up to a second. Rejects with what the step throws. */
  async run<T>(step: () => Promise<T>): Promise<T> {
    const begun = this.#clock.monotonic();
    const result = await step();
    const worked = this.#clock.monotonic() - begun;
    await this.#rest(Math.min(MAX_REST, REST_PER_WORK * worked));
    return result;
  }

  /** Ends the present rest; from now on steps follow each other without one. */
  end(): void {
    this.#ending.abort();
  }

  async #rest(ms: number): Promise<void> {
    const { signal } = this.#ending;
    if (ms <= 0 || signal.aborted) return;
    try {
      await this.#clock.wait(ms, signal);
    } catch (thrown) {
      if (!signal.aborted) throw thrown;
    }
  }
}
