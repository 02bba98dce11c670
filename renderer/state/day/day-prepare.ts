import { createStore, type StoreApi } from 'zustand/vanilla';
import type { DaySheet } from '#contract/day.ts';
import type { PdfState } from '#contract/pdfs.ts';
import { err, ok, type AppError, type Result } from '#contract/result.ts';
import type { EpochMs } from '#contract/time.ts';
import type { ProcedureCalls } from '../bridge.ts';
import {
  downloadPdfs,
  getDownloadBlocker,
  readPdfStates,
  listDayRecords,
  type DayRecords,
  type DayRequisition,
} from './day-pdfs.ts';
import type { DaySpan, DayReadResult } from './day-span.ts';
import { getOldestSyncTime, type HealthStore } from '../sync/health.ts';

/**
 * The steps of preparing a day: sync the lists, then refresh each record of the day, then download the PDFs.
 */
type PrepareStep = 'sync' | 'records' | 'pdfs';

/**
 * A requisition of the day whose PDF is not on this computer, and the error; null if the requisition was not
 * sent yet.
 */
export interface MissingPdf extends DayRequisition {
  readonly error: AppError | null;
}

/** The result of preparing a day: which PDFs are on this computer, which are missing, and why. */
export interface PreparedDay {
  readonly span: DaySpan;
  readonly appointments: number;
  readonly requisitions: number;
  readonly forms: number;
  readonly pdfs: number;
  /** How many of those PDFs show an older version of their requisition. */
  readonly outdated: number;
  readonly missing: readonly MissingPdf[];
  /**
   * The time at which all of it was current: that of the oldest list. Null if a list was never synced
   * completely.
   */
  readonly asOf: EpochMs | null;
  /** Why the data could not be refreshed; null if it was. */
  readonly syncError: AppError | null;
}

export type DayPreparationState =
  | { readonly phase: 'idle' }
  | { readonly phase: 'running'; readonly step: PrepareStep; readonly done: number; readonly total: number }
  | { readonly phase: 'stopped' }
  | { readonly phase: 'failed'; readonly error: AppError }
  | { readonly phase: 'done'; readonly prepared: PreparedDay };

export interface DayPreparationStore {
  readonly store: StoreApi<DayPreparationState>;
  /** Downloads what the day needs. Does nothing while it is running. */
  readonly run: () => Promise<void>;
  /** Stops; what was downloaded is kept. */
  readonly cancel: () => void;
  /** Clears the result of the last preparation. */
  readonly dismiss: () => void;
  /** Called when the state of PDFs changes. */
  readonly handlePdfStatus: () => void;
  readonly reset: () => void;
}

export interface DayPreparationDeps {
  readonly calls: ProcedureCalls;
  readonly health: HealthStore;
  /** Reads the sheet of the day that is on screen. */
  readonly read: () => Promise<DayReadResult>;
}

const IDLE: DayPreparationState = { phase: 'idle' };
/** Maximum number of concurrent requests. */
const MAX_CONCURRENT = 4;

/** What one run of the preparation needs. */
interface PrepareRun extends DayPreparationDeps {
  readonly signal: AbortSignal;
  readonly emit: (step: PrepareStep, done: number, total: number) => void;
  readonly nextPdfStatus: () => Promise<void>;
}

type SheetResult = Result<{ readonly span: DaySpan; readonly sheet: DaySheet }>;

async function readSheet(read: DayPreparationDeps['read']): Promise<SheetResult> {
  const { span, answer } = await read();
  if (!answer.ok) return answer;
  return span === null ? err('invalid-input') : ok({ span, sheet: answer.value });
}

/** Syncs the lists; returns the error, or null on success. */
async function syncLists({ calls, health }: PrepareRun): Promise<AppError | null> {
  const ended = await calls['sync.run']({});
  if (!ended.ok) return ended.error;
  health.adopt(ended.value);
  const failed = ended.value.kinds.find(({ state }) => state === 'failed' || state === 'incomplete');
  return (
    getDownloadBlocker(health) ?? (failed === undefined ? null : (failed.error ?? { code: 'server-error' }))
  );
}

/** Refreshes each record of the day by its id, several at a time. */
async function refreshRecords(run: PrepareRun, { requisitions, unsent, forms }: DayRecords): Promise<void> {
  const { calls, health, signal, emit } = run;
  const known = requisitions.filter((each) => !unsent.includes(each));
  const all = [
    ...known.map(({ id }) => ({ kind: 'requisition' as const, id })),
    ...forms.map((id) => ({ kind: 'form' as const, id })),
  ];
  const left = all.values();
  let done = 0;
  emit('records', done, all.length);
  const worker = async (): Promise<void> => {
    for (const record of left) {
      if (signal.aborted || getDownloadBlocker(health) !== null) return;
      await calls['records.refresh'](record);
      done += 1;
      emit('records', done, all.length);
    }
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT }, worker));
}

