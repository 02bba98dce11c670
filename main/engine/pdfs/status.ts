import type { Pdf } from '#contract/pdfs.ts';
import type { EpochMs } from '#contract/time.ts';
import { drop } from '#main/base/async.ts';
import type { Clock } from '#main/base/clock.ts';
import { SECOND } from '#main/base/durations.ts';
import type { Log } from '#main/base/log.ts';
import type { PdfRow } from './client.ts';
import type { PdfStatusChange, Printed } from './ports.ts';
import type { Job } from './queue.ts';

/** What is known of one PDF. */
export interface Known {
  readonly id: string;
  readonly row: PdfRow | undefined;
  readonly job: Job | undefined;
  /** `last_updated_at` of the record as cached. */
  readonly recordVersion: EpochMs | null;
  readonly printed: Printed | undefined;
}

/** Whether a version is not the record's: an earlier one, or a later one that a restored service no longer has. */
function isOther(version: EpochMs | null, recordVersion: EpochMs | null): boolean {
  return recordVersion !== null && version !== recordVersion;
}

/** Whether the record is not as it was when its PDF was fetched. */
export function isStale({ version }: PdfRow, recordVersion: EpochMs | null): boolean {
  return isOther(version, recordVersion);
}

/** How the fetching of one goes. */
export function toStatusChange(id: string, row: PdfRow | undefined, job: Job | undefined): PdfStatusChange {
  if (job !== undefined) return { id, state: job.state, received: job.received, size: job.size };
  return row === undefined
    ? { id, state: 'none', received: 0, size: null }
    : { id, state: 'here', received: row.size, size: row.size };
}

/** How one stands, for whoever shows it. */
export function describePdf({ id, row, job, recordVersion, printed }: Known): Pdf {
  const wasPrinted = printed !== undefined && isOther(printed.version, recordVersion);
  return {
    ...toStatusChange(id, row, job),
    fetchedAt: row?.fetchedAt ?? null,
    version: row?.version ?? null,
    hash: row?.hash ?? null,
    isStale: row !== undefined && isStale(row, recordVersion),
    error: job?.error ?? null,
    printedBefore: wasPrinted ? printed.at : null,
  };
}

/** Whether there is nothing to say of one. */
export function isNothing({ state, printedBefore }: Pdf): boolean {
  return state === 'none' && printedBefore === null;
}

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
