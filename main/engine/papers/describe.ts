import type { Pdf } from '#contract/papers.ts';
import type { EpochMs } from '#contract/time.ts';
import type { PdfRow } from './protocol.ts';
import type { Job } from './queue.ts';
import type { PdfStatusChange, Printed } from './seams.ts';

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
