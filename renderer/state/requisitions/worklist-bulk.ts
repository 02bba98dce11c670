import { createStore, type StoreApi } from 'zustand/vanilla';
import type { EventPayload } from '#contract/api.ts';
import type { WorklistRow } from '#contract/requisitions.ts';
import { createLatestRequestGuard } from '../async.ts';
import { createSaveId } from '../editor/draft-storage.ts';
import { chunkIdsForPdfCalls } from '../pdfs/pdf-call-ids.ts';
import { printPage, type PrintOutcome } from '../print.ts';
import type { SavedShare } from '../changes/shares.ts';
import {
  BULK_ACTION_FUNCTIONS,
  canStopBulkAction,
  toBulkRowStateOfPdf,
  reportPdfStates,
  type BulkAction,
  type BulkActionDeps,
  type BulkRowOutcome,
  type BulkRowState,
  type PdfPrintResult,
} from './worklist-actions.ts';

/** The result for one requisition of a bulk action. */
export interface BulkRowResult extends BulkRowOutcome {
  /** Null where the row is not loaded. */
  readonly name: string | null;
  /** Empty where it is not known. */
  readonly patient: string;
}

/** A requisition for which a bulk action is to run. */
export type BulkTarget = Pick<BulkRowResult, 'id' | 'name' | 'patient'>;

/** The result of a bulk action, row by row. */
export interface BulkResult {
  readonly action: BulkAction;
  readonly rows: readonly BulkRowResult[];
  readonly isRunning: boolean;
  /** The user has stopped the action: the present part is the last one. */
  readonly isStopped: boolean;
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
  /** Stops after the present part; what was done stays, and the other rows can be continued with. */
  readonly stop: () => void;
  readonly retryFailed: () => Promise<void>;
  /** Goes on with the rows that were not begun when the user stopped. */
  readonly continueStopped: () => Promise<void>;
  /** Closes the result; rows that failed or were not begun stay selected. */
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

/** What the runner of bulk actions depends on: what its actions do, but for what it prints itself. */
export interface BulkRunnerDeps extends Omit<BulkActionDeps, 'print' | 'printPdfs'> {
  /** Called after a run with all requisitions of its result whose share is saved. */
  readonly onShared: (shares: readonly SavedShare[]) => void;
}

const NOTHING: BulkActionState = { result: null, printed: [], printedPdfs: [] };

/** How many rows of a result the action has done, how many failed, or were not begun because the user stopped. */
export interface BulkRowCounts {
  readonly done: number;
  readonly failed: number;
  readonly stopped: number;
}

/** The states of rows that the action has not done yet: their PDF is still to come. */
const UNFINISHED: ReadonlySet<BulkRowState> = new Set(['waiting', 'queued', 'arriving']);

/** Counts the rows of a result; each counts once. */
export function countBulkRows(rows: readonly BulkRowResult[]): BulkRowCounts {
  const counts = { done: 0, failed: 0, stopped: 0 };
  for (const { state } of rows) {
    if (state === 'failed' || state === 'stopped') counts[state] += 1;
    else if (!UNFINISHED.has(state)) counts.done += 1;
  }
  return counts;
}

function toStoppedIfWaiting(row: BulkRowResult): BulkRowResult {
  return row.state === 'waiting' ? { ...row, state: 'stopped' } : row;
}

/** Returns the shares that were saved for rows of a result. */
function listSavedShares(rows: readonly BulkRowResult[]): readonly SavedShare[] {
  return rows.flatMap(({ id, number }) => (number === undefined ? [] : [{ id, number }]));
}

/** Holds the displayed result; only this class changes it. Messages of an earlier action are dropped. */
class BulkResults {
  readonly store = createStore<BulkActionState>(() => NOTHING);
  readonly #deps: BulkActionDeps & Pick<BulkRunnerDeps, 'onShared'>;
  readonly #latest = createLatestRequestGuard();
  #printing = Promise.withResolvers<PrintOutcome>();
  #printingPdfs = Promise.withResolvers<PdfPrintResult>();
  /** What is being printed: rendering it again must not print it again. */
  #printingRows: readonly WorklistRow[] | null = null;
  /** The place of each row of the displayed result, by id: finding a row must not cost a search of all. */
  #places: ReadonlyMap<string, number> = new Map();
  readonly #saveIds = new Map<string, string>();

