import type { EventPayload } from '#contract/api.ts';
import { runInBackground } from '#main/base/async.ts';
import type { Clock } from '#main/base/clock.ts';
import { MINUTE } from '#main/base/durations.ts';
import type { Log } from '#main/base/log.ts';
import type { LocalClient } from '../local/client.ts';

interface SnoozeWatcherDeps {
  readonly local: Pick<LocalClient, 'call'>;
  readonly clock: Clock;
  readonly log: Log;
  readonly emit: (name: 'snoozesEnded', payload: EventPayload<'snoozesEnded'>) => void;
}

/** Ends the snoozes of notifications in the minute in which their time comes; at the start those that came before. */
export class DueSnoozeEnder {
  readonly #deps: SnoozeWatcherDeps;
  readonly #closing = new AbortController();

  constructor(deps: SnoozeWatcherDeps) {
    this.#deps = deps;
  }

  /** Ends what is due now, and from then on what becomes due. */
  start(): void {
    runInBackground(this.#watch(), 'snoozed notifications could not be shown again', this.#deps.log);
  }

  /** Stops the watcher; it emits no event afterwards. */
  close(): void {
    this.#closing.abort();
  }

  /** Ends what has become due, and publishes how many. Where the file cannot be written, the next check tries again. */
  async endDue(): Promise<void> {
    const { local, emit } = this.#deps;
    const ended = await local.call('endSnoozes', null);
    const [first] = ended.ok ? ended.value : [];
    if (!ended.ok || first === undefined || this.#closing.signal.aborted) return;
    emit('snoozesEnded', { count: ended.value.length });
  }

  async #watch(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      await this.endDue();
      await this.#deps.clock.wait(MINUTE, signal).catch(() => {}); // An aborted wait rejects; the abort ends the loop.
    }
  }
}
