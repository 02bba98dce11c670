import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CallOutput, EventPayload } from '#contract/api.ts';
import type { PrintLogEntry } from '#contract/local-data.ts';
import type { OfflinePolicy, PdfState } from '#contract/pdfs.ts';
import { err, ok, type Result, type AppError } from '#contract/result.ts';
import { createThrottle } from '../async.ts';
import type { ProcedureCalls } from '../bridge.ts';

// Maximum accepted size; the service's PDFs are smaller.
const MAX_BYTES = 64 * 1_048_576;

export interface PdfBytes {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly hash: string;
}

/** Reads a stored PDF piece by piece. If it is replaced meanwhile, the read starts again. */
export async function readPdf(calls: ProcedureCalls, id: string, tries = 3): Promise<Result<PdfBytes>> {
  const first = await calls['pdfs.read']({ id, offset: 0 });
  if (!first.ok) return first;
  const { size, hash } = first.value;
  if (size <= 0 || size > MAX_BYTES) return err('too-large');
  const whole = new Uint8Array(size);
  let piece = first.value.bytes;
  let offset = 0;
  for (;;) {
    if (piece.length === 0 || offset + piece.length > size) return err('cut-short');
    whole.set(piece, offset);
    offset += piece.length;
    if (offset === size) return ok({ bytes: whole, hash });
    const next = await calls['pdfs.read']({ id, offset });
    if (!next.ok) return next;
    if (next.value.hash !== hash) return tries > 1 ? readPdf(calls, id, tries - 1) : err('cut-short');
    piece = next.value.bytes;
  }
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

/** The PDF of the open record, and its print log. */
export interface RecordPdfState {
  /** Id of the requisition; null if none is shown. */
  readonly id: string | null;
  /** Null until the first response. */
  readonly pdf: PdfState | null;
  /** Newest first. */
  readonly printLog: readonly PrintLogEntry[];
  /** Why the last action failed. */
  readonly problem: AppError | null;
  /** An action is running. */
  readonly isBusy: boolean;
}

export interface RecordPdfStore {
  readonly store: StoreApi<RecordPdfState>;
  /** Shows the PDF of a record; returns the function that hides it. */
  readonly show: (id: string) => () => void;
  /** Runs an action for the displayed PDF and stores its error. */
  readonly runAction: <T>(what: (id: string) => Promise<Result<T>>) => Promise<void>;
  readonly fetch: () => void;
  readonly cancel: () => void;
  /** Called with the PDFs whose download state changed. */
  readonly handleStatus: (items: EventPayload<'pdfs'>['items']) => void;
  /** Called when records or the print log changed; an empty list means too many to name. */
  readonly invalidate: (ids: readonly string[]) => void;
  readonly reset: () => void;
}

const INITIAL_STATE: RecordPdfState = { id: null, pdf: null, printLog: [], problem: null, isBusy: false };
const THROTTLE_MS = 250;
const PRINT_LOG = 20;

/** Reads the state and the print log of one PDF. */
async function readPdfState(calls: ProcedureCalls, id: string): Promise<Partial<RecordPdfState>> {
  const [pdf, printLog] = await Promise.all([
    calls['pdfs.get']({ id }),
    calls['pdfs.printLog']({ id, limit: PRINT_LOG }),
  ]);
  return {
    ...(pdf.ok ? { pdf: pdf.value } : { problem: pdf.error }),
    ...(printLog.ok ? { printLog: printLog.value.items } : {}),
  };
}

/** Creates the store of the open record's PDF. */
export function createRecordPdfStore(calls: ProcedureCalls): RecordPdfStore {
  const store = createStore<RecordPdfState>(() => INITIAL_STATE);
  const shown = (): string | null => store.getState().id;

  async function load(): Promise<void> {
    const id = shown();
    if (id === null) return;
    const news = await readPdfState(calls, id);
    if (shown() === id) store.setState(news);
  }
  const throttle = createThrottle(load, THROTTLE_MS);

  async function runAction<T>(what: (id: string) => Promise<Result<T>>): Promise<void> {
    const id = shown();
    if (id === null || store.getState().isBusy) return;
    store.setState({ isBusy: true, problem: null });
    const answer = await what(id);
    if (shown() !== id) return;
    store.setState({ isBusy: false, problem: answer.ok ? null : answer.error });
    throttle.request();
  }

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
    fetch: () => void runAction((id) => calls['pdfs.fetch']({ ids: [id] })),
    cancel: () => void runAction((id) => calls['pdfs.cancel']({ ids: [id] })),
    handleStatus: (items) => {
      const { pdf } = store.getState();
      const mine = items.find(({ id }) => id === shown());
      if (mine === undefined) return;
      if (pdf !== null && (mine.state === 'queued' || mine.state === 'arriving'))
        store.setState({ pdf: { ...pdf, ...mine } });
      else throttle.request();
    },
    invalidate: (ids) => {
      const id = shown();
      if (id !== null && (ids.length === 0 || ids.includes(id))) throttle.request();
    },
    reset: () => {
      throttle.reset();
      store.setState(INITIAL_STATE, true);
    },
  };
}
