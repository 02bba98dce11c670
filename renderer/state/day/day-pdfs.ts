import type { DaySheet } from '#contract/day.ts';
import type { PdfState } from '#contract/pdfs.ts';
import { isLocalId } from '#contract/records.ts';
import { err, ok, type AppError, type Result } from '#contract/result.ts';
import { chunkIdsForPdfCalls } from '../pdfs/pdf-call-ids.ts';
import type { ProcedureCalls } from '../bridge.ts';
import type { HealthStore } from '../sync/health.ts';

/** The states of the PDFs of a day, by requisition id. PDFs that were not requested are left out. */
type Pdfs = ReadonlyMap<string, PdfState>;

export interface DownloadPdfsInput {
  readonly calls: ProcedureCalls;
  readonly health: HealthStore;
  readonly ids: readonly string[];
  /** Called with the number of these PDFs that are on this computer. */
  readonly onProgress: (here: number) => void;
  readonly signal: AbortSignal;
  /** Resolves on the next event about PDFs. */
  readonly nextStatus: () => Promise<void>;
}

/** Reads the states of the PDFs with these ids. */
export async function readPdfStates(calls: ProcedureCalls, ids: readonly string[]): Promise<Result<Pdfs>> {
  const pdfs = new Map<string, PdfState>();
  for (const chunk of chunkIdsForPdfCalls(ids)) {
    const some = await calls['pdfs.getMany']({ ids: chunk });
    if (!some.ok) return some;
    for (const pdf of some.value.items) pdfs.set(pdf.id, pdf);
  }
  return ok(pdfs);
}

/** Why nothing can be downloaded now; null if it can. */
export function getDownloadBlocker({ store }: HealthStore): AppError | null {
  const { health } = store.getState();
  if (health === null || health.connection === 'online' || health.connection === 'unknown') return null;
  return health.error ?? { code: health.connection === 'signed-out' ? 'unauthorised' : 'offline' };
}

function isOnItsWay({ state }: PdfState): boolean {
  return state === 'queued' || state === 'arriving';
}

/** Resolves on an event about PDFs or the connection, or when the download is aborted. */
function waitForChange({ health, signal, nextStatus }: DownloadPdfsInput): Promise<void> {
  return new Promise((resolve) => {
    const end = (): void => {
      unsubscribe();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const unsubscribe = health.store.subscribe(end);
    signal.addEventListener('abort', end, { once: true });
    void nextStatus().then(end);
  });
}

/**
 * Requests PDFs and waits until each was downloaded or failed, downloading becomes impossible, or the signal
 * aborts.
 */
export async function downloadPdfs(job: DownloadPdfsInput): Promise<Result<Pdfs>> {
  const { calls, health, ids, signal, onProgress } = job;
  for (const chunk of chunkIdsForPdfCalls(ids)) {
    const asked = await calls['pdfs.fetch']({ ids: chunk });
    if (!asked.ok) return asked;
  }
  for (;;) {
    const changed = waitForChange(job);
    const pdfs = await readPdfStates(calls, ids);
    if (!pdfs.ok) return pdfs;
    const all = [...pdfs.value.values()];
    onProgress(all.filter((pdf) => pdf.fetchedAt !== null && !isOnItsWay(pdf)).length);
    const waiting = all.filter(isOnItsWay);
    const isOver = waiting.length === 0 || signal.aborted || getDownloadBlocker(health) !== null;
    if (!isOver) {
      await changed;
      continue;
    }
    if (signal.aborted && waiting.length > 0)
      await calls['pdfs.cancel']({ ids: waiting.map(({ id }) => id) });
    return signal.aborted ? err('cancelled') : pdfs;
  }
}

/** A requisition that a day sheet refers to. */
export interface DayRequisition {
  readonly id: string;
  readonly name: string;
  readonly patient: string;
}

/** The records that a day sheet refers to, without duplicates, in the order of the sheet. */
export interface DayRecords {
  readonly requisitions: readonly DayRequisition[];
  /** Requisitions that were not sent yet, so they have no PDF. */
  readonly unsent: readonly DayRequisition[];
  readonly forms: readonly string[];
}

/** Lists the records that a day sheet refers to. */
export function listDayRecords({ appointments }: Pick<DaySheet, 'appointments'>): DayRecords {
  const people = appointments.flatMap(({ attendees }) => attendees);
  const all = new Map<string, DayRequisition>();
  for (const { id, name, patient } of people.flatMap(({ requisitions }) => requisitions))
    all.set(id, { id, name, patient });
  const requisitions = [...all.values()];
  return {
    requisitions,
    unsent: requisitions.filter(({ id }) => isLocalId(id)),
    forms: [...new Set(people.flatMap(({ forms }) => forms.map(({ id }) => id)))],
  };
}
