import { createStore, type StoreApi } from 'zustand/vanilla';
import type { DaySheet } from '#contract/day.ts';
import type { Pdf } from '#contract/pdfs.ts';
import { err, ok, type AppError, type Result } from '#contract/result.ts';
import type { EpochMs } from '#contract/time.ts';
import type { Calls } from '../bridge.ts';
import { fetchPdfs, obstacle, getPdfs, getWants, type DayWants, type Wanted } from './day-pdfs.ts';
import type { DaySpan, ReadDay } from './day-span.ts';
import { asOf, type HealthWatch } from '../sync/health.ts';

/**
 * The steps of preparing a day: sync the lists, then refresh each record of the day, then download the PDFs.
 */
type PrepareStep = 'sync' | 'records' | 'papers';

/** A PDF that is not on this computer, and why; null if the requisition was not sent yet. */
export interface MissingPdf extends Wanted {
  readonly error: AppError | null;
}

/** Result of preparing a day: what is on this computer. */
export interface Prepared {
  readonly span: DaySpan;
  readonly appointments: number;
  readonly requisitions: number;
  readonly forms: number;
  readonly pdfs: number;
  /** How many of those PDFs show an older version of their requisition. */
  readonly stale: number;
  readonly missing: readonly MissingPdf[];
  /**
   * The time at which all of it was current: that of the oldest list. Null if a list was never synced
   * completely.
   */
  readonly asOf: EpochMs | null;
  /** Why the data could not be refreshed; null if it was. */
  readonly trouble: AppError | null;
}

export type PrepareState =
  | { readonly phase: 'idle' }
  | { readonly phase: 'running'; readonly step: PrepareStep; readonly done: number; readonly total: number }
  | { readonly phase: 'stopped' }
  | { readonly phase: 'failed'; readonly error: AppError }
  | { readonly phase: 'done'; readonly prepared: Prepared };

export interface Preparing {
  readonly store: StoreApi<PrepareState>;
  /** Downloads what the day needs. Does nothing while it is running. */
  readonly run: () => Promise<void>;
  /** Stops; what was downloaded is kept. */
  readonly cancel: () => void;
  /** Clears the result. */
  readonly dismiss: () => void;
  /** Called when the state of PDFs changes. */
  readonly news: () => void;
  readonly reset: () => void;
}

export interface PreparingDeps {
  readonly calls: Calls;
  readonly health: HealthWatch;
  /** Reads the day on screen. */
  readonly read: () => Promise<ReadDay>;
}

const IDLE: PrepareState = { phase: 'idle' };
/** Maximum number of concurrent requests. */
const MAX_CONCURRENT = 4;

/** The dependencies of one run. */
interface Round extends PreparingDeps {
  readonly signal: AbortSignal;
  readonly emit: (step: PrepareStep, done: number, total: number) => void;
  readonly nextNews: () => Promise<void>;
}

type Read = Result<{ readonly span: DaySpan; readonly sheet: DaySheet }>;

async function readSheet(read: PreparingDeps['read']): Promise<Read> {
  const { span, answer } = await read();
  if (!answer.ok) return answer;
  return span === null ? err('invalid-input') : ok({ span, sheet: answer.value });
}

/** Syncs the lists; returns the error, or null on success. */
async function syncLists({ calls, health }: Round): Promise<AppError | null> {
  const ended = await calls['sync.run']({});
  if (!ended.ok) return ended.error;
  health.adopt(ended.value);
  const failed = ended.value.kinds.find(({ state }) => state === 'failed' || state === 'incomplete');
  return obstacle(health) ?? (failed === undefined ? null : (failed.error ?? { code: 'server-error' }));
}

/** Refreshes each record of the day by its id, several at a time. */
async function refreshRecords(round: Round, { requisitions, unsent, forms }: DayWants): Promise<void> {
  const { calls, health, signal, emit } = round;
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
      if (signal.aborted || obstacle(health) !== null) return;
      await calls['records.refresh'](record);
      done += 1;
      emit('records', done, all.length);
    }
  };
  await Promise.all(Array.from({ length: MAX_CONCURRENT }, worker));
}