  constructor(deps: BulkRunnerDeps) {
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
    const printed = result.rows.flatMap(({ id, state }) => (state === 'printed' ? [id] : []));
    for (const ids of chunkIdsForPdfCalls(printed)) await this.#deps.calls['pdfs.notePrinted']({ ids });
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

  start(action: BulkAction, targets: readonly BulkTarget[]): Promise<void> {
    this.#places = new Map(targets.map(({ id }, place) => [id, place]));
    this.#saveIds.clear();
    const rows = targets.map(
      ({ id, name, patient }): BulkRowResult => ({ id, name, patient, state: 'waiting', error: null }),
    );
    return this.#perform({ action, rows, isRunning: true, isStopped: false, path: null });
  }

  /** Runs the action again for the rows in this state. */
  async rerun(state: 'failed' | 'stopped'): Promise<void> {
    const { result } = this;
    if (result === null || result.isRunning) return;
    const rows = result.rows.map(
      (row): BulkRowResult => (row.state === state ? { ...row, state: 'waiting', error: null } : row),
    );
    await this.#perform({ ...result, rows, isRunning: true, isStopped: false });
  }

  stop(): void {
    const { result } = this;
    if (result?.isRunning === true && canStopBulkAction(result.action))
      this.show({ ...result, isStopped: true });
  }

  /** Shows what has become of rows, in one update; ids that are not among the rows are ignored. */
  emit(outcomes: readonly BulkRowOutcome[]): void {
    const { result } = this;
    if (result === null) return;
    const known = outcomes.filter(({ id }) => this.#places.has(id));
    if (known.length === 0) return;
    const rows = [...result.rows];
    for (const { id, ...outcome } of known) {
      const place = this.#places.get(id);
      const row = place === undefined ? undefined : rows[place];
      if (place !== undefined && row !== undefined) rows[place] = { ...row, ...outcome };
    }
    this.show({ ...result, rows });
  }

  /** Runs the action of a result for its waiting rows. */
  async #perform(result: BulkResult): Promise<void> {
    const isLatest = this.#latest.begin();
    this.show(result);
    const ids = result.rows.flatMap(({ id, state }) => (state === 'waiting' ? [id] : []));
    const outcome = await BULK_ACTION_FUNCTIONS[result.action](ids, this.#deps, {
      emit: (outcomes) => {
        if (isLatest()) this.emit(outcomes);
      },
      isStopped: () => !isLatest() || this.result?.isStopped === true,
      getSaveId: (id) => this.#getSaveId(id),
    });
    if (!isLatest() || this.result === null) return;
    const { rows } = this.result;
    // The user cancelled the system's dialog, so there is no result to show.
    if (outcome === 'given-up') return this.show(null);
    this.show({
      ...this.result,
      rows: this.result.isStopped ? rows.map(toStoppedIfWaiting) : rows,
      path: typeof outcome === 'object' ? outcome.path : null,
      isRunning: false,
    });
    const shares = result.action === 'share' ? listSavedShares(rows) : [];
    if (shares.length > 0) this.#deps.onShared(shares);
  }

  #getSaveId(id: string): string {
    const saveId = this.#saveIds.get(id) ?? createSaveId();
    this.#saveIds.set(id, saveId);
    return saveId;
  }

  /** Shows new states of PDFs, and reads those of the PDFs whose download has stopped. */
  handlePdfStatus(items: EventPayload<'pdfs'>['items']): void {
    const [stopped, others] = [
      items.filter(({ state }) => state === 'failed' || state === 'none'),
      items.filter(({ state }) => state !== 'failed' && state !== 'none'),
    ];
    this.emit(others.map(({ id, state }) => ({ id, state: toBulkRowStateOfPdf(state), error: null })));
    if (stopped.length === 0) return;
    const ids = stopped.map(({ id }) => id);
    void reportPdfStates(ids, this.#deps, (outcomes) => this.emit(outcomes));
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
 * @param selectRemaining selects the rows that failed or were not begun, when the user closes the result
 */
export function createBulkActionRunner(
  deps: BulkRunnerDeps,
  selectRemaining: (ids: readonly string[]) => void,
): BulkActionRunner {
  const results = new BulkResults(deps);
  return {
    store: results.store,
    run: (action, targets) => results.start(action, targets),
    stop: () => results.stop(),
    retryFailed: () => results.rerun('failed'),
    continueStopped: () => results.rerun('stopped'),
    close: () => {
      const { result } = results;
      if (result === null || result.isRunning) return;
      const remaining = result.rows.filter(({ state }) => state === 'failed' || state === 'stopped');
      selectRemaining(remaining.map(({ id }) => id));
      results.show(null);
    },
    handlePdfStatus: (items) => {
      if (results.result?.action === 'pdfs') results.handlePdfStatus(items);
    },
    printRows: () => results.printRows(),
    finishPdfPrint: (result) => results.finishPdfPrint(result),
    notePrinted: () => results.notePrinted(),
    reset: () => results.reset(),
  };
}
