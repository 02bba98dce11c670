import type { EventPayload } from '#contract/api.ts';
import { drop } from '#main/base/async.ts';
import type { Clock } from '#main/base/clock.ts';
import type { Log } from '#main/base/log.ts';
import type { SupervisedCache } from '../cache/client.ts';

export interface UnreadCountDeps {
  readonly cache: Pick<SupervisedCache, 'read'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly emit: (payload: EventPayload<'unread'>) => void;
}

/** A sweep commits, and the outbox moves, many times a second; nobody reads a number that quickly. */
const GAP_MS = 250;

/** Tells how many notifications are unread whenever that has changed: the one number that everybody shows. */
export class UnreadCount {
  readonly #deps: UnreadCountDeps;
  readonly #closing = new AbortController();
  #running: Promise<void> | null = null;
  #isStale = false;
  #told: number | null = null;

  constructor(deps: UnreadCountDeps) {
    this.#deps = deps;
  }

  /** To be called whenever notifications, or what waits for some, may not be as they were. */
  changed(): void {
    this.#isStale = true;
    if (this.#running !== null || this.#closing.signal.aborted) return;
    this.#running = this.#emit().finally(() => {
      this.#running = null;
    });
    drop(this.#running, 'the unread count could not be told', this.#deps.log);
  }

  /** Nothing is told afterwards. */
  close(): void {
    this.#closing.abort();
  }

  async #emit(): Promise<void> {
    const { cache, clock, emit } = this.#deps;
    const { signal } = this.#closing;
    while (this.#isStale && !signal.aborted) {
      this.#isStale = false;
      const unread = await cache.read('inbox.unread', {});
      if (unread.ok && unread.value.count !== this.#told && !signal.aborted) {
        this.#told = unread.value.count;
        emit({ count: unread.value.count });
      }
      // Whatever changes meanwhile is counted after it.
      await clock.wait(GAP_MS, signal).catch(() => {});
    }
  }
}
