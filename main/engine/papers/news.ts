import { drop } from '#main/base/async.ts';
import type { Clock } from '#main/base/clock.ts';
import { SECOND } from '#main/base/durations.ts';
import type { Log } from '#main/base/log.ts';
import type { PdfStatusChange } from './seams.ts';

export interface PdfStatusDeps {
  readonly clock: Clock;
  readonly log: Log;
  /** How these stand now. */
  readonly describe: (ids: readonly string[]) => Promise<readonly PdfStatusChange[]>;
  readonly emit: (items: readonly PdfStatusChange[]) => void;
}

/** Five times a second is as often as a person sees a number change. */
const PAUSE = SECOND / 5;
/** No event names more. */
const MAX = 200;

/** Tells of PDFs of which something changed, now and then instead of each time. */
export class PdfStatusEvents {
  readonly #deps: PdfStatusDeps;
  readonly #changed = new Set<string>();
  readonly #stopping = new AbortController();
  #isDue = false;

  constructor(deps: PdfStatusDeps) {
    this.#deps = deps;
  }

  changed(id: string): void {
    this.#changed.add(id);
    if (this.#isDue || this.#stopping.signal.aborted) return;
    this.#isDue = true;
    drop(this.#publishLater(), 'nobody was told of PDFs', this.#deps.log);
  }

  /** Tells nothing more. */
  stop(): void {
    this.#stopping.abort();
  }

  async #publishLater(): Promise<void> {
    const { clock, describe, emit } = this.#deps;
    const { signal } = this.#stopping;
    await clock.wait(PAUSE, signal).catch(() => {}); // seen below
    this.#isDue = false;
    const ids = [...this.#changed];
    this.#changed.clear();
    const items = signal.aborted ? [] : await describe(ids);
    if (signal.aborted) return;
    for (let from = 0; from < items.length; from += MAX) emit(items.slice(from, from + MAX));
  }
}
