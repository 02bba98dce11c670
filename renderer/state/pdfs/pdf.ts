import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CallOutput, EventPayload } from '#contract/api.ts';
import type { PdfUseLogEntry } from '#contract/local-data.ts';
import type { OfflinePolicy, PdfState } from '#contract/pdfs.ts';
import { err, ok, type Result, type AppError } from '#contract/result.ts';
import { createThrottle } from '../async.ts';
import type { ProcedureCalls } from '../bridge.ts';
import { isServiceUnreachable } from '../sync/health.ts';

// Maximum accepted size; the service's PDFs are smaller.
const MAX_BYTES = 64 * 1_048_576;

export interface PdfBytesWithHash {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly hash: string;
}

/** Reads the PDF whose first piece was read; null if it is replaced meanwhile. */
async function readPieces(
  calls: ProcedureCalls,
  id: string,
  first: CallOutput<'pdfs.read'>,
  signal?: AbortSignal,
): Promise<Result<PdfBytesWithHash> | null> {
  const { size, hash } = first;
  const whole = new Uint8Array(size);
  let piece = first.bytes;
  let offset = 0;
  for (;;) {
    if (piece.length === 0 || offset + piece.length > size) return err('cut-short');
    whole.set(piece, offset);
    offset += piece.length;
    if (offset === size) return ok({ bytes: whole, hash });
    if (signal?.aborted === true) return err('cancelled');
    const next = await calls['pdfs.read']({ id, offset });
    if (!next.ok) return next;
    if (next.value.hash !== hash) return null;
    piece = next.value.bytes;
  }
}

/**
 * Reads a stored PDF piece by piece. If it is replaced meanwhile, the read starts again.
 * @param signal ends the read after a piece; it then returns 'cancelled'
 */
export async function readPdf(
  calls: ProcedureCalls,
  id: string,
  signal?: AbortSignal,
  tries = 3,
): Promise<Result<PdfBytesWithHash>> {
  const first = await calls['pdfs.read']({ id, offset: 0 });
  if (!first.ok) return first;
  const { size } = first.value;
  if (size <= 0 || size > MAX_BYTES) return err('too-large');
  const whole = await readPieces(calls, id, first.value, signal);
  if (whole !== null) return whole;
  return tries > 1 ? readPdf(calls, id, signal, tries - 1) : err('cut-short');
}

/** The offline policy of PDFs (which are downloaded automatically), and the disk usage. */
export interface OfflinePolicyState {
  /** Null until the first response. */
  readonly usage: CallOutput<'pdfs.usage'> | null;
  readonly error: AppError | null;
}

export interface OfflinePolicyStore {
  readonly store: StoreApi<OfflinePolicyState>;
  readonly load: () => Promise<void>;
  /** Saves another policy. The displayed policy is the saved one. */
  readonly choose: (rule: OfflinePolicy) => Promise<void>;
}

/** Creates the store of the offline policy, for the settings screen. */
export function createOfflinePolicyStore(calls: ProcedureCalls): OfflinePolicyStore {
  const store = createStore<OfflinePolicyState>(() => ({ usage: null, error: null }));
  const adopt = (answer: Awaited<ReturnType<ProcedureCalls['pdfs.usage']>>): void =>
    store.setState(answer.ok ? { usage: answer.value, error: null } : { error: answer.error });
  return {
    store,
    load: async () => adopt(await calls['pdfs.usage']({})),
    choose: async (rule) => adopt(await calls['pdfs.setOfflinePolicy'](rule)),
  };
}

/** What the last action did, for the user: otherwise nothing on screen would tell that anything happened. */
export type PdfActionSuccess =
  | { readonly what: 'opened' | 'fetched' | 'printed' | 'handedOver' | 'dragged' }
  | { readonly what: 'saved'; readonly path: string };

/** State, print log and last error of the PDF of the open record. */
export interface PdfPaneState {
  /** Id of the requisition; null if none is shown. */
  readonly id: string | null;
  /** Null until the first response. */
  readonly pdf: PdfState | null;
  /** What was done with this PDF here, newest first. */
  readonly printLog: readonly PdfUseLogEntry[];
  /** Why the state was not read the last time; null if it was. */
  readonly readProblem: AppError | null;
  /** Why the last action on the PDF failed; null if it succeeded. */
  readonly problem: AppError | null;
  /** What the last action did; null where it failed, was cancelled or is running. */
  readonly notice: PdfActionSuccess | null;
  /** Whether an action on the PDF is running. */
  readonly isBusy: boolean;
}

