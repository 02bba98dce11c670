import type { Output, Parsed } from '#contract/api.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { readCursor } from '../cursor.ts';
import { exportedPiece, PIECE, getRaw, type Raws } from '../export-pieces.ts';
import type { Overlay } from '../overlay/overlay.ts';
import { completeById } from '../reviewed-version.ts';
import { findPositions } from './find.ts';
import type { QueryContext } from './ground.ts';
import { readPosition, writePosition } from './place.ts';
import { REQUISITION_COLUMNS } from './spreadsheet.ts';

type Asked = Parsed<'worklist.export'>;
type Which<K extends string> = Extract<Asked['which'], Readonly<Record<K, unknown>>>;

export interface ExportSource {
  readonly context: QueryContext;
  readonly overlay: Overlay;
}

function ofIds(source: ExportSource, { ids }: Which<'ids'>, after: string | undefined): Result<Raws> {
  const from = Number(after ?? 0);
  if (!Number.isInteger(from) || from < 0)
    return err('invalid-input', { detail: 'after: not a place in this export' });
  const raws = ids.slice(from, from + PIECE).flatMap((id) => getRaw(source.overlay, 'requisition', id));
  return ok({ raws, next: from + PIECE < ids.length ? String(from + PIECE) : null });
}

function ofTab(source: ExportSource, asked: Which<'tab'>, after: string | undefined): Result<Raws> {
  const position = readPosition(asked.order, after);
  if (!position.ok) return position;
  const { positions, next } = findPositions(source.context, asked, {
    position: position.value,
    limit: PIECE,
  });
  const raws = positions.flatMap(({ id }) => getRaw(source.overlay, 'requisition', id));
  return ok({ raws, next: next === null ? null : writePosition(asked.order, next) });
}

function ofFilter(
  source: ExportSource,
  { filter }: Which<'filter'>,
  after: string | undefined,
): Result<Raws> {
  const position = readCursor('requisition', after);
  if (!position.ok) return position;
  const { context, overlay } = source;
  const { rows, next } = overlay.requisition.find(context.cache, filter, {
    position: position.value,
    limit: PIECE,
  });
  return ok({ raws: rows.flatMap(({ id }) => getRaw(overlay, 'requisition', id)), next });
}

function getRaws(source: ExportSource, which: Asked['which'], after: string | undefined): Result<Raws> {
  if ('ids' in which) return ofIds(source, which, after);
  return 'tab' in which ? ofTab(source, which, after) : ofFilter(source, which, after);
}

/**
 * One piece of an export of requisitions, pending changes in them. All pieces one after the other are a table with a heading,
 * or one JSON array of raw resources.
 */
export function exportPiece(source: ExportSource, asked: Asked): Result<Output<'worklist.export'>> {
  return exportedPiece(asked, {
    sheet: REQUISITION_COLUMNS,
    complete: (record) => completeById(source.context.cache, record),
    localData: source.context.localData,
    find: (after) => getRaws(source, asked.which, after),
  });
}
