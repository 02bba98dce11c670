import type { CallOutput, ValidatedInput } from '#contract/api.ts';
import { REQUISITION_FIELDS, type RequisitionField } from '#contract/requisition-fields.ts';
import type { Requisition } from '#contract/requisitions.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { toEpochMs } from '#contract/time.ts';
import { parseRequisition } from '#main/engine/api/parse/requisition.ts';
import type { PendingOverlay } from '#main/engine/cache/pending/overlay.ts';
import { decodeCursor } from '#main/engine/cache/tables/cursor.ts';
import {
  formatSpreadsheetDate,
  type SpreadsheetColumns,
  buildExportPiece,
  EXPORT_PIECE_RECORDS,
  getRawWithPendingAsList,
  getStoredRawAsList,
  type RawExportPiece,
} from '#main/engine/cache/queries/export.ts';
import { addReviewedVersionToRecord } from '#main/engine/cache/tables/reviewed-version.ts';
import type { WorklistQueryContext } from './context.ts';
import { buildFhirBundleFrame, toFhirBundleEntry } from './fhir.ts';
import { findWorklistPagePositions } from './find.ts';
import { decodeWorklistCursor, encodeWorklistCursor } from './page.ts';

type Columns = SpreadsheetColumns<Requisition>['columns'];

/** Columns of values that are no field to edit, such as the status; they follow the column of this field. */
const MORE_COLUMNS: Readonly<Partial<Record<RequisitionField['wire'], Columns>>> = {
  name: [
    ['status', ({ status }) => status],
    ['needs_review', ({ needsReview }) => String(needsReview)],
  ],
  comments: [['comments', ({ comments }) => comments.map(({ comment }) => comment).join('\n')]],
  reviews: [
    ['reviewers', ({ reviews }) => reviews.map(({ reviewer }) => reviewer).join('; ')],
    ['reviewer_names', ({ reviews }, nameOf) => reviews.map(({ reviewer }) => nameOf(reviewer)).join('; ')],
    [
      'review_deadlines',
      ({ reviews }) => reviews.map(({ reviewDeadline }) => formatSpreadsheetDate(reviewDeadline)).join('; '),
    ],
    [
      'reviewed_at',
      ({ reviews }) => reviews.map(({ reviewedAt }) => formatSpreadsheetDate(reviewedAt)).join('; '),
    ],
  ],
};

function describeEntry(entry: Requisition['diagnoses' | 'scripts'][number]): string {
  return `${'code' in entry ? entry.code : entry.name} ${entry.description}`;
}

/** Returns the columns of a field in the exported table, by the kind of the field. */
function getColumns(field: RequisitionField): Columns {
  const { wire } = field;
  switch (field.kind) {
    case 'line':
    case 'text':
    case 'choice':
      return [[wire, (record) => record[field.name]]];
    case 'flag':
      return [[wire, (record) => String(record[field.name])]];
    case 'time':
      return [[wire, (record) => formatSpreadsheetDate(record[field.name])]];
    case 'reference':
      if (field.family === 'result') return [[wire, (record) => record[field.name] ?? '']];
      return [
        [wire, (record) => record[field.name]],
        [`${wire}_name`, (record, nameOf) => nameOf(record[field.name])],
      ];
    case 'entries':
      return [[wire, (record) => record[field.name].map((entry) => describeEntry(entry)).join('; ')]];
    case 'list':
      return [];
  }
}

const LAST: readonly string[] = ['requisition_result', 'created_by', 'created_at', 'last_updated_at'];

const IN_ORDER = REQUISITION_FIELDS.toSorted(
  (left, right) => LAST.indexOf(left.wire) - LAST.indexOf(right.wire),
);

/** The fields of a requisition that hold ids, whose local names the table shows too. */
const NAMED = REQUISITION_FIELDS.filter((field) => field.kind === 'reference').filter(
  (field) => field.family !== 'result',
);

