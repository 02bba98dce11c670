import { useLayoutEffect } from 'react';
import { getRowShift, type ListAnchor, type RowLayout } from './virtual-rows.ts';

/** How many rows a key moves, or null for a key that does not move. */
export function toPositions(key: string, pageRows: number): number | null {
  const positions: Record<string, number> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: pageRows,
    PageUp: -pageRows,
    Home: -Infinity,
    End: Infinity,
  };
  return positions[key] ?? null;
}

/** Converts an anchor to a scroll offset in CSS pixels. */
export function toScrollTop(anchor: ListAnchor | null, positions: RowLayout): number {
  return anchor === null ? 0 : positions.getTop(anchor.first) + anchor.offset;
}

/** The scroll anchor of a list; null at the very top, where new rows should show. */
function getAnchor(
  list: HTMLElement,
  rows: readonly { readonly id: string }[],
  positions: RowLayout,
): ListAnchor | null {
  if (list.scrollTop <= 0) return null;
  const first = positions.indexAt(list.scrollTop);
  const last = positions.indexAt(list.scrollTop + list.clientHeight) + 1;
  return {
    ids: rows.slice(first, last).map((row) => row.id),
    first,
    offset: list.scrollTop - positions.getTop(first),
  };
}

interface AnchoredList {
  readonly rows: readonly { readonly id: string }[];
  /** The scroll position; the caller keeps it while the list is not mounted. */
  readonly anchorRef: { current: ListAnchor | null };
}

/**
 * Keeps the visible rows in place when rows are inserted or removed above them, and when the list is mounted
 * again.
 */
export function useScrollAnchor(
  elementRef: { readonly current: HTMLElement | null },
  { rows, anchorRef }: AnchoredList,
  positions: RowLayout,
): (event: { readonly currentTarget: HTMLElement }) => void {
  useLayoutEffect(() => {
    const list = elementRef.current;
    if (list === null) return;
    const before = anchorRef.current;
    if (before !== null) {
      const first = Math.max(0, before.first + getRowShift(before, rows));
      list.scrollTop = toScrollTop({ ...before, first }, positions);
    }
    anchorRef.current = getAnchor(list, rows, positions);
  }, [elementRef, rows, positions, anchorRef]);

  return ({ currentTarget }) => {
    anchorRef.current = getAnchor(currentTarget, rows, positions);
  };
}

/**
 * While a list's rows are not there, for example during a search, the pane around it has its focus. The list
 * takes it when it appears, and gives it back when it goes.
 */
export function useFocusOfPane(elementRef: { readonly current: HTMLElement | null }): void {
  useLayoutEffect(() => {
    const list = elementRef.current;
    const pane = list?.closest<HTMLElement>('[data-pane]') ?? null;
    if (pane !== null && document.activeElement === pane) list?.focus({ preventScroll: true });
    return () => {
      if (list?.contains(document.activeElement) === true) pane?.focus({ preventScroll: true });
    };
  }, [elementRef]);
}
