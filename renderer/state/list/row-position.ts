import type { ListWindow } from './list-window.ts';

/** The part of a row that its position depends on. */
interface PlacedRow {
  readonly id: string;
}

/** The former position of a row that has moved: its neighbours then, nearest first. */
export interface RowNeighbours {
  readonly above: readonly string[];
  readonly below: readonly string[];
}

/** Maximum number of neighbours remembered on either side. */
const MAX_NEIGHBOURS = 200;

/** Returns the neighbours of a row in a list; null if the row is not in it. */
export function getRowNeighbours(rows: readonly PlacedRow[], id: string | null): RowNeighbours | null {
  const at = rows.findIndex((row) => row.id === id);
  if (at < 0) return null;
  const ids = (from: number, until: number): readonly string[] =>
    rows.slice(from, until).map((row) => row.id);
  return {
    above: ids(Math.max(0, at - MAX_NEIGHBOURS), at).toReversed(),
    below: ids(at + 1, at + 1 + MAX_NEIGHBOURS),
  };
}

/** Returns the former neighbours of a row that has moved, nearest first. */
export function listFormerNeighboursNearestFirst({ above, below }: RowNeighbours): readonly string[] {
  return below
    .flatMap((id, index) => [id, ...above.slice(index, index + 1)])
    .concat(above.slice(below.length));
}

/**
 * The row at this distance from a row's former position; one down is the row that took its place. Null if
 * none of its neighbours is left, or if that place is not among the loaded rows.
 */
export function findRowIdNearFormerPlace(
  { rows, first, isEnd }: ListWindow<PlacedRow>,
  { above, below }: RowNeighbours,
  positions: number,
): string | null {
  const known = new Set(rows.map((row) => row.id));
  const left = (ids: readonly string[]): readonly string[] => ids.filter((id) => known.has(id));
  const [leftAbove, leftBelow] = [left(above), left(below)];
  if ((leftAbove.length === 0 && first > 0) || (leftBelow.length === 0 && !isEnd)) return null;
  const [ahead, behind] = positions > 0 ? [leftBelow, leftAbove] : [leftAbove, leftBelow];
  return ahead[Math.min(ahead.length, Math.abs(positions)) - 1] ?? behind[0] ?? null;
}
