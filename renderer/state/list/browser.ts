import { createStore, type StoreApi } from 'zustand/vanilla';
import { createList, type List, type ListSource, type SyncedAt } from './list.ts';
import { getPlace, rowNear, type RowPosition } from './row-position.ts';
import { createRecord, type OpenRecord, type RecordSource } from './record.ts';

/** Where a list stood: the rows in sight, the index of the first and how far it was scrolled away. */
export interface Anchor {
  readonly ids: readonly string[];
  readonly first: number;
  readonly offset: number;
}

/** Which row of a list is selected, and whether its record is open. Selecting a row does not open it. */
export interface Selection {
  readonly selected: string | null;
  readonly opened: boolean;
}

/** One kind of record on screen: its list, the selected row and the open record. */
export interface Browser<F, R, Rec> {
  readonly list: List<F, R>;
  readonly record: OpenRecord<Rec>;
  readonly selection: StoreApi<Selection>;
  /** Selects a row and opens its record. */
  readonly open: (id: string) => void;
  /** Opens the selected row, or the first one. */
  readonly openSelected: () => void;
  /** Closes the record; the row stays selected. */
  readonly close: () => void;
  /**
   * Moves the current row by this number of rows, down if positive; an open record follows. If the current row
   * has moved by itself, the count starts at its earlier position.
   */
  readonly move: (positions: number) => void;
  /** The selected row is about to move for what is done with it: the next move goes on from where it stands now. */
  readonly savePosition: () => void;
  /** Where the list stood when it was last on screen. */
  readonly anchor: { current: Anchor | null };
  /** Forgets everything, for another account. */
  readonly reset: () => void;
}

/** The row `positions` below a selected one, kept within the list; without a selection counted from above it. */
export function rowAt(
  rows: readonly { readonly id: string }[],
  selected: string | null,
  positions: number,
): string | null {
  const from = rows.findIndex((row) => row.id === selected);
  return rows[Math.max(0, Math.min(rows.length - 1, from + positions))]?.id ?? null;
}

/** Keeps the place where the selected row stood, once it has left that place. */
function savedPosition<F, R extends { readonly id: string }>(
  list: List<F, R>,
  selection: StoreApi<Selection>,
  anchor: { current: Anchor | null },
) {
  // Null while the selected row is in its place.
  let left: RowPosition | null = null;
  list.store.subscribe((now, before) => {
    if (now.filter !== before.filter) {
      left = null;
      anchor.current = null;
    } else if (left === null && now.rows !== before.rows) {
      const { selected } = selection.getState();
      if (!now.rows.some(({ id }) => id === selected)) left = getPlace(before.rows, selected);
    }
  });
  return {
    /** The row at this distance; null where there is none. */
    next: (positions: number): string | null =>
      left === null ? null : rowNear(list.store.getState().rows, left, positions),
    save: (): void => {
      left = getPlace(list.store.getState().rows, selection.getState().selected);
    },
    forget: (): void => {
      left = null;
    },
  };
}

/** The row of a record made here comes back under the service's id: the selection goes with it. */
function followId<Rec>(record: OpenRecord<Rec>, selection: StoreApi<Selection>): void {
  record.store.subscribe((now) => {
    if (now.phase === 'ready' && selection.getState().selected !== now.id)
      selection.setState({ selected: now.id });
  });
}

/** Builds the browser of one kind over the procedures of the bridge. */
export function createBrowser<F, R extends { readonly id: string }, Rec>(
  listSource: ListSource<F, R>,
  recordSource: RecordSource<Rec>,
  noFilter: F,
  syncedAt: SyncedAt = () => null,
): Browser<F, R, Rec> {
  const list = createList(listSource, noFilter, syncedAt);
  const record = createRecord(recordSource);
  const selection = createStore<Selection>(() => ({ selected: null, opened: false }));
  const anchor: { current: Anchor | null } = { current: null };
  const position = savedPosition(list, selection, anchor);
  followId(record, selection);

  function open(id: string): void {
    position.forget();
    selection.setState({ selected: id, opened: true });
    record.open(id);
  }

  function close(): void {
    selection.setState({ opened: false });
    record.close();
  }

  return {
    list,
    record,
    selection,
    anchor,
    open,
    close,
    openSelected: () => {
      const id = selection.getState().selected ?? rowAt(list.store.getState().rows, null, 0);
      if (id !== null) open(id);
    },
    move: (positions) => {
      const { selected, opened } = selection.getState();
      const id = position.next(positions) ?? rowAt(list.store.getState().rows, selected, positions);
      if (id === null) return;
      position.forget();
      if (opened) open(id);
      else selection.setState({ selected: id });
    },
    savePosition: position.save,
    reset: () => {
      close();
      position.forget();
      selection.setState({ selected: null });
      list.reset();
    },
  };
}
