import { MAX_CHANGES_SAVED_TOGETHER } from '#contract/outbox-procedures.ts';
import { isLocalId } from '#contract/records.ts';
import type { PdfState } from '#contract/pdfs.ts';
import { ok, type AppError, type Result } from '#contract/result.ts';
import type { WorklistRow } from '#contract/requisitions.ts';
import type { ProcedureCalls } from '../bridge.ts';
import { chunk } from '../chunk.ts';
import { chunkIdsForPdfCalls } from '../pdfs/pdf-call-ids.ts';
import { exportTable } from '../export-table.ts';
import { getPrintProblem, type PrintOutcome } from '../print.ts';
import type { ListWindow } from '../list/list-window.ts';
import { createShareChange } from '../changes/quick-changes.ts';
import type { ParsedWorklistQuery } from './worklist-query.ts';

/** The bulk actions: those that apply to all selected requisitions. */
export const BULK_ACTIONS = [
  'pdfs',
  'openPdfs',
  'savePdfs',
  'printPdfs',
  'print',
  'export',
  'share',
  'unshare',
] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];

/** Whether the user can stop an action: one that is done part by part. */
export function canStopBulkAction(action: BulkAction): boolean {
  return action === 'share' || action === 'unshare';
}

/**
 * The result for one requisition: waiting, change saved, PDF requested, downloading or present, opened, copied into
 * a folder, in the exported file or on the printed page; `stopped`: the user has stopped the action before its turn.
 */
export type BulkRowState =
  | 'waiting'
  | 'saved'
  | 'queued'
  | 'arriving'
  | 'here'
  | 'opened'
  | 'copied'
  | 'written'
  | 'printed'
  | 'stopped'
  | 'failed';

/** What has become of one requisition. */
export interface BulkRowOutcome {
  readonly id: string;
  readonly state: BulkRowState;
  readonly error: AppError | null;
  /** The number of the change that was saved for it; missing where none was. */
  readonly number?: number;
}
type Emit = (outcomes: readonly BulkRowOutcome[]) => void;

/** One run of an action, as its function sees it. */
export interface BulkRun {
  /** Shows what has become of rows. Every call updates the screen once, so rows are reported together. */
  readonly emit: Emit;
  /** Whether no further part may begin: the user has stopped the action, or its result is no longer shown. */
  readonly isStopped: () => boolean;
  /** The save id of the change of a row: the same one when the row is tried again. */
  readonly getSaveId: (id: string) => string;
}

/** The dependencies of an action. */
export interface BulkActionDeps {
  readonly calls: ProcedureCalls;
  /** Returns the query on screen with its search parsed. */
  readonly getQuery: () => ParsedWorklistQuery;
  /** The rows that are loaded already, and the rank of the first. */
  readonly getLoaded: () => Pick<ListWindow<WorklistRow>, 'rows' | 'first'>;
  /** Called after the action has saved a change. */
  readonly onSaved: () => void;
  /** Returns how long the user may undo a share before it is sent, in milliseconds. */
  readonly undoTimeMs: () => number;
  /** Renders the rows for the printer and prints them. */
  readonly print: (rows: readonly WorklistRow[]) => Promise<PrintOutcome>;
  /** Draws the pages of these PDFs and prints them in one job. */
  readonly printPdfs: (ids: readonly string[]) => Promise<PdfPrintResult>;
}

/** The outcome of a print of PDFs, and which of them were not printed. */
export interface PdfPrintResult {
  readonly outcome: PrintOutcome;
  readonly failed: readonly { readonly id: string; readonly error: AppError }[];
}

/** `given-up`: the user cancelled the system's dialog. With a path, something was saved there. */
type Outcome = 'done' | 'given-up' | { readonly path: string };
type Action = (ids: readonly string[], deps: BulkActionDeps, run: BulkRun) => Promise<Outcome>;

/** Maximum number of PDFs that are opened by one action. */
export const MAX_OPENED_TOGETHER = 10;

const PAGE = 500;

