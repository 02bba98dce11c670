import { createStore, type StoreApi } from 'zustand/vanilla';
import type { EpochMs } from '#contract/time.ts';
import { createListStore, type ListStore } from './list.ts';
import type { GetSyncTime } from './window-reads.ts';
import { findRankOfLoadedRow, type ListSource } from './list-window.ts';
import { createCurrentRowMover, type CurrentRowMover } from './row-moves.ts';
import {
  findRowIdNearFormerPlace,
  getRowNeighbours,
  listFormerNeighboursNearestFirst,
  type RowNeighbours,
} from './row-position.ts';
import { createOpenRecordStore, type OpenRecordStore, type RecordSource } from './record.ts';

/** The scroll position of a list: the visible rows, the rank of the first, and its offset. */
export interface ScrollPosition {
  readonly ids: readonly string[];
  readonly first: number;
  readonly offset: number;
}

/** Which row of a list is selected, and whether its record is open. Selecting a row does not open it. */
export interface CurrentRowState {
  readonly selected: string | null;
  readonly opened: boolean;
}

/** How the current row was reached: chosen by itself, or in the course of moving along the list. */
export type CurrentRowOrigin = 'opened' | 'followed';

/** The state of one kind of record on screen: list, current row and open record. */
export interface ListAndRecordStore<F, R, Rec> {
  readonly list: ListStore<F, R>;
  readonly record: OpenRecordStore<Rec>;
  readonly currentRow: StoreApi<CurrentRowState>;
  /** How the current row was reached last. */
  readonly arrival: { readonly current: CurrentRowOrigin };
  /** Selects a row and opens its record. */
  readonly open: (id: string) => void;
  /** Opens the selected row, or the first one. */
  readonly openSelected: () => void;
  /** Closes the record; the row stays selected. */
  readonly close: () => void;
  /**
   * Moves the current row by this number of rows, down if positive, or to the end (`Infinity`, `-Infinity`);
   * an open record follows. If the current row has changed its position, the move starts from the earlier one.
   * Rows that are not loaded yet are loaded first; resolves when the row is the current one.
   */
  readonly move: (positions: number) => Promise<void>;
  /**
   * Makes the first row that is not before a time the current one, in an order by time; the last row where all are
   * before it.
   */
  readonly moveToTime: (time: EpochMs) => Promise<void>;
  /** Makes a row the current one; an open record follows. */
  readonly select: (id: string) => void;
  /**
   * Selects the first row of the present query. If its rows are still being loaded, selects it as soon as they
   * arrive.
   */
  readonly selectFirst: () => void;
  /**
   * Call before an action that will change the current row's position: the next move starts from its present
   * position.
   */
  readonly savePosition: () => void;
  /** The scroll position when the list was last on screen. */
  readonly anchor: { current: ScrollPosition | null };
  /** Clears everything when the account changes. */
  readonly reset: () => void;
}

/** Remembers the position of the current row once it has left it. */
function createPositionMemory<F, R extends { readonly id: string }>(
  list: ListStore<F, R>,
  currentRow: StoreApi<CurrentRowState>,
  anchor: { current: ScrollPosition | null },
) {
  // Where the current row was when it was last loaded; null while it is.
  let left: RowNeighbours | null = null;
  let isSaved = false;
  const isLoaded = (): boolean =>
    findRankOfLoadedRow(list.store.getState(), currentRow.getState().selected) !== null;

  function forget(): void {
    left = null;
    isSaved = false;
  }

  list.store.subscribe((now, before) => {
    if (now.filter !== before.filter) {
      forget();
      anchor.current = null;
    } else if (!isSaved && now.rows !== before.rows) {
      left = isLoaded() ? null : (getRowNeighbours(before.rows, currentRow.getState().selected) ?? left);
    }
  });
  return {
    /** The row at this distance; null if there is none, or if it is not loaded. */
    next: (positions: number): string | null =>
      left === null ? null : findRowIdNearFormerPlace(list.store.getState(), left, positions),
    neighbours: (): readonly string[] => (left === null ? [] : listFormerNeighboursNearestFirst(left)),
    save: (): void => {
      left = getRowNeighbours(list.store.getState().rows, currentRow.getState().selected);
      isSaved = left !== null;
    },
    forget,
  };
}

