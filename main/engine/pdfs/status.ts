import type { PdfState } from '#contract/pdfs.ts';
import type { EpochMs } from '#contract/time.ts';
import { runInBackground } from '#main/base/async.ts';
import type { Clock } from '#main/base/clock.ts';
import { SECOND } from '#main/base/durations.ts';
import type { Log } from '#main/base/log.ts';
import type { StoredPdfInfo } from './client.ts';
import type { PdfStatusChange, LastPrinting } from './ports.ts';
import type { PdfDownloadJob } from './queue.ts';

/** What the status of one PDF is made from: stored row, job, version of the record, last printing. */
export interface PdfStateFacts {
  readonly id: string;
  readonly row: StoredPdfInfo | undefined;
  readonly job: PdfDownloadJob | undefined;
  /** The version (`last_updated_at`) of the cached requisition; null where it is not cached. */
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
export function isPdfStale({ version }: StoredPdfInfo, recordVersion: EpochMs | null): boolean {
  return isOther(version, recordVersion);
}

/** Converts what is known about a PDF to the change of its status, such as the progress of its download. */
export function toPdfStatusChange(
  id: string,
  row: StoredPdfInfo | undefined,
  job: PdfDownloadJob | undefined,
): PdfStatusChange {
  if (job !== undefined) return { id, state: job.state, received: job.received, size: job.size };
  return row === undefined
    ? { id, state: 'none', received: 0, size: null }
    : { id, state: 'here', received: row.size, size: row.size };
}

/** Converts what is known about a PDF to the status that the page shows. */
export function toPdfState({ id, row, job, recordVersion, printed }: PdfStateFacts): PdfState {
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

/** Returns whether nothing is to be said of a PDF: it is not stored, wanted, failed or printed. */
export function isPdfUnstoredAndUnprinted({ state, printedBefore }: PdfState): boolean {
  return state === 'none' && printedBefore === null;
}

export interface PdfStatusEmitterDeps {
  readonly clock: Clock;
  readonly log: Log;
  /** Returns the current status of these PDFs. */
  readonly describe: (ids: readonly string[]) => Promise<readonly PdfStatusChange[]>;
  readonly emit: (items: readonly PdfStatusChange[]) => void;
}

/** Five times a second: more often a changing number cannot be read. */
const THROTTLE_MS = SECOND / 5;
/** Maximum number of PDFs whose status one event contains. */
const MAX = 200;

/** Emits changes of the status of PDFs, several in one event, a few times a second. */
export class PdfStatusEmitter {
  readonly #deps: PdfStatusEmitterDeps;
  readonly #changed = new Set<string>();
  readonly #stopping = new AbortController();
  #isDue = false;

  constructor(deps: PdfStatusEmitterDeps) {
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
    await clock.wait(THROTTLE_MS, signal).catch(() => {}); // An aborted wait rejects; the abort is checked below.
    this.#isDue = false;
    const ids = [...this.#changed];
    this.#changed.clear();
    const items = signal.aborted ? [] : await describe(ids);
    if (signal.aborted) return;
    for (let from = 0; from < items.length; from += MAX) emit(items.slice(from, from + MAX));
  }
}