const toOutcomes = (ids: readonly string[], state: BulkRowState): readonly BulkRowOutcome[] =>
  ids.map((id) => ({ id, state, error: null }));

const toFailures = (ids: readonly string[], error: AppError): readonly BulkRowOutcome[] =>
  ids.map((id) => ({ id, state: 'failed', error }));

/** Converts the state of a PDF to the row state of the bulk action that requests PDFs. */
export function toBulkRowStateOfPdf(state: PdfState['state']): BulkRowState {
  return state === 'none' ? 'failed' : state;
}

/** Reports the current state of PDFs. Those no longer requested were cancelled. */
export async function reportPdfStates(
  ids: readonly string[],
  { calls }: Pick<BulkActionDeps, 'calls'>,
  emit: Emit,
): Promise<void> {
  for (const some of chunkIdsForPdfCalls(ids)) {
    const answer = await calls['pdfs.getMany']({ ids: some });
    if (!answer.ok) {
      emit(toFailures(some, answer.error));
      continue;
    }
    const pdfs = new Map(answer.value.items.map((pdf) => [pdf.id, pdf]));
    emit(
      some.map((id) => {
        const pdf = pdfs.get(id);
        const state = toBulkRowStateOfPdf(pdf?.state ?? 'none');
        return { id, state, error: state === 'failed' ? (pdf?.error ?? { code: 'cancelled' }) : null };
      }),
    );
  }
}

const fetchPdfs: Action = async (ids, deps, { emit }) => {
  // The service has no PDF of a requisition that was not sent.
  const local = ids.filter((id) => isLocalId(id));
  emit(toFailures(local, { code: 'not-found' }));
  for (const some of chunkIdsForPdfCalls(ids.filter((id) => !isLocalId(id)))) {
    const answer = await deps.calls['pdfs.fetch']({ ids: some });
    if (answer.ok) await reportPdfStates(some, deps, emit);
    else emit(toFailures(some, answer.error));
  }
  return 'done';
};

/** Opens PDFs one after the other; `MAX_OPENED_TOGETHER` at most, each is a window of another program. */
const openPdfs: Action = async (ids, { calls }, { emit }) => {
  for (const id of ids) {
    const answer = await calls['pdfs.open']({ id });
    emit(answer.ok ? toOutcomes([id], 'opened') : toFailures([id], answer.error));
  }
  return 'done';
};

const savePdfs: Action = async (ids, { calls }, { emit }) => {
  const saved = await calls['pdfs.saveCopies']({ ids: ids.slice(0, PAGE) });
  if (!saved.ok) {
    emit(toFailures(ids, saved.error));
    return 'done';
  }
  const { isSaved, path, failed } = saved.value;
  if (!isSaved) return 'given-up';
  reportEach(ids, failed, 'copied', emit);
  return { path };
};

const printPdfs: Action = async (ids, deps, { emit }) => {
  const { outcome, failed } = await deps.printPdfs(ids);
  if (outcome === 'cancelled') return 'given-up';
  const error = getPrintProblem(outcome === 'unknown' ? 'printed' : outcome);
  if (error === null) reportEach(ids, failed, 'printed', emit);
  else emit(toFailures(ids, error));
  return 'done';
};

/** Reports the ids that failed, each with its error, and the others in one state. */
function reportEach(
  ids: readonly string[],
  failed: PdfPrintResult['failed'],
  state: BulkRowState,
  emit: Emit,
): void {
  const errors = new Map(failed.map(({ id, error }) => [id, error]));
  emit(
    ids.map((id) => {
      const error = errors.get(id) ?? null;
      return { id, state: error === null ? state : 'failed', error };
    }),
  );
}