/** Reads the state of the day's PDFs and downloads the missing ones if possible. */
async function fetchDayPdfs(
  run: PrepareRun,
  ids: readonly string[],
): Promise<Result<ReadonlyMap<string, PdfState>>> {
  const { calls, health, signal, emit, nextPdfStatus } = run;
  if (ids.length === 0 || getDownloadBlocker(health) !== null) return readPdfStates(calls, ids);
  emit('pdfs', 0, ids.length);
  const onProgress = (here: number): void => emit('pdfs', here, ids.length);
  return downloadPdfs({ calls, health, ids, signal, onProgress, nextStatus: nextPdfStatus });
}

function listMissingPdfs(
  { requisitions, unsent }: DayRecords,
  pdfs: ReadonlyMap<string, PdfState>,
  syncError: AppError | null,
): readonly MissingPdf[] {
  return requisitions.flatMap((wanted): readonly MissingPdf[] => {
    if (unsent.includes(wanted)) return [{ ...wanted, error: null }];
    const pdf = pdfs.get(wanted.id);
    if (pdf !== undefined && pdf.fetchedAt !== null) return [];
    return [{ ...wanted, error: pdf?.error ?? syncError ?? { code: 'not-found' } }];
  });
}

async function prepare(run: PrepareRun): Promise<Result<PreparedDay>> {
  const { health, read, signal, emit } = run;
  emit('sync', 0, 0);
  const synced = await syncLists(run);
  const before = await readSheet(read);
  if (!before.ok) return before;
  if (!signal.aborted && synced === null) await refreshRecords(run, listDayRecords(before.value.sheet));
  // A refreshed record may add records to the sheet or remove some.
  const day = await readSheet(read);
  if (!day.ok) return day;
  if (signal.aborted) return err('cancelled');
  const wants = listDayRecords(day.value.sheet);
  const known = wants.requisitions.filter((each) => !wants.unsent.includes(each)).map(({ id }) => id);
  const pdfs = await fetchDayPdfs(run, known);
  if (!pdfs.ok) return pdfs;
  const syncError = synced ?? getDownloadBlocker(health);
  const here = [...pdfs.value.values()].filter(({ fetchedAt }) => fetchedAt !== null);
  return ok({
    span: day.value.span,
    appointments: day.value.sheet.appointments.length,
    requisitions: wants.requisitions.length,
    forms: wants.forms.length,
    pdfs: here.length,
    outdated: here.filter(({ isStale }) => isStale).length,
    missing: listMissingPdfs(wants, pdfs.value, syncError),
    asOf: getOldestSyncTime(health.store.getState().health?.kinds ?? []),
    syncError,
  });
}

/** Creates a signal on which callers wait until the next event; each event wakes all of them. */
function createWakeSignal() {
  let rung = Promise.withResolvers<void>();
  return {
    ring: (): void => {
      rung.resolve();
      rung = Promise.withResolvers<void>();
    },
    next: (): Promise<void> => rung.promise,
  };
}

/** Creates the store that prepares a day for offline use. */
export function createDayPreparationStore(deps: DayPreparationDeps): DayPreparationStore {
  const store = createStore<DayPreparationState>(() => IDLE);
  const wakeSignal = createWakeSignal();
  let stop: AbortController | null = null;

  function end(mine: AbortController, state: DayPreparationState): void {
    if (stop !== mine) return;
    stop = null;
    store.setState(state, true);
  }

  async function run(): Promise<void> {
    if (stop !== null) return;
    const mine = new AbortController();
    stop = mine;
    const emit = (step: PrepareStep, done: number, total: number): void => {
      if (stop === mine) store.setState({ phase: 'running', step, done, total }, true);
    };
    const prepared = await prepare({ ...deps, signal: mine.signal, emit, nextPdfStatus: wakeSignal.next });
    end(
      mine,
      prepared.ok ? { phase: 'done', prepared: prepared.value } : { phase: 'failed', error: prepared.error },
    );
  }

  function cancel(): void {
    if (stop === null) return;
    stop.abort();
    // Another run may begin at once; the stopped one ends by itself and shows nothing any more.
    stop = null;
    const state = store.getState();
    if (state.phase === 'running' && state.step === 'sync') void deps.health.cancel();
    store.setState({ phase: 'stopped' }, true);
  }

  return {
    store,
    run,
    cancel,
    handlePdfStatus: wakeSignal.ring,
    dismiss: () => {
      cancel();
      store.setState(IDLE, true);
    },
    reset: () => {
      stop?.abort();
      stop = null;
      store.setState(IDLE, true);
    },
  };
}
