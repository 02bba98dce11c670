import { runInBackground } from '#main/base/async.ts';
import type { Clock } from '#main/base/clock.ts';
import { SECOND } from '#main/base/durations.ts';
import type { Log } from '#main/base/log.ts';
import type { SupervisedCache } from '../cache/client.ts';
import type { HealthTracker } from '../sync/health.ts';

export interface MissingRecordCounterDeps {
  readonly cache: Pick<SupervisedCache, 'read'>;
  readonly health: Pick<HealthTracker, 'setMissing'>;
  readonly clock: Clock;
  readonly log: Log;
}

const FAILED = 'the records that the service no longer returns could not be counted';

/** Counts the missing records that wait for the user's confirmation, for the health. */
export class MissingRecordsAwaitingConfirmationCounter {
  readonly #deps: MissingRecordCounterDeps;
  readonly #closing = new AbortController();
  #running: Promise<void> | null = null;
  #isStale = false;

  constructor(deps: MissingRecordCounterDeps) {
    this.#deps = deps;
  }

  /**
   * Schedules a count. Called whenever the cache, or the missing records in the local store, have changed.
   */
  scheduleCount(): void {
    this.#isStale = true;
    if (this.#running !== null || this.#closing.signal.aborted) return;
    this.#running = this.#run().finally(() => {
      this.#running = null;
    });
    runInBackground(this.#running, FAILED, this.#deps.log);
  }

  /** Counts the missing records that wait for the user, and sets the counts of the health. */
  async count(): Promise<void> {
    const { cache, health, log } = this.#deps;
    const found = await cache.read('missing.counts', {});
    if (!found.ok) return log.warn(FAILED, { code: found.error.code });
    health.setMissing(found.value);
  }

  /** Counts no more; resolves when the current count has ended. */
  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
  }

  async #run(): Promise<void> {
    const { signal } = this.#closing;
    while (this.#isStale && !signal.aborted) {
      this.#isStale = false;
      await this.count();
      await this.#deps.clock.wait(SECOND, signal).catch(() => {}); // An aborted wait rejects; the abort ends the loop.
    }
  }
}
