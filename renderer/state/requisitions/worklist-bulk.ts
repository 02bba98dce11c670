import { createStore, type StoreApi } from 'zustand/vanilla';
import type { EventPayload } from '#contract/api.ts';
import type { AppError } from '#contract/result.ts';
import type { WorklistRow } from '#contract/requisitions.ts';
import { createLatestRequestGuard } from '../async.ts';
import { printPage, type PrintOutcome } from '../print.ts';
import {
  BULK_ACTION_FUNCTIONS,
  toBulkRowStateOfPdf,
  reportPdfStates,
  type BulkAction,
  type BulkActionDeps,
  type BulkRowState,
  type BulkActionProgress,
  type PdfPrintResult,
} from './worklist-actions.ts';

/** The result for one requisition of a bulk action. */
export interface BulkRowResult {
  readonly id: string;
  readonly name: string;
  /** Empty where it is not known. */
  readonly patient: string;
  readonly state: BulkRowState;
  readonly error: AppError | null;
}

/** A requisition for which a bulk action is to run. */
export type BulkTarget = Pick<BulkRowResult, 'id' | 'name' | 'patient'>;

/** The result of a bulk action, row by row. */
export interface BulkResult {
  readonly action: BulkAction;
  readonly rows: readonly BulkRowResult[];
  readonly isRunning: boolean;
  /** Where something was saved; null for nothing. */
  readonly path: string | null;
}

export interface BulkActionState {
  readonly result: BulkResult | null;
  /** The requisitions whose PDFs are to be printed. */
  readonly printedPdfs: readonly string[];
  /** The rows that the page renders for the printer; empty for none. */
  readonly printed: readonly WorklistRow[];
}

export interface BulkActionRunner {
  readonly store: StoreApi<BulkActionState>;
  readonly run: (action: BulkAction, targets: readonly BulkTarget[]) => Promise<void>;
  readonly retryFailed: () => Promise<void>;
  /** Closes the result; failed rows stay selected. */
  readonly close: () => void;
  /** Called with the PDFs whose download state changed. */
  readonly handlePdfStatus: (items: EventPayload<'pdfs'>['items']) => void;
  /** Called when the page has rendered the rows to print: prints them and removes them again. */
  readonly printRows: () => Promise<void>;
  /** Called when the page has printed the PDFs. */
  readonly finishPdfPrint: (result: PdfPrintResult) => void;
  /** The user has seen the PDFs come out of the printer: notes it for each. */
  readonly notePrinted: () => Promise<void>;
  readonly reset: () => void;
}

const NOTHING: BulkActionState = { result: null, printed: [], printedPdfs: [] };

/** The failed rows, in their order. */
export function filterFailedRows(rows: readonly BulkRowResult[]): readonly BulkRowResult[] {
  return rows.filter(({ state }) => state === 'failed');
}

/** Holds the displayed result; only this class changes it. Messages of an earlier action are dropped. */
class BulkResults {
  readonly store = createStore<BulkActionState>(() => NOTHING);
  readonly #deps: BulkActionDeps;
  readonly #latest = createLatestRequestGuard();
  #printing = Promise.withResolvers<PrintOutcome>();
  #printingPdfs = Promise.withResolvers<PdfPrintResult>();
  /** What is being printed: rendering it again must not print it again. */
  #printingRows: readonly WorklistRow[] | null = null;

