import type { Output, Parsed } from '#contract/api.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { readCursor } from '../cursor.ts';
import { exportedPiece, PIECE, rawOf, type Raws } from '../export-pieces.ts';
import type { Overlay } from '../overlay/overlay.ts';
import { completeById } from '../reviewed-version.ts';
import { findPlaces } from './find.ts';
import type { Ground } from './ground.ts';
import { readPlace, writePlace } from './place.ts';
import { REQUISITION_SHEET } from './spreadsheet.ts';

type Asked = Parsed<'worklist.export'>;
type Which<K extends string> = Extract<Asked['which'], Readonly<Record<K, unknown>>>;

export interface ExportSource {
  readonly ground: Ground;
  readonly overlay: Overlay;
}

function ofIds(source: ExportSource, { ids }: Which<'ids'>, after: string | undefined): Result<Raws> {
  const from = Number(after ?? 0);
  if (!Number.isInteger(from) || from < 0)
    return err('invalid-input', { detail: 'after: not a place in this export' });
  const raws = ids.slice(from, from + PIECE).flatMap((id) => rawOf(source.overlay, 'requisition', id));
  return ok({ raws, next: from + PIECE < ids.length ? String(from + PIECE) : null });
}

function ofTab(source: ExportSource, asked: Which<'tab'>, after: string | undefined): Result<Raws> {
  const place = readPlace(asked.order, after);
  if (!place.ok) return place;
  const { places, next } = findPlaces(source.ground, asked, { place: place.value, limit: PIECE });
  const raws = places.flatMap(({ id }) => rawOf(source.overlay, 'requisition', id));
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
  return ok({ raws: rows.flatMap(({ id }) => rawOf(overlay, 'requisition', id)), next });
}

function rawsOf(source: ExportSource, which: Asked['which'], after: string | undefined): Result<Raws> {
  if ('ids' in which) return ofIds(source, which, after);
  return 'tab' in which ? ofTab(source, which, after) : ofFilter(source, which, after);
}

/**
 * One piece of an export of requisitions, pending changes in them. All pieces one after the other are a table with a heading,
 * or one JSON array of raw resources.
 */
export function exportPiece(source: ExportSource, asked: Asked): Result<Output<'worklist.export'>> {
  return exportedPiece(asked, {
    sheet: REQUISITION_SHEET,
    complete: (record) => completeById(source.ground.cache, record),
    keepsakes: source.ground.keepsakes,
    find: (after) => rawsOf(source, asked.which, after),
  });
}
