import type { Output, Parsed } from '#contract/api.ts';
import { err, ok, type Result } from '#contract/result.ts';
import type { Requisition } from '#contract/requisition.ts';
import { readRequisition } from '#main/engine/service/wire/requisition.ts';
import { readCursor } from '../cursor.ts';
import { laidText, type Overlay } from '../overlay/overlay.ts';
import { readLaid } from '../overlay/read-laid.ts';
import { findPlaces } from './find.ts';
import type { Ground } from './ground.ts';
import { readPlace, writePlace } from './place.ts';
import { namedInTable, tableHead, tableLines } from './spreadsheet.ts';

type Asked = Parsed<'worklist.export'>;
type Which<K extends string> = Extract<Asked['which'], Readonly<Record<K, unknown>>>;

export interface ExportSource {
  readonly ground: Ground;
  readonly overlay: Overlay;
}

/** Requisitions of one piece. */
const PIECE = 200;

/** Raw resources with what is pending in them, and where the next piece goes on. */
interface Raws {
  readonly raws: readonly string[];
  readonly next: string | null;
}

function rawOf({ overlay }: ExportSource, id: string): readonly string[] {
  const found = overlay.record('requisition', id);
  const raw = found === undefined ? null : laidText(found);
  return raw === null ? [] : [raw];
}

function ofIds(source: ExportSource, { ids }: Which<'ids'>, after: string | undefined): Result<Raws> {
  const from = Number(after ?? 0);
  if (!Number.isInteger(from) || from < 0)
    return err('invalid-input', { detail: 'after: not a place in this export' });
  const raws = ids.slice(from, from + PIECE).flatMap((id) => rawOf(source, id));
  return ok({ raws, next: from + PIECE < ids.length ? String(from + PIECE) : null });
}

function ofTab(source: ExportSource, asked: Which<'tab'>, after: string | undefined): Result<Raws> {
  const place = readPlace(asked.order, after);
  if (!place.ok) return place;
  const { places, next } = findPlaces(source.ground, asked, { place: place.value, limit: PIECE });
  const raws = places.flatMap(({ id }) => rawOf(source, id));
  return ok({ raws, next: next === null ? null : writePlace(asked.order, next) });
}

function ofFilter(
  source: ExportSource,
  { filter }: Which<'filter'>,
  after: string | undefined,
): Result<Raws> {
  const place = readCursor('requisition', after);
  if (!place.ok) return place;
  const { ground, overlay } = source;
  const { rows, next } = overlay.requisition.find(ground.cache, filter, { place: place.value, limit: PIECE });
  return ok({ raws: rows.flatMap(({ id }) => rawOf(source, id)), next });
}

function rawsOf(source: ExportSource, which: Asked['which'], after: string | undefined): Result<Raws> {
  if ('ids' in which) return ofIds(source, which, after);
  return 'tab' in which ? ofTab(source, which, after) : ofFilter(source, which, after);
}

/** Where a piece begins. An array has a comma before each but its first element, whichever piece that stands in. */
interface PiecePlace {
  readonly isEmpty: boolean;
  readonly after: string | undefined;
}

const SHAPE = /^([es])\.(.*)$/;

function readPiecePlace(after: string | undefined): PiecePlace {
  const [, state, inner] = SHAPE.exec(after ?? '') ?? [];
  return { isEmpty: state !== 's', after: after === undefined ? undefined : (inner ?? after) };
}

function jsonPiece(raws: readonly string[], { isEmpty, after }: PiecePlace, isLast: boolean): string {
  const open = after === undefined ? '[' : '';
  const comma = raws.length > 0 && !isEmpty ? ',\n' : '';
  return `${open}${comma}${raws.join(',\n')}${isLast ? ']\n' : ''}`;
}

function csvPiece({ ground }: ExportSource, raws: readonly string[], { after }: PiecePlace): string {
  const records = raws.flatMap((raw): readonly Requisition[] => {
    const reading = readLaid('requisition', JSON.parse(raw), readRequisition); // the cache keeps objects alone
    return reading.ok ? [reading.record] : [];
  });
  const names = ground.keepsakes.namesOf([...new Set(namedInTable(records))]);
  return (after === undefined ? tableHead() : '') + tableLines(records, names);
}

/**
 * One piece of an export of requisitions, pending changes in them. All pieces one after the other are a table with a heading,
 * or one JSON array of raw resources.
 */
export function exportPiece(source: ExportSource, asked: Asked): Result<Output<'worklist.export'>> {
  const place = readPiecePlace(asked.after);
  const found = rawsOf(source, asked.which, place.after);
  if (!found.ok) return found;
  const { raws, next } = found.value;
  const text =
    asked.format === 'json' ? jsonPiece(raws, place, next === null) : csvPiece(source, raws, place);
  const state = place.isEmpty && raws.length === 0 ? 'e' : 's';
  return ok({ text, count: raws.length, next: next === null ? null : `${state}.${next}` });
}
