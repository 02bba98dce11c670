import { stringify } from 'csv-stringify/sync';
import type { Kind } from '#contract/records.ts';
import { ok, type Result } from '#contract/result.ts';
import type { ParsedResource } from '#main/engine/api/parse/resource.ts';
import { escapeFormulaCell, CELL_NEEDS_QUOTES_PATTERN } from '#main/base/spreadsheet-cells.ts';
import { toRawWithPending, type PendingOverlay } from '../pending/overlay.ts';
import { parseRecordAllowingLocalId } from '../pending/pending.ts';
import type { LocalAnnotationsReader } from '../pending/local-data.ts';

/** Returns the local name of an id; empty where it has none. */
export type GetLocalNameOrEmpty = (id: string) => string;

/** How records of a kind become the rows of an exported spreadsheet table. */
export interface SpreadsheetColumns<R extends { readonly id: string }> {
  readonly kind: Kind;
  readonly read: (value: unknown) => ParsedResource<R>;
  /** Each column with its heading: the service's own field names, and local names beside ids. */
  readonly columns: readonly (readonly [
    heading: string,
    cell: (record: R, nameOf: GetLocalNameOrEmpty) => string,
  ])[];
  /** Returns the ids in a record whose local names the table also shows. */
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
  return stringify(guarded, { record_delimiter: '\r\n', quoted_match: CELL_NEEDS_QUOTES_PATTERN });
}

/** Returns the text before the first record: byte order mark and headings. */
function spreadsheetHead<R extends { readonly id: string }>({ columns }: SpreadsheetColumns<R>): string {
  return BYTE_ORDER_MARK + formatCsvLines([columns.map(([heading]) => heading)]);
}

interface NamedRecords<R> {
  readonly records: readonly R[];
  readonly getName: GetLocalNameOrEmpty;
}

/** Parses raw resources and reads the local names of the ids that they show. */
function parseRaws<R extends { readonly id: string }>(
  raws: readonly string[],
  { sheet: { kind, read, namedIn }, localData, complete = (record) => record }: Exporting<R>,
): NamedRecords<R> {
  const records = raws.flatMap((raw): readonly R[] => {
    const reading = parseRecordAllowingLocalId(kind, JSON.parse(raw), read); // The cache stores JSON objects only.
    return reading.ok ? [complete(reading.record)] : [];
  });
  const names = localData.namesOf([...new Set(records.flatMap(namedIn))]);
  return { records, getName: (id) => names.get(id) ?? '' };
}

/** Formats records as rows of a table (CSV, RFC 4180). */
function spreadsheetRows<R extends { readonly id: string }>(
  { columns }: SpreadsheetColumns<R>,
  { records, getName }: NamedRecords<R>,
): string {
  return formatCsvLines(
    records.map((record) => columns.map(([, cell]) => cell(record, getName).toWellFormed())),
  );
}

/** Maximum number of records in one piece of an export. */
export const EXPORT_PIECE_RECORDS = 200;

/** Raw resources with pending changes applied, and the cursor of the next piece. */
export interface RawExportPiece {
  readonly raws: readonly string[];
  readonly next: string | null;
}

interface AskedPiece {
  readonly format: 'csv' | 'json' | 'fhir';
  readonly after?: string | undefined;
}

/** The text before the first element and after the last one. */
export interface JsonOpeningAndClosingText {
  readonly open: string;
  readonly close: string;
}

const ARRAY: JsonOpeningAndClosingText = { open: '[', close: ']\n' };

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

function jsonPiece(
  { raws, next }: RawExportPiece,
  { isEmpty, after }: PiecePosition,
  frame: JsonOpeningAndClosingText = ARRAY,
): string {
  const open = after === undefined ? frame.open : '';
  const comma = raws.length > 0 && !isEmpty ? ',\n' : '';
  return `${open}${comma}${raws.join(',\n')}${next === null ? frame.close : ''}`;
}

/** Returns the raw resource of a record as the service returned it; empty where it is not cached. */
export function getStoredRawAsList(overlay: PendingOverlay, kind: Kind, id: string): readonly string[] {
  const raw = overlay.record(kind, id)?.stored?.raw;
  return raw === undefined ? [] : [raw];
}

/** Returns the raw resource of a record with pending changes applied; empty where it is not cached. */
export function getRawWithPendingAsList(overlay: PendingOverlay, kind: Kind, id: string): readonly string[] {
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
  readonly localData: Pick<LocalAnnotationsReader, 'namesOf'>;
  /** How the format `fhir` is made; a kind without it has no such export. */
  readonly bundle?: {
    readonly frame: JsonOpeningAndClosingText;
    readonly toEntry: (record: R, nameOf: GetLocalNameOrEmpty) => unknown;
  };
  /** Returns the raw resources from a cursor on that an earlier call returned. */
  readonly find: (after: string | undefined) => Result<RawExportPiece>;
}

function formatPiece<R extends { readonly id: string }>(
  format: AskedPiece['format'],
  found: RawExportPiece,
  position: PiecePosition,
  exporting: Exporting<R>,
): string {
  if (format === 'json') return jsonPiece(found, position);
  const { sheet, bundle } = exporting;
  const named = parseRaws(found.raws, exporting);
  if (format === 'fhir' && bundle !== undefined) {
    const raws = named.records.map((record) => JSON.stringify(bundle.toEntry(record, named.getName)));
    return jsonPiece({ raws, next: found.next }, position, bundle.frame);
  }
  return (position.after === undefined ? spreadsheetHead(sheet) : '') + spreadsheetRows(sheet, named);
}

/**
 * Returns one piece of an export: part of a table with headings, of one JSON array of raw resources, or of a
 * bundle.
 */
export function buildExportPiece<R extends { readonly id: string }>(
  { format, after }: AskedPiece,
  exporting: Exporting<R>,
): Result<ExportedTextPiece> {
  const position = readPiecePosition(after);
  const found = exporting.find(position.after);
  if (!found.ok) return found;
  const { raws, next } = found.value;
  const text = formatPiece(format, found.value, position, exporting);
  const state = position.isEmpty && raws.length === 0 ? 'e' : 's';
  return ok({ text, count: raws.length, next: next === null ? null : `${state}.${next}` });
}
