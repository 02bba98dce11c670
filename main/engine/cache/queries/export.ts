import { stringify } from 'csv-stringify/sync';
import type { Kind } from '#contract/records.ts';
import { ok, type Result } from '#contract/result.ts';
import type { ParsedResource } from '#main/engine/api/parse/resource.ts';
import { escapeFormulaCell, CELLS_NEEDING_QUOTES } from '#main/base/spreadsheet-cells.ts';
import { toRawWithPending, type PendingOverlay } from '../pending/overlay.ts';
import { parseWithPendingId } from '../pending/pending.ts';
import type { LocalDataView } from '../pending/local-data.ts';

/** Returns the local name of an id; empty where it has none. */
export type GetLocalName = (id: string) => string;

/** The columns of a table for spreadsheets. */
export interface SpreadsheetColumns<R extends { readonly id: string }> {
  readonly kind: Kind;
  readonly read: (value: unknown) => ParsedResource<R>;
  /** Each column with its heading: the service's own field names, and local names beside ids. */
  readonly columns: readonly (readonly [
    heading: string,
    cell: (record: R, nameOf: GetLocalName) => string,
  ])[];
  /** Returns the ids whose local names the table shows. */
  readonly namedIn: (record: R) => readonly string[];
}

/** Marks the text as UTF-8 for spreadsheet programs. */
export const BYTE_ORDER_MARK = '\ufeff';

/** Formats a date as the service does; empty for null. */
export function formatSpreadsheetDate(date: number | null): string {
  return date === null ? '' : new Date(date).toISOString();
}

/** Formats rows as lines of a table (CSV, RFC 4180). Cells that a spreadsheet would run as formulas are escaped. */
export function formatCsvLines(rows: readonly (readonly string[])[]): string {
  const guarded = rows.map((row) => row.map(escapeFormulaCell));
  return stringify(guarded, { record_delimiter: '\r\n', quoted_match: CELLS_NEEDING_QUOTES });
}

/** Returns the text before the first record: byte order mark and headings. */
function spreadsheetHead<R extends { readonly id: string }>({ columns }: SpreadsheetColumns<R>): string {
  return BYTE_ORDER_MARK + formatCsvLines([columns.map(([heading]) => heading)]);
}

/**
 * Formats raw resources as rows of a table (CSV, RFC 4180).
 * @param namesOf finds the local names of ids
 * @param complete adds what is known of a record beyond its resource
 */
function spreadsheetRows<R extends { readonly id: string }>(
  { kind, read, columns, namedIn }: SpreadsheetColumns<R>,
  raws: readonly string[],
  namesOf: (ids: readonly string[]) => ReadonlyMap<string, string>,
  complete: (record: R) => R = (record) => record,
): string {
  const records = raws.flatMap((raw): readonly R[] => {
    const reading = parseWithPendingId(kind, JSON.parse(raw), read); // the cache only stores objects
    return reading.ok ? [complete(reading.record)] : [];
  });
  const names = namesOf([...new Set(records.flatMap(namedIn))]);
  const getName: GetLocalName = (id) => names.get(id) ?? '';
  return formatCsvLines(
    records.map((record) => columns.map(([, cell]) => cell(record, getName).toWellFormed())),
  );
}

/** Maximum number of records in a piece. */
export const EXPORT_PIECE_RECORDS = 200;

/** Raw resources with pending changes applied, and the cursor of the next piece. */
export interface RawExportPiece {
  readonly raws: readonly string[];
  readonly next: string | null;
}

interface AskedPiece {
  readonly format: 'csv' | 'json';
  readonly after?: string | undefined;
}

/** One piece of an exported text; the pieces joined are the whole. */
export interface ExportedTextPiece {
  readonly text: string;
  readonly count: number;
  readonly next: string | null;
}

/**
 * Where a piece begins. In a JSON array every element but the first has a comma before it, so the position
 * also says whether earlier pieces were empty.
 */
interface PiecePosition {
  readonly isEmpty: boolean;
  readonly after: string | undefined;
}

const SHAPE = /^([es])\.(.*)$/;

function readPiecePosition(after: string | undefined): PiecePosition {
  const [, state, inner] = SHAPE.exec(after ?? '') ?? [];
  return { isEmpty: state !== 's', after: after === undefined ? undefined : (inner ?? after) };
}

function jsonPiece({ raws, next }: RawExportPiece, { isEmpty, after }: PiecePosition): string {
  const open = after === undefined ? '[' : '';
  const comma = raws.length > 0 && !isEmpty ? ',\n' : '';
  return `${open}${comma}${raws.join(',\n')}${next === null ? ']\n' : ''}`;
}

/** Returns the raw resource of a record with pending changes applied; empty where it is not cached. */
export function getRawWithPending(overlay: PendingOverlay, kind: Kind, id: string): readonly string[] {
  const found = overlay.record(kind, id);
  const raw = found === undefined ? null : toRawWithPending(found);
  return raw === null ? [] : [raw];
}

interface Exporting<R extends { readonly id: string }> {
  readonly sheet: SpreadsheetColumns<R>;
  /**
   * Adds what the cache knows of a record beyond its resource, so that the table contains the same as a list.
   */
  readonly complete?: (record: R) => R;
  readonly localData: Pick<LocalDataView, 'namesOf'>;
  /** Returns the raw resources from a cursor on that an earlier call returned. */
  readonly find: (after: string | undefined) => Result<RawExportPiece>;
}

/** Returns one piece of an export: part of a table with headings, or of one JSON array of raw resources. */
export function buildExportPiece<R extends { readonly id: string }>(
  { format, after }: AskedPiece,
  { sheet, localData, find, complete }: Exporting<R>,
): Result<ExportedTextPiece> {
  const position = readPiecePosition(after);
  const found = find(position.after);
  if (!found.ok) return found;
  const { raws, next } = found.value;
  const csv = (): string =>
    (position.after === undefined ? spreadsheetHead(sheet) : '') +
    spreadsheetRows(sheet, raws, (ids) => localData.namesOf(ids), complete);
  const text = format === 'json' ? jsonPiece(found.value, position) : csv();
  const state = position.isEmpty && raws.length === 0 ? 'e' : 's';
  return ok({ text, count: raws.length, next: next === null ? null : `${state}.${next}` });
}
