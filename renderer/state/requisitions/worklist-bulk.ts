import { createStore, type StoreApi } from 'zustand/vanilla';
import type { EventPayload } from '#contract/api.ts';
import type { AppError } from '#contract/result.ts';
import type { WorklistRow } from '#contract/requisitions.ts';
import { createLatestRequestGuard } from '../async.ts';
import { printPage, type PrintOutcome } from '../print.ts';
import {
  BULK_ACTION_NAMES,
  toBulkState,
  reportPdfStates,
  type BulkAction,
  type BulkDeps,
  type BulkRowState,
  type BulkProgress,
} from './worklist-actions.ts';

/** The result for one requisition of a bulk action. */
export interface BulkRow {
  readonly id: string;
  readonly name: string;
  readonly state: BulkRowState;
  readonly error: AppError | null;
}

/** The result of a bulk action, row by row. */
export interface BulkResult {
  readonly action: BulkAction;
  readonly rows: readonly BulkRow[];
  readonly isRunning: boolean;
}

export interface BulkStore {
  readonly sheet: BulkResult | null;
  /** The rows to render for printing. */
  readonly printed: readonly WorklistRow[];
}

export interface BulkRunner {
  readonly store: StoreApi<BulkStore>;
  readonly run: (action: BulkAction, targets: readonly Pick<BulkRow, 'id' | 'name'>[]) => Promise<void>;
  readonly retryFailed: () => Promise<void>;
  /** Closes the result; failed rows stay selected. */
  readonly close: () => void;
  /** Called with the PDFs whose download state changed. */
  readonly news: (items: EventPayload<'pdfs'>['items']) => void;
  /** Called when the page has rendered the rows to print: prints them and removes them again. */
  readonly printRows: () => Promise<void>;
  readonly reset: () => void;
}

const NOTHING: BulkStore = { sheet: null, printed: [] };

/** The failed rows, in their order. */
export function filterFailedRows(rows: readonly BulkRow[]): readonly BulkRow[] {
  return rows.filter(({ state }) => state === 'failed');
}

/** Holds the displayed result; only this class changes it. Messages of an earlier action are dropped. */
class BulkResults {
  readonly store = createStore<BulkStore>(() => NOTHING);
  readonly #deps: BulkDeps;
  readonly #latest = createLatestRequestGuard();
  #printing = Promise.withResolvers<PrintOutcome>();
  /** What is being printed: rendering it again must not print it again. */
  #printingRows: readonly WorklistRow[] | null = null;

  constructor(deps: Omit<BulkDeps, 'print'>) {
    this.#deps = { ...deps, print: (printed) => this.#layOut(printed) };
  }

  /** Has the page render these rows, which then calls `printRows`. */
  #layOut(printed: readonly WorklistRow[]): Promise<PrintOutcome> {
    this.#printing = Promise.withResolvers();
    this.store.setState({ printed });
    return this.#printing.promise;
  }

  async printRows(): Promise<void> {
    const { printed } = this.store.getState();
    if (this.#printingRows === printed) return;
    this.#printingRows = printed;
    const { resolve } = this.#printing;
    const outcome = await printPage(this.#deps.calls);
    // Rows that have replaced them meanwhile stay.
    if (this.store.getState().printed === printed) this.store.setState({ printed: [] });
    resolve(outcome);
  }

  get sheet(): BulkResult | null {
    return this.store.getState().sheet;
  }

  show(sheet: BulkResult | null): void {
    this.store.setState({ sheet });
  }

  emit({ ids, state, error }: BulkProgress): void {
    const { sheet } = this;
    if (sheet === null || ids.length === 0) return;
    const about = new Set(ids);
    this.show({
      ...sheet,
      rows: sheet.rows.map((row) => (about.has(row.id) ? { ...row, state, error } : row)),
    });
  }

  async perform(action: BulkAction, ids: readonly string[]): Promise<void> {
    const isLatest = this.#latest.begin();
    const outcome = await BULK_ACTION_NAMES[action](ids, this.#deps, (told) => {
      if (isLatest()) this.emit(told);
    });
    if (!isLatest() || this.sheet === null) return;
    // The user cancelled the system's dialog, so there is no result to show.
    this.show(outcome === 'given-up' ? null : { ...this.sheet, isRunning: false });
  }

  /** Reads the state of the PDFs whose download has stopped. */
  lookAgain(ids: readonly string[]): Promise<void> {
    return reportPdfStates(ids, this.#deps, (told) => this.emit(told));
  }

  reset(): void {
    this.#latest.cancel();
    this.#printing.resolve('cancelled');
    this.store.setState(NOTHING);
  }
}

/** @param keepPicked is called with the ids that failed once the user has closed the result */
export function createBulk(
  deps: Omit<BulkDeps, 'print'>,
  keepPicked: (failed: readonly string[]) => void,
): BulkRunner {
  const sheets = new BulkResults(deps);
  return {
    store: sheets.store,
    run: (action, targets) => {
      const rows = targets.map(({ id, name }): BulkRow => ({ id, name, state: 'waiting', error: null }));
      sheets.show({ action, rows, isRunning: true });
      return sheets.perform(
        action,
        rows.map(({ id }) => id),
      );
    },
    retryFailed: async () => {
      const { sheet } = sheets;
      if (sheet === null || sheet.isRunning) return;
      const ids = filterFailedRows(sheet.rows).map(({ id }) => id);
      sheets.show({ ...sheet, isRunning: true });
      sheets.emit({ ids, state: 'waiting', error: null });
      await sheets.perform(sheet.action, ids);
    },
    close: () => {
      const { sheet } = sheets;
      if (sheet === null || sheet.isRunning) return;
      keepPicked(filterFailedRows(sheet.rows).map(({ id }) => id));
      sheets.show(null);
    },
    news: (items) => {
      if (sheets.sheet?.action !== 'pdfs') return;
      const stopped = items.filter(({ state }) => state === 'failed' || state === 'none').map(({ id }) => id);
      for (const { id, state } of items)
        if (!stopped.includes(id)) sheets.emit({ ids: [id], state: toBulkState(state), error: null });
      if (stopped.length > 0) void sheets.lookAgain(stopped);
    },
    printRows: () => sheets.printRows(),
    reset: () => sheets.reset(),
  };
}