/** Reads the state of the day's PDFs and downloads the missing ones if possible. */
async function dayPdfs(round: Round, ids: readonly string[]): Promise<Result<ReadonlyMap<string, Pdf>>> {
  const { calls, health, signal, emit, nextNews } = round;
  if (ids.length === 0 || obstacle(health) !== null) return getPdfs(calls, ids);
  emit('papers', 0, ids.length);
  const onProgress = (here: number): void => emit('papers', here, ids.length);
  return fetchPdfs({ calls, health, ids, signal, onProgress, news: nextNews });
}

function getMissing(
  { requisitions, unsent }: DayWants,
  pdfs: ReadonlyMap<string, Pdf>,
  trouble: AppError | null,
): readonly MissingPdf[] {
  return requisitions.flatMap((wanted): readonly MissingPdf[] => {
    if (unsent.includes(wanted)) return [{ ...wanted, error: null }];
    const pdf = pdfs.get(wanted.id);
    if (pdf !== undefined && pdf.fetchedAt !== null) return [];
    return [{ ...wanted, error: pdf?.error ?? trouble ?? { code: 'not-found' } }];
  });
}

async function prepare(round: Round): Promise<Result<Prepared>> {
  const { health, read, signal, emit } = round;
  emit('sync', 0, 0);
  const synced = await syncLists(round);
  const before = await readSheet(read);
  if (!before.ok) return before;
  if (!signal.aborted && synced === null) await refreshRecords(round, getWants(before.value.sheet));
  // A refreshed record may add records to the sheet or remove some.
  const day = await readSheet(read);
  if (!day.ok) return day;
  if (signal.aborted) return err('cancelled');
  const wants = getWants(day.value.sheet);
  const known = wants.requisitions.filter((each) => !wants.unsent.includes(each)).map(({ id }) => id);
  const pdfs = await dayPdfs(round, known);
  if (!pdfs.ok) return pdfs;
  const trouble = synced ?? obstacle(health);
  const here = [...pdfs.value.values()].filter(({ fetchedAt }) => fetchedAt !== null);
  return ok({
    span: day.value.span,
    appointments: day.value.sheet.appointments.length,
    requisitions: wants.requisitions.length,
    forms: wants.forms.length,
    pdfs: here.length,
    stale: here.filter(({ isStale }) => isStale).length,
    missing: getMissing(wants, pdfs.value, trouble),
    asOf: asOf(health.store.getState().health?.kinds ?? []),
    trouble,
  });
}

/** A signal that wakes all waiting callers. */
function createBell() {
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
export function createPreparing(deps: PreparingDeps): Preparing {
  const store = createStore<PrepareState>(() => IDLE);
  const bell = createBell();
  let stop: AbortController | null = null;

  function end(mine: AbortController, state: PrepareState): void {
    if (stop !== mine) return;
    stop = null;
    store.setState(state, true);
  }

  async function run(): Promise<void> {
    if (stop !== null) return;
    const mine = new AbortController();
    stop = mine;
    const emit = (step: PrepareStep, done: number, total: number): void => {
      if (stop === mine && !mine.signal.aborted)
        store.setState({ phase: 'running', step, done, total }, true);
    };
    const prepared = await prepare({ ...deps, signal: mine.signal, emit, nextNews: bell.next });
    if (mine.signal.aborted) return end(mine, { phase: 'stopped' });
    end(
      mine,
      prepared.ok ? { phase: 'done', prepared: prepared.value } : { phase: 'failed', error: prepared.error },
    );
  }

  function cancel(): void {
    if (stop === null) return;
    stop.abort();
    const state = store.getState();
    if (state.phase === 'running' && state.step === 'sync') void deps.health.cancel();
    store.setState({ phase: 'stopped' }, true);
  }

  return {
    store,
    run,
    cancel,
    news: bell.ring,
    dismiss: () => {
      if (stop !== null) cancel();
      store.setState(IDLE, true);
    },
    reset: () => {
      stop?.abort();
      stop = null;
      store.setState(IDLE, true);
    },
  };
}