/** When a new record gets the service's id, selects the row with that id. */
function followId<Rec>(
  record: OpenRecordStore<Rec>,
  currentRow: StoreApi<CurrentRowState>,
  arrival: { current: CurrentRowOrigin },
): void {
  record.store.subscribe((now) => {
    if (now.phase !== 'ready' || currentRow.getState().selected === now.id) return;
    arrival.current = 'followed';
    currentRow.setState({ selected: now.id });
  });
}

interface RowActionsDeps<F, R extends { readonly id: string }, Rec> {
  readonly list: ListStore<F, R>;
  readonly record: OpenRecordStore<Rec>;
  readonly currentRow: StoreApi<CurrentRowState>;
  readonly position: ReturnType<typeof createPositionMemory>;
  readonly arrival: { current: CurrentRowOrigin };
}

/** Creates the actions that change the current row. */
function createRowActions<F, R extends { readonly id: string }, Rec>({
  list,
  record,
  currentRow,
  position,
  arrival,
}: RowActionsDeps<F, R, Rec>): Pick<ListAndRecordStore<F, R, Rec>, 'open' | 'close' | 'select'> & {
  readonly moves: CurrentRowMover;
} {
  function show(id: string, how: CurrentRowOrigin): void {
    moves.cancel();
    position.forget();
    arrival.current = how;
    currentRow.setState({ selected: id, opened: true });
    record.open(id);
  }

  function close(): void {
    currentRow.setState({ opened: false });
    record.close();
  }

  function select(id: string): void {
    if (currentRow.getState().opened) return show(id, 'followed');
    moves.cancel();
    position.forget();
    currentRow.setState({ selected: id });
  }
  const moves = createCurrentRowMover(list, {
    getSelected: () => currentRow.getState().selected,
    select,
    listFormerNeighboursNearestFirst: position.neighbours,
    findNear: position.next,
  });
  return { open: (id) => show(id, 'opened'), close, select, moves };
}

/** Creates the list, current row and open record of one kind of record. */
export function createListAndRecordStore<F, R extends { readonly id: string }, Rec>(
  listSource: ListSource<F, R>,
  recordSource: RecordSource<Rec>,
  noFilter: F,
  syncedAt: GetSyncTime = () => null,
): ListAndRecordStore<F, R, Rec> {
  const list = createListStore(listSource, noFilter, syncedAt);
  const record = createOpenRecordStore(recordSource);
  const currentRow = createStore<CurrentRowState>(() => ({ selected: null, opened: false }));
  const anchor: { current: ScrollPosition | null } = { current: null };
  const position = createPositionMemory(list, currentRow, anchor);
  const arrival: { current: CurrentRowOrigin } = { current: 'opened' };
  followId(record, currentRow, arrival);

  const { open, close, select, moves } = createRowActions({ list, record, currentRow, position, arrival });

  async function openFirst(): Promise<void> {
    const row = await list.jumpTo(0);
    if (row !== null) open(row.id);
  }

  return {
    list,
    record,
    currentRow,
    arrival,
    anchor,
    open,
    close,
    select,
    selectFirst: () => void moves.selectFirst(),
    openSelected: () => {
      const { rows, first } = list.store.getState();
      const id = currentRow.getState().selected ?? (first === 0 ? rows[0]?.id : undefined);
      if (id === undefined) void openFirst();
      else open(id);
    },
    move: async (positions) => {
      const id = Number.isFinite(positions) ? position.next(positions) : null;
      if (id === null) await moves.move(positions);
      else select(id);
    },
    moveToTime: moves.moveToTime,
    savePosition: position.save,
    reset: () => {
      moves.cancel();
      close();
      position.forget();
      currentRow.setState({ selected: null });
      list.reset();
    },
  };
}
