import type { StoreApi } from 'zustand/vanilla';
import type { CurrentRowState, CurrentRowOrigin, ScrollPosition } from './list-and-record.ts';
import type { ListStore } from './list.ts';

/** What a list showed at one moment. */
export interface ListSnapshot {
  readonly row: CurrentRowState;
  readonly arrival: CurrentRowOrigin;
  /**
   * Shows the same again: query, scroll position, current row and open record.
   * @param isShown the list is on screen already, so that it is scrolled there; otherwise it begins there
   */
  readonly restore: (isShown: boolean) => void;
}

/** Captures what a list shows now. @param row the current row, if it has changed since */
export type CaptureListSnapshot = (row?: CurrentRowState) => ListSnapshot;

/** A list whose state can be restored. A list without records that open has neither `open` nor `close`. */
interface RestorableList<F, R> {
  readonly list: ListStore<F, R>;
  readonly currentRow: Pick<StoreApi<CurrentRowState>, 'getState'>;
  readonly anchor: { current: ScrollPosition | null };
  readonly arrival?: { readonly current: CurrentRowOrigin };
  readonly select: (id: string) => void;
  readonly open?: (id: string) => void;
  readonly close?: () => void;
}

/** Returns the function that captures what a list shows. */
export function createListSnapshotCapture<F, R>(source: RestorableList<F, R>): CaptureListSnapshot {
  const { list, currentRow, anchor } = source;

  /** Scrolls to the row of the open record, or to where the list was. Rows that are gone are left out. */
  function scrollTo({ selected, opened }: CurrentRowState, position: ScrollPosition | null): void {
    // A list is read only while it is shown, and its screen may not be there yet.
    const hide = list.show();
    // From the last row up: the list scrolls as little as possible, and with the last one all others are in view.
    if (opened && selected !== null) void list.find([selected]);
    else if (position === null) void list.jumpTo(0);
    else void list.find(position.ids.toReversed());
    hide();
  }

  function showRow({ selected, opened }: CurrentRowState): void {
    if (selected !== null && opened) return source.open?.(selected);
    source.close?.();
    if (selected !== null) source.select(selected);
  }

  return (row = currentRow.getState()) => {
    const { filter } = list.store.getState();
    const position = anchor.current;
    return {
      row,
      arrival: source.arrival?.current ?? 'followed',
      restore: (isShown) => {
        const isOtherQuery = list.store.getState().filter !== filter;
        if (isOtherQuery) list.setFilter(filter);
        showRow(row);
        // After the query, which forgets the position.
        anchor.current = position;
        if (isShown || isOtherQuery) scrollTo(row, position);
      },
    };
  };
}
