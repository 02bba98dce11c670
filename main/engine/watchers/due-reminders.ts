import type { EventPayload } from '#contract/api.ts';
import { ok, type Result } from '#contract/result.ts';
import { runInBackground } from '#main/base/async.ts';
import type { Clock } from '#main/base/clock.ts';
import { MINUTE } from '#main/base/durations.ts';
import type { Log } from '#main/base/log.ts';
import type { SupervisedCache } from '../cache/client.ts';
import type { LocalClient } from '../local/client.ts';

interface DueReminderWatcherDeps {
  readonly cache: Pick<SupervisedCache, 'read'>;
  readonly local: Pick<LocalClient, 'call'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly emit: (name: 'dueReminders', payload: EventPayload<'dueReminders'>) => void;
}

/** Maximum number of completion requests with due reminders that are looked at. */
const MAX_REQUESTS = 500;

/**
 * Publishes reminders that become due, each one once in a run of the program: at its start those that are due already, then
 * the others in the minute in which they become due. Where the clock was ahead and is set back, those that were published too
 * early are published again when they become due.
 */
export class DueReminderWatcher {
  readonly #deps: DueReminderWatcherDeps;
  readonly #closing = new AbortController();
  /** The time of the last check: reminders until then were published; epoch milliseconds. */
  #publishedUntil = -Infinity;

  constructor(deps: DueReminderWatcherDeps) {
    this.#deps = deps;
  }

  /** Publishes what is due now, and from then on what becomes due. */
  start(): void {
    runInBackground(this.#watch(), 'due reminders could not be published', this.#deps.log);
  }

  /** Emits no event afterwards. */
  close(): void {
    this.#closing.abort();
  }

  /** Publishes what has become due since the last check. Returns the error where a file could not be read; the next check tries again. */
  async publishDue(): Promise<Result<null>> {
    const { cache, local, clock, emit } = this.#deps;
    const now = clock.now();
    const marks = await local.call('followUps.list', {});
    if (!marks.ok) return marks;
    const requests = await cache.read('completions.page', {
      filter: { show: 'due', search: '' },
      order: { by: 'asked', descending: false },
      limit: MAX_REQUESTS,
    });
    if (!requests.ok) return requests;
    const dates = [
      ...marks.value.items.map(({ remindOn }) => remindOn),
      ...requests.value.items.map(({ reminder }) => reminder?.remindOn ?? null),
    ];
    const count = dates.filter((at) => at !== null && at > this.#publishedUntil && at <= now).length;
    this.#publishedUntil = now;
    if (count > 0 && !this.#closing.signal.aborted) emit('dueReminders', { count });
    return ok(null);
  }

  async #watch(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      await this.publishDue();
      await this.#deps.clock.wait(MINUTE, signal).catch(() => {}); // An aborted wait rejects; the abort ends the loop.
    }
  }
}