/** The columns of an exported spreadsheet of requisitions. */
const REQUISITION_COLUMNS: SpreadsheetColumns<Requisition> = {
  kind: 'requisition',
  read: parseRequisition,
  columns: [
    ['id', ({ id }) => id],
    ...IN_ORDER.flatMap((field) => [...getColumns(field), ...(MORE_COLUMNS[field.wire] ?? [])]),
  ],
  namedIn: (record) => [
    ...NAMED.map((field) => record[field.name]),
    ...record.reviews.map(({ reviewer }) => reviewer),
  ],
};

type Asked = ValidatedInput<'worklist.export'>;
type Which<K extends string> = Extract<Asked['which'], Readonly<Record<K, unknown>>>;

export interface WorklistExportContext {
  readonly context: WorklistQueryContext;
  readonly overlay: PendingOverlay;
}

interface ExportSource extends WorklistExportContext {
  /** Whether requisitions are exported as the service has them, without pending changes. */
  readonly isStored: boolean;
  /** Returns the raw resource of a requisition; empty where it is not exported. */
  readonly readRaw: (id: string) => readonly string[];
}

function ofIds(
  source: ExportSource,
  { ids }: Which<'ids'>,
  after: string | undefined,
): Result<RawExportPiece> {
  const from = Number(after ?? 0);
  if (!Number.isInteger(from) || from < 0)
    return err('invalid-input', { detail: 'after: not a cursor of this export' });
  const raws = ids.slice(from, from + EXPORT_PIECE_RECORDS).flatMap((id) => source.readRaw(id));
  return ok({
    raws,
    next: from + EXPORT_PIECE_RECORDS < ids.length ? String(from + EXPORT_PIECE_RECORDS) : null,
  });
}

function ofTab(source: ExportSource, asked: Which<'tab'>, after: string | undefined): Result<RawExportPiece> {
  const position = decodeWorklistCursor(asked.order, after);
  if (!position.ok) return position;
  const { positions, next } = findWorklistPagePositions(source.context, asked, {
    position: position.value,
    limit: EXPORT_PIECE_RECORDS,
  });
  const raws = positions.flatMap(({ id }) => source.readRaw(id));
  return ok({ raws, next: next === null ? null : encodeWorklistCursor(asked.order, next) });
}

function ofFilter(
  source: ExportSource,
  { filter }: Which<'filter'>,
  after: string | undefined,
): Result<RawExportPiece> {
  const position = decodeCursor('requisition', after);
  if (!position.ok) return position;
  const { context, overlay, isStored, readRaw } = source;
  const window = { position: position.value, limit: EXPORT_PIECE_RECORDS };
  const list = overlay.requisition;
  const { rows, next } = isStored
    ? list.findStored(context.cache, filter, window)
    : list.find(context.cache, filter, window);
  return ok({ raws: rows.flatMap(({ id }) => readRaw(id)), next });
}

function getRaws(
  source: ExportSource,
  which: Asked['which'],
  after: string | undefined,
): Result<RawExportPiece> {
  if ('ids' in which) return ofIds(source, which, after);
  return 'tab' in which ? ofTab(source, which, after) : ofFilter(source, which, after);
}

/**
 * Returns one piece of an export of requisitions, with pending changes applied but in a bundle. The pieces joined
 * are a table with headings, one JSON array of raw resources, or a bundle of FHIR R4.
 */
export function exportWorklistPiece(
  source: WorklistExportContext,
  asked: Asked,
): Result<CallOutput<'worklist.export'>> {
  const { context, overlay } = source;
  const isStored = asked.format === 'fhir';
  const readRaw = (id: string): readonly string[] =>
    isStored
      ? getStoredRawAsList(overlay, 'requisition', id)
      : getRawWithPendingAsList(overlay, 'requisition', id);
  return buildExportPiece(asked, {
    sheet: REQUISITION_COLUMNS,
    bundle: { frame: buildFhirBundleFrame(toEpochMs(context.now)), toEntry: toFhirBundleEntry },
    complete: (record) => addReviewedVersionToRecord(context.cache, record),
    localData: context.localData,
    find: (after) => getRaws({ ...source, isStored, readRaw }, asked.which, after),
  });
}