export interface RecordPdfStore {
  readonly store: StoreApi<PdfPaneState>;
  /** Shows the PDF of a record; returns the function that hides it. */
  readonly show: (id: string) => () => void;
  /** Runs an action for the displayed PDF and stores its error, or what it did. */
  readonly runAction: <T>(
    what: (id: string) => Promise<Result<T>>,
    toNotice?: (done: T) => PdfActionSuccess | null,
  ) => Promise<void>;
  readonly fetch: () => void;
  readonly cancel: () => void;
  /**
   * Called when the service can be reached again: a PDF whose download failed because it could not is downloaded again, once it is
   * on screen.
   */
  readonly retryUnreached: () => void;
  /** Called with the PDFs whose download state changed. */
  readonly handleStatus: (items: EventPayload<'pdfs'>['items']) => void;
  /** Called when records or the print log changed; an empty list means too many to name. */
  readonly invalidate: (ids: readonly string[]) => void;
  readonly reset: () => void;
}

const INITIAL_STATE: PdfPaneState = {
  id: null,
  pdf: null,
  printLog: [],
  readProblem: null,
  problem: null,
  notice: null,
  isBusy: false,
};
const THROTTLE_MS = 250;

/** Reads the state and the print log of one PDF. */
async function readPdfState(calls: ProcedureCalls, id: string): Promise<Partial<PdfPaneState>> {
  const found = await calls['pdfs.get']({ id });
  if (!found.ok) return { readProblem: found.error };
  const { printLog, ...pdf } = found.value;
  return { pdf, printLog, readProblem: null };
}

/** Returns the function that runs one action at a time for the displayed PDF, and stores what it did. */
function createActionRunner(store: StoreApi<PdfPaneState>, refresh: () => void): RecordPdfStore['runAction'] {
  return async (what, toNotice = () => null) => {
    const { id, isBusy } = store.getState();
    if (id === null || isBusy) return;
    store.setState({ isBusy: true, problem: null, notice: null });
    const answer = await what(id);
    if (store.getState().id !== id) return;
    store.setState({
      isBusy: false,
      problem: answer.ok ? null : answer.error,
      notice: answer.ok ? toNotice(answer.value) : null,
    });
    refresh();
  };
}

/** Shows the progress of the displayed PDF; reads its state again where it is no longer on its way. */
function showProgress(
  store: StoreApi<PdfPaneState>,
  items: EventPayload<'pdfs'>['items'],
  refresh: () => void,
): void {
  const { id: shown, pdf } = store.getState();
  const mine = items.find(({ id }) => id === shown);
  if (mine === undefined) return;
  if (pdf !== null && (mine.state === 'queued' || mine.state === 'arriving'))
    store.setState({ pdf: { ...pdf, ...mine } });
  else refresh();
}

/** Which PDFs are downloaded again by themselves: each once after the connection has returned. */
class RetriesAfterReturn {
  /** The PDFs that were tried since the connection returned; null before it has returned. */
  #tried: Set<string> | null = null;

  begin(): void {
    this.#tried = new Set();
  }

  reset(): void {
    this.#tried = null;
  }

  /** Returns whether a PDF is to be downloaded again; it is counted as tried then. */
  take(pdf: PdfState | null | undefined): boolean {
    if (!pdf || this.#tried === null || !isServiceUnreachable(pdf.error)) return false;
    if (pdf.state === 'queued' || pdf.state === 'arriving' || this.#tried.has(pdf.id)) return false;
    this.#tried.add(pdf.id);
    return true;
  }
}

/** Creates the store of the open record's PDF. */
export function createRecordPdfStore(calls: ProcedureCalls): RecordPdfStore {
  const store = createStore<PdfPaneState>(() => INITIAL_STATE);
  const shown = (): string | null => store.getState().id;

  // The record whose PDF the user has asked for here, until it has arrived.
  let wanted: string | null = null;
  const retries = new RetriesAfterReturn();

  async function load(): Promise<void> {
    const id = shown();
    if (id === null) return;
    const news = await readPdfState(calls, id);
    if (shown() !== id) return;
    const hasArrived = wanted === id && news.pdf?.state === 'here';
    if (hasArrived) wanted = null;
    store.setState({ ...news, ...(hasArrived ? { notice: { what: 'fetched' } } : {}) });
    if (!store.getState().isBusy && retries.take(news.pdf)) void fetchShown();
  }
  const throttle = createThrottle(load, THROTTLE_MS);

  const runAction = createActionRunner(store, throttle.request);
  const fetchShown = (): Promise<void> => runAction((id) => calls['pdfs.fetch']({ ids: [id] }));

  return {
    store,
    runAction,
    show: (id) => {
      store.setState({ ...INITIAL_STATE, id }, true);
      void load();
      return () => {
        if (shown() === id) store.setState(INITIAL_STATE, true);
      };
    },
    fetch: () => {
      wanted = shown();
      void fetchShown();
    },
    cancel: () => void runAction((id) => calls['pdfs.cancel']({ ids: [id] })),
    retryUnreached: () => {
      retries.begin();
      throttle.request();
    },
    handleStatus: (items) => showProgress(store, items, throttle.request),
    invalidate: (ids) => {
      const id = shown();
      if (id !== null && (ids.length === 0 || ids.includes(id))) throttle.request();
    },
    reset: () => {
      throttle.reset();
      retries.reset();
      store.setState(INITIAL_STATE, true);
    },
  };
}