  constructor(deps: Omit<BulkActionDeps, 'print' | 'printPdfs'>) {
    this.#deps = {
      ...deps,
      print: (printed) => this.#renderForPrint(printed),
      printPdfs: (printedPdfs) => this.#drawForPrint(printedPdfs),
    };
  }

  /** Has the page draw these PDFs and print them, which then calls `finishPdfPrint`. */
  #drawForPrint(printedPdfs: readonly string[]): Promise<PdfPrintResult> {
    this.#printingPdfs = Promise.withResolvers();
    this.store.setState({ printedPdfs });
    return this.#printingPdfs.promise;
  }

  finishPdfPrint(printed: PdfPrintResult): void {
    this.store.setState({ printedPdfs: [] });
    this.#printingPdfs.resolve(printed);
  }

  async notePrinted(): Promise<void> {
    const { result } = this;
    if (result === null) return;
    for (const { id, state } of result.rows)
      if (state === 'printed') await this.#deps.calls['pdfs.notePrinted']({ id });
  }

  /** Has the page render these rows, which then calls `printRows`. */
  #renderForPrint(printed: readonly WorklistRow[]): Promise<PrintOutcome> {
    this.#printing = Promise.withResolvers();
    this.store.setState({ printed });
    return this.#printing.promise;
  }

  async printRows(): Promise<void> {
    const { printed } = this.store.getState();
    if (this.#printingRows === printed) return;
    this.#printingRows = printed;
    const { resolve } = this.#printing;
    const records = printed.map(({ id }) => id);
    const outcome = await printPage(this.#deps.calls, records);
    // Removes the printed rows, unless newer ones have replaced them meanwhile.
    if (this.store.getState().printed === printed) this.store.setState({ printed: [] });
    resolve(outcome);
  }

  get result(): BulkResult | null {
    return this.store.getState().result;
  }

  show(result: BulkResult | null): void {
    this.store.setState({ result });
  }

  emit({ ids, state, error }: BulkActionProgress): void {
    const { result } = this;
    if (result === null || ids.length === 0) return;
    const about = new Set(ids);
    this.show({
      ...result,
      rows: result.rows.map((row) => (about.has(row.id) ? { ...row, state, error } : row)),
    });
  }

  async perform(action: BulkAction, ids: readonly string[]): Promise<void> {
    const isLatest = this.#latest.begin();
    const outcome = await BULK_ACTION_FUNCTIONS[action](ids, this.#deps, (progress) => {
      if (isLatest()) this.emit(progress);
    });
    if (!isLatest() || this.result === null) return;
    // The user cancelled the system's dialog, so there is no result to show.
    const path = typeof outcome === 'object' ? outcome.path : null;
    this.show(outcome === 'given-up' ? null : { ...this.result, path, isRunning: false });
  }

  /** Reads the state of the PDFs whose download has stopped. */
  refreshPdfStates(ids: readonly string[]): Promise<void> {
    return reportPdfStates(ids, this.#deps, (progress) => this.emit(progress));
  }

  reset(): void {
    this.#latest.cancel();
    this.#printing.resolve('cancelled');
    this.#printingPdfs.resolve({ outcome: 'cancelled', failed: [] });
    this.store.setState(NOTHING);
  }
}

/**
 * Creates the store of bulk actions on requisitions and of their result.
 * @param selectFailed selects the failed rows when the user closes the result
 */
export function createBulkActionRunner(
  deps: Omit<BulkActionDeps, 'print' | 'printPdfs'>,
  selectFailed: (failed: readonly string[]) => void,
): BulkActionRunner {
  const results = new BulkResults(deps);
  return {
    store: results.store,
    run: (action, targets) => {
      const rows = targets.map(
        ({ id, name, patient }): BulkRowResult => ({ id, name, patient, state: 'waiting', error: null }),
      );
      results.show({ action, rows, isRunning: true, path: null });
      return results.perform(
        action,
        rows.map(({ id }) => id),
      );
    },
    retryFailed: async () => {
      const { result } = results;
      if (result === null || result.isRunning) return;
      const ids = filterFailedRows(result.rows).map(({ id }) => id);
      results.show({ ...result, isRunning: true });
      results.emit({ ids, state: 'waiting', error: null });
      await results.perform(result.action, ids);
    },
    close: () => {
      const { result } = results;
      if (result === null || result.isRunning) return;
      selectFailed(filterFailedRows(result.rows).map(({ id }) => id));
      results.show(null);
    },
    handlePdfStatus: (items) => {
      if (results.result?.action !== 'pdfs') return;
      const stopped = items.filter(({ state }) => state === 'failed' || state === 'none').map(({ id }) => id);
      for (const { id, state } of items)
        if (!stopped.includes(id))
          results.emit({ ids: [id], state: toBulkRowStateOfPdf(state), error: null });
      if (stopped.length > 0) void results.refreshPdfStates(stopped);
    },
    printRows: () => results.printRows(),
    finishPdfPrint: (result) => results.finishPdfPrint(result),
    notePrinted: () => results.notePrinted(),
    reset: () => results.reset(),
  };
}