const share =
  (isShared: boolean): Action =>
  async (ids, { calls, onSaved, undoTimeMs }, { emit, isStopped, getSaveId }) => {
    const held = isShared ? { holdMs: undoTimeMs() } : {};
    for (const some of chunk(ids, MAX_CHANGES_SAVED_TOGETHER)) {
      if (isStopped()) break;
      const changes = some.map((id) => ({
        ...createShareChange(id, isShared),
        saveId: getSaveId(id),
        ...held,
      }));
      const answer = await calls['outbox.saveMany']({ changes });
      emit(
        some.map((id, index) => {
          const result = answer.ok ? answer.value.results[index] : answer;
          if (result?.ok === true) return { id, state: 'saved', error: null, number: result.value.number };
          return { id, state: 'failed', error: result?.error ?? { code: 'internal' } };
        }),
      );
    }
    onSaved();
    return 'done';
  };

const exportRows: Action = async (ids, { calls }, { emit }) => {
  const which = { ids };
  const saved = await exportTable<string>(calls, 'requisitions.csv', (place) =>
    calls['worklist.export']({ format: 'csv', which, ...place }),
  );
  if (!saved.ok) emit(toFailures(ids, saved.error));
  else if (saved.value === null) return 'given-up';
  else emit(toOutcomes(ids, 'written'));
  return 'done';
};

/** Reads the part of a list that begins at the first of these rows; null if the list contains none of them. */
async function readFrom(
  ids: readonly string[],
  { calls, getQuery }: Pick<BulkActionDeps, 'calls' | 'getQuery'>,
): Promise<Result<{ readonly items: readonly WorklistRow[]; readonly rank: number } | null>> {
  const at = { ids: ids.slice(0, PAGE), before: 0 };
  const page = await calls['worklist.page']({ ...getQuery(), limit: PAGE, at });
  if (page.ok) return ok({ items: page.value.items, rank: page.value.rank ?? 0 });
  return page.error.code === 'not-found' ? ok(null) : page;
}

/** The rows with these ids in list order. Those that are not loaded are read, the parts of the list around them. */
export async function readSelectedRows(
  ids: readonly string[],
  { calls, getQuery, getLoaded }: Pick<BulkActionDeps, 'calls' | 'getQuery' | 'getLoaded'>,
): Promise<Result<readonly WorklistRow[]>> {
  const wanted = new Set(ids);
  const found: { readonly rank: number; readonly row: WorklistRow }[] = [];
  const take = (rows: readonly WorklistRow[], first: number): void => {
    rows.forEach((row, index) => {
      if (wanted.delete(row.id)) found.push({ rank: first + index, row });
    });
  };
  const loaded = getLoaded();
  take(loaded.rows, loaded.first);
  while (wanted.size > 0) {
    const asked = [...wanted].slice(0, PAGE);
    const part = await readFrom(asked, { calls, getQuery });
    if (!part.ok) return part;
    const left = wanted.size;
    if (part.value !== null) take(part.value.items, part.value.rank);
    // Rows that are no longer in the list must not be requested again.
    if (wanted.size === left) for (const id of asked) wanted.delete(id);
  }
  return ok(found.toSorted((left, right) => left.rank - right.rank).map(({ row }) => row));
}

const openPrintView: Action = async (ids, deps, { emit }) => {
  const rows = await readSelectedRows(ids, deps);
  if (!rows.ok) {
    emit(toFailures(ids, rows.error));
    return 'done';
  }
  const found = new Set(rows.value.map(({ id }) => id));
  const gone = ids.filter((id) => !found.has(id));
  emit(toFailures(gone, { code: 'not-found' }));
  if (rows.value.length === 0) return 'done';
  const outcome = await deps.print(rows.value);
  if (outcome === 'cancelled') return 'given-up';
  const error = getPrintProblem(outcome);
  emit(error === null ? toOutcomes([...found], 'printed') : toFailures([...found], error));
  return 'done';
};

/** The function that runs each bulk action. */
export const BULK_ACTION_FUNCTIONS: Readonly<Record<BulkAction, Action>> = {
  pdfs: fetchPdfs,
  openPdfs,
  savePdfs,
  printPdfs,
  print: openPrintView,
  export: exportRows,
  share: share(true),
  unshare: share(false),
};
