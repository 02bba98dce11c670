import type { EventPayload } from '#contract/api.ts';
import { runInBackground } from '#main/base/async.ts';
import type { Clock } from '#main/base/clock.ts';
import type { Log } from '#main/base/log.ts';
import type { SupervisedCache } from '../cache/client.ts';

export interface UnreadCounterDeps {
  readonly cache: Pick<SupervisedCache, 'read'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly emit: (payload: EventPayload<'unread'>) => void;
}

/** Throttle interval: a sweep and the outbox commit many times a second. */
const THROTTLE_MS = 250;

/** Publishes the number of unread notifications whenever it has changed. */
export class UnreadCounter {
  readonly #deps: UnreadCounterDeps;
  readonly #closing = new AbortController();
  #running: Promise<void> | null = null;
  #isStale = false;
  #published: number | null = null;

  constructor(deps: UnreadCounterDeps) {
    this.#deps = deps;
  }

  /** Schedules a count. Called whenever notifications, or pending changes of them, may have changed. */
  scheduleCount(): void {
    this.#isStale = true;
    if (this.#running !== null || this.#closing.signal.aborted) return;
    this.#running = this.#emit().finally(() => {
      this.#running = null;
    });
    runInBackground(this.#running, 'the unread count could not be told', this.#deps.log);
  }

  /** Emits no event afterwards. */
  close(): void {
    this.#closing.abort();
  }

  async #emit(): Promise<void> {
    const { cache, clock, emit } = this.#deps;
    const { signal } = this.#closing;
    while (this.#isStale && !signal.aborted) {
      this.#isStale = false;
      const unread = await cache.read('inbox.unread', {});
      if (unread.ok && unread.value.count !== this.#published && !signal.aborted) {
        this.#published = unread.value.count;
        emit({ count: unread.value.count });
      }
      // Changes during the pause are part of the next count.
      await clock.wait(THROTTLE_MS, signal).catch(() => {});
    }
  }
}
