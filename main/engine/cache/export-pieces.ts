import { ok, type Result } from '#contract/result.ts';
import type { Kind } from '#contract/ids.ts';
import { rawWithPending, type Overlay } from './overlay/overlay.ts';
import { spreadsheetHead, spreadsheetRows, type SpreadsheetColumns } from './spreadsheet.ts';
import type { LocalDataView } from './worklist/keepsakes.ts';

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
