/** The rows in sight, so that the same ones stay in sight when the list around them changes. */
export interface ListAnchor {
  readonly ids: readonly string[];
  /** Index of the first of them. */
  readonly first: number;
  /** How far the first is scrolled above the edge, in CSS pixels. */
  readonly offset: number;
}

/**
 * By how many places the rows in sight have moved: what most of them say, so that one row that jumped to
 * the top does not take the reader along. Zero when none of them is left.
 */
export function getShift(anchor: ListAnchor, rows: readonly { readonly id: string }[]): number {
  const places = new Map(rows.map((row, index) => [row.id, index]));
  const votes = new Map<number, number>();
  let winner = 0;
  anchor.ids.forEach((id, index) => {
    const place = places.get(id);
    if (place === undefined) return;
    const shift = place - (anchor.first + index);
    const count = (votes.get(shift) ?? 0) + 1;
    votes.set(shift, count);
    if (count > (votes.get(winner) ?? 0)) winner = shift;
  });
  return winner;
}
