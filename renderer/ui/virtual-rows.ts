/** The visible rows and the scroll offset, used to keep the same rows visible when the list changes. */
export interface VisibleRowsAnchor {
  readonly ids: readonly string[];
  /** Rank of the first visible row. */
  readonly first: number;
  /** How far the first row is scrolled above the top edge, in CSS pixels. */
  readonly offset: number;
}

/** Consecutive rows of a list, and the rank of the first: the number of rows before it. */
export interface LoadedRows<R extends { readonly id: string } = { readonly id: string }> {
  readonly rows: readonly R[];
  readonly first: number;
}

/**
 * By how many positions the visible rows have moved: the most frequent value, so that a single row that
 * jumped to the top does not scroll the list. Zero if none of them is loaded.
 */
export function getPositionShiftOfVisibleRows(
  anchor: VisibleRowsAnchor,
  { rows, first }: LoadedRows,
): number {
  const places = new Map(rows.map((row, index) => [row.id, first + index]));
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

/** The positions of a list's rows, some of them below a heading; lengths in CSS pixels. */
export interface RowLayout {
  /** Height of a row without a heading. */
  readonly rowHeight: number;
  /** Height of a row including its heading, if it has one. */
  readonly getHeight: (index: number) => number;
  /** Offset of the row, or of the heading above it. */
  readonly getTop: (index: number) => number;
  /** Index of the row at an offset. */
  readonly indexAt: (top: number) => number;
  /** The heading directly above a row; null if it has none. */
  readonly getHeading: (index: number) => string | null;
  /** The heading of the group that a row is in; null without groups. */
  readonly getGroup: (index: number) => string | null;
}

/** Height of a heading. */
export const GROUP_HEADING_HEIGHT_PX = 28;

/** Counts the numbers below `most` in a sorted array (binary search). */
function countSmaller(numbers: readonly number[], most: number): number {
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
 * Computes the positions of rows of equal height.
 * @param groups the group of each loaded row; a heading is rendered at each change. Empty without groups.
 * @param first rank of the first loaded row. Rows before it have no heading.
 */
export function computeRowLayout(rowHeight: number, groups: readonly string[], first = 0): RowLayout {
  const starts = groups.flatMap((group, index) =>
    group === groups[index - 1] || (index === 0 && first > 0) ? [] : [first + index],
  );
  const isStart = new Set(starts);
  const getTop = (index: number): number =>
    index * rowHeight + countSmaller(starts, index) * GROUP_HEADING_HEIGHT_PX;
  return {
    rowHeight,
    getTop,
    getHeight: (index) => rowHeight + (isStart.has(index) ? GROUP_HEADING_HEIGHT_PX : 0),
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
    getHeading: (index) => (isStart.has(index) ? (groups[index - first] ?? null) : null),
    getGroup: (index) => groups[index - first] ?? (index < first ? null : (groups.at(-1) ?? null)),
  };
}
