import type { CallOutput, ValidatedInput } from '#contract/api.ts';
import type { CompletionRequestRow } from '#contract/completion-requests.ts';
import { ok, type Result } from '#contract/result.ts';
import {
  BYTE_ORDER_MARK,
  EXPORT_PIECE_RECORDS,
  formatCsvLines,
  formatSpreadsheetDate,
  type GetLocalNameOrEmpty,
} from '#main/engine/cache/queries/export.ts';
import { getCompletionRequestsPage } from './completions.ts';
import type { FormQueryContext } from './list.ts';

/** Columns of an exported spreadsheet of completion requests. */
const COLUMNS: readonly (readonly [
  heading: string,
  cell: (row: CompletionRequestRow, nameOf: GetLocalNameOrEmpty) => string,
])[] = [
  ['form', ({ form }) => form],
  ['form_name', ({ formName }) => formName],
  ['patient', ({ patient }) => patient],
  ['patient_name', ({ patient }, nameOf) => nameOf(patient)],
  ['requested_by', ({ requestedBy }) => requestedBy],
  ['requested_by_name', ({ requestedBy }, nameOf) => nameOf(requestedBy)],
  ['requested_at', ({ requestedAt }) => formatSpreadsheetDate(requestedAt)],
  ['state', ({ state }) => state],
  ['ended_after', ({ ended }) => formatSpreadsheetDate(ended?.after ?? null)],
  ['ended_before', ({ ended }) => formatSpreadsheetDate(ended?.before ?? null)],
  ['pending', ({ unsent }) => unsent ?? ''],
  ['remind_on', ({ reminder }) => formatSpreadsheetDate(reminder?.remindOn ?? null)],
  ['reminder_note', ({ reminder }) => reminder?.note ?? ''],
];

/** Returns one piece of an export of completion requests: a table with headings, in the order of the list. */
export function exportCompletionRequestsPiece(
  context: FormQueryContext,
  asked: ValidatedInput<'completions.export'>,
): Result<CallOutput<'completions.export'>> {
  const page = getCompletionRequestsPage(context, { ...asked, limit: EXPORT_PIECE_RECORDS });
  if (!page.ok) return page;
  const { items, next } = page.value;
  const names = context.localData.namesOf([
    ...new Set(items.flatMap(({ patient, requestedBy }) => [patient, requestedBy])),
  ]);
  const nameOf: GetLocalNameOrEmpty = (id) => names.get(id) ?? '';
  const head = BYTE_ORDER_MARK + formatCsvLines([COLUMNS.map(([heading]) => heading)]);
  const rows = items.map((row) => COLUMNS.map(([, cell]) => cell(row, nameOf).toWellFormed()));
  return ok({
    text: (asked.after === undefined ? head : '') + formatCsvLines(rows),
    count: items.length,
    next,
  });
}
