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

/** Where the rows of a list stand, some of them under a heading; lengths in CSS pixels. */
export interface RowPositions {
  /** Of the row alone, without a heading above it. */
  readonly rowHeight: number;
  /** Of a row with the heading above it, where it has one. */
  readonly heightOf: (index: number) => number;
  /** Where the row begins, or the heading above it. */
  readonly topOf: (index: number) => number;
  /** The row at that index, with its heading. */
  readonly indexAt: (top: number) => number;
  /** The heading above a row, null where it has none of its own. */
  readonly headingOf: (index: number) => string | null;
  /** The heading under which a row stands; null where there are none. */
  readonly groupOf: (index: number) => string | null;
}

/** Height of a heading. */
export const HEADING_HEIGHT = 28;

/** How many of some numbers in rising order are smaller than another. */
function smallerThan(numbers: readonly number[], most: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? Infinity) < most) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * The places of rows of one height.
 * @param groups the group of each row; a heading stands wherever it changes. None where rows have no groups.
 */
export function rowPositions(rowHeight: number, groups: readonly string[]): RowPositions {
  const starts = groups.flatMap((group, index) => (group === groups[index - 1] ? [] : [index]));
  const isStart = new Set(starts);
  const getTop = (index: number): number => index * rowHeight + smallerThan(starts, index) * HEADING_HEIGHT;
  return {
    rowHeight,
    topOf: getTop,
    heightOf: (index) => rowHeight + (isStart.has(index) ? HEADING_HEIGHT : 0),
    indexAt: (top) => {
      let low = 0;
      let high = Math.max(0, Math.floor(top / rowHeight));
      while (low < high) {
        const middle = (low + high + 1) >> 1;
        if (getTop(middle) <= top) low = middle;
        else high = middle - 1;
      }
      return low;
    },
    headingOf: (index) => (isStart.has(index) ? (groups[index] ?? null) : null),
    groupOf: (index) => groups[index] ?? groups.at(-1) ?? null,
  };
}
