import { stringify } from 'csv-stringify/sync';
import type { Kind } from '#contract/records.ts';
import { ok, type Result } from '#contract/result.ts';
import type { Reading } from '#main/engine/api/parse/resource.ts';
import { rawWithPending, type Overlay } from '../pending/overlay.ts';
import { readWithPending } from '../pending/pending.ts';
import type { LocalDataView } from '../pending/local-data.ts';

/** The local name of an id; empty where it has none. */
export type NameOf = (id: string) => string;

/** A table of records that spreadsheets open. */
export interface SpreadsheetColumns<R extends { readonly id: string }> {
  readonly kind: Kind;
  readonly read: (value: unknown) => Reading<R>;
  /** Each with its heading: the service's own field names, and local names beside ids. */
  readonly columns: readonly (readonly [heading: string, cell: (record: R, nameOf: NameOf) => string])[];
  /** The ids for which it shows local names. */
  readonly namedIn: (record: R) => readonly string[];
}

/** Tells spreadsheets that the text is UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';

/** A moment as the service writes it; empty where there is none. */
export function writeSequence(date: number | null): string {
  return date === null ? '' : new Date(date).toISOString();
}

function lines(rows: readonly (readonly string[])[]): string {
  // Cells that a spreadsheet would run as formulas get an apostrophe in front.
  return stringify([...rows], { record_delimiter: '\r\n', escape_formulas: true });
}

/** What stands before the first record: the mark of the encoding and the headings. */
function spreadsheetHead<R extends { readonly id: string }>({ columns }: SpreadsheetColumns<R>): string {
  return BYTE_ORDER_MARK + lines([columns.map(([heading]) => heading)]);
}

/**
 * Raw resources as lines of a table (RFC 4180).
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
    const reading = readWithPending(kind, JSON.parse(raw), read); // the cache keeps objects alone
    return reading.ok ? [complete(reading.record)] : [];
  });
  const names = namesOf([...new Set(records.flatMap(namedIn))]);
  const getName: NameOf = (id) => names.get(id) ?? '';
  return lines(records.map((record) => columns.map(([, cell]) => cell(record, getName).toWellFormed())));
}

/** Records of one piece. */
export const PIECE = 200;

/** Raw resources with what is pending in them, and where the next piece goes on. */
export interface Raws {
  readonly raws: readonly string[];
  readonly next: string | null;
}

interface AskedPiece {
  readonly format: 'csv' | 'json';
  readonly after?: string | undefined;
}

/** One piece of an exported text; the whole is all pieces one after the other. */
export interface ExportedPiece {
  readonly text: string;
  readonly count: number;
  readonly next: string | null;
}

/** Where a piece begins. An array has a comma before each but its first element, whichever piece that stands in. */
interface PiecePosition {
  readonly isEmpty: boolean;
  readonly after: string | undefined;
}

const SHAPE = /^([es])\.(.*)$/;

function readPiecePosition(after: string | undefined): PiecePosition {
  const [, state, inner] = SHAPE.exec(after ?? '') ?? [];
  return { isEmpty: state !== 's', after: after === undefined ? undefined : (inner ?? after) };
}

function jsonPiece({ raws, next }: Raws, { isEmpty, after }: PiecePosition): string {
  const open = after === undefined ? '[' : '';
  const comma = raws.length > 0 && !isEmpty ? ',\n' : '';
  return `${open}${comma}${raws.join(',\n')}${next === null ? ']\n' : ''}`;
}

/** The raw resource of a record, with what is pending in it; empty where it is not here. */
export function getRaw(overlay: Overlay, kind: Kind, id: string): readonly string[] {
  const found = overlay.record(kind, id);
  const raw = found === undefined ? null : rawWithPending(found);
  return raw === null ? [] : [raw];
}

interface Exporting<R extends { readonly id: string }> {
  readonly sheet: SpreadsheetColumns<R>;
  /** Adds what the cache knows of a record beyond its resource, so that a table says the same as a list. */
  readonly complete?: (record: R) => R;
  readonly localData: Pick<LocalDataView, 'namesOf'>;
  /** The raw resources from a place on that `find` itself has given. */
  readonly find: (after: string | undefined) => Result<Raws>;
}

/** One piece of an export: a stretch of a table with a heading, or of one JSON array of raw resources. */
export function exportedPiece<R extends { readonly id: string }>(
  { format, after }: AskedPiece,
  { sheet, localData, find, complete }: Exporting<R>,
): Result<ExportedPiece> {
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
