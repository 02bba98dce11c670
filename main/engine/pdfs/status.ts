import type { PdfState } from '#contract/pdfs.ts';
import type { EpochMs } from '#contract/time.ts';
import { runInBackground } from '#main/base/async.ts';
import type { Clock } from '#main/base/clock.ts';
import { SECOND } from '#main/base/durations.ts';
import type { Log } from '#main/base/log.ts';
import type { StoredPdf } from './client.ts';
import type { PdfStatusChange, LastPrinting } from './ports.ts';
import type { QueuedPdf } from './queue.ts';

/** All facts about one PDF. */
export interface PdfFacts {
  readonly id: string;
  readonly row: StoredPdf | undefined;
  readonly job: QueuedPdf | undefined;
  /** `last_updated_at` of the cached record. */
  readonly recordVersion: EpochMs | null;
  readonly printed: LastPrinting | undefined;
}

/**
 * Returns whether a version differs from the record's: an earlier one, or a later one that a restored service
 * no longer has.
 */
function isOther(version: EpochMs | null, recordVersion: EpochMs | null): boolean {
  return recordVersion !== null && version !== recordVersion;
}

/** Returns whether the record has changed since its PDF was fetched. */
export function isPdfStale({ version }: StoredPdf, recordVersion: EpochMs | null): boolean {
  return isOther(version, recordVersion);
}

/** Returns the progress of fetching a PDF. */
export function toPdfStatusChange(
  id: string,
  row: StoredPdf | undefined,
  job: QueuedPdf | undefined,
): PdfStatusChange {
  if (job !== undefined) return { id, state: job.state, received: job.received, size: job.size };
  return row === undefined
    ? { id, state: 'none', received: 0, size: null }
    : { id, state: 'here', received: row.size, size: row.size };
}

/** Returns the status of a PDF for display. */
export function toPdfState({ id, row, job, recordVersion, printed }: PdfFacts): PdfState {
  const wasPrinted = printed !== undefined && isOther(printed.version, recordVersion);
  return {
    ...toPdfStatusChange(id, row, job),
    fetchedAt: row?.fetchedAt ?? null,
    version: row?.version ?? null,
    hash: row?.hash ?? null,
    isStale: row !== undefined && isPdfStale(row, recordVersion),
    error: job?.error ?? null,
    printedBefore: wasPrinted ? printed.at : null,
  };
}

/** Returns whether a PDF has no status to report. */
export function hasNoPdfStatus({ state, printedBefore }: PdfState): boolean {
  return state === 'none' && printedBefore === null;
}

export interface PdfStatusDeps {
  readonly clock: Clock;
  readonly log: Log;
  /** Returns the current status of these PDFs. */
  readonly describe: (ids: readonly string[]) => Promise<readonly PdfStatusChange[]>;
  readonly emit: (items: readonly PdfStatusChange[]) => void;
}

/** Five times a second: more often a changing number cannot be read. */
const THROTTLE_MS = SECOND / 5;
/** Maximum number of PDFs in an event. */
const MAX = 200;

/** Emits status changes of PDFs, throttled. */
export class PdfStatusEvents {
  readonly #deps: PdfStatusDeps;
  readonly #changed = new Set<string>();
  readonly #stopping = new AbortController();
  #isDue = false;

  constructor(deps: PdfStatusDeps) {
    this.#deps = deps;
  }

  noteChange(id: string): void {
    this.#changed.add(id);
    if (this.#isDue || this.#stopping.signal.aborted) return;
    this.#isDue = true;
    runInBackground(this.#publishLater(), 'the event of a changed PDF could not be sent', this.#deps.log);
  }

  /** Emits no further event. */
  stop(): void {
    this.#stopping.abort();
  }

  async #publishLater(): Promise<void> {
    const { clock, describe, emit } = this.#deps;
    const { signal } = this.#stopping;
    await clock.wait(THROTTLE_MS, signal).catch(() => {}); // the abort is checked below
    this.#isDue = false;
    const ids = [...this.#changed];
    this.#changed.clear();
    const items = signal.aborted ? [] : await describe(ids);
    if (signal.aborted) return;
    for (let from = 0; from < items.length; from += MAX) emit(items.slice(from, from + MAX));
  }
}
