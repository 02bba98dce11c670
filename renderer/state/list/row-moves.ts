import type { EpochMs } from '#contract/time.ts';
import { createLatestRequestGuard } from '../async.ts';
import type { ListStore } from './list.ts';
import { findRankOfLoadedRow, getLoadedRowAtRank, type ListWindow } from './list-window.ts';

/**
 * The loaded row `positions` below the current one, not beyond the ends of the list; without a current row, counted
 * from above the first. `Infinity` is the last row, `-Infinity` the first. Null if that row is not loaded.
 */
export function getRowAtDistance<R extends { readonly id: string }>(
  window: ListWindow<R>,
  selected: string | null,
  positions: number,
): R | null {
  const { rows, first, isEnd } = window;
  const from = selected === null ? -1 : findRankOfLoadedRow(window, selected);
  if (from === null && Number.isFinite(positions)) return null;
  const rank = Math.max(0, (from ?? 0) + positions);
  return rank >= first + rows.length && isEnd ? (rows.at(-1) ?? null) : getLoadedRowAtRank(window, rank);
}

/** Moves the current row of a list, over all its rows: those that are not loaded yet are loaded first. */
export interface CurrentRowMover {
  /**
   * Moves by this number of rows, down if positive; `Infinity` to the last row, `-Infinity` to the first. Resolves
   * when the row is the current one, or another move has replaced this one.
   */
  readonly move: (positions: number) => Promise<void>;
  /**
   * Selects the first row of the present query. If its rows are still being loaded, selects it as soon as they
   * arrive.
   */
  readonly selectFirst: () => Promise<void>;
  /** Moves to the first row that is not before a time, in an order by time; to the last one where all are before it. */
  readonly moveToTime: (time: EpochMs) => Promise<void>;
  /** Gives up a move whose rows are still being loaded. */
  readonly cancel: () => void;
}

/** The functions by which the moves read and change the current row. */
export interface CurrentRowAccess {
  readonly getSelected: () => string | null;
  /** Makes the row with this id the current one. */
  readonly select: (id: string) => void;
  /** Returns rows that were near the current one when it was last in the list, nearest first. */
  readonly listFormerNeighboursNearestFirst?: () => readonly string[];
  /** Returns the row at a distance from where the current one was; null if that place is not loaded. */
  readonly findNear?: (positions: number) => string | null;
}

/** Creates the moves of a list. A new move replaces one whose rows are still being loaded. */
export function createCurrentRowMover<F, R extends { readonly id: string }>(
  list: Pick<ListStore<F, R>, 'store' | 'jumpTo' | 'jumpToTime' | 'find'>,
  {
    getSelected,
    select,
    listFormerNeighboursNearestFirst = () => [],
    findNear = () => null,
  }: CurrentRowAccess,
): CurrentRowMover {
  const latest = createLatestRequestGuard();
  const getBelow = (positions: number): R | null =>
    getRowAtDistance(list.store.getState(), getSelected(), positions);

  /** Selects a row once it is loaded, unless another move began. */
  async function selectLoaded(load: () => Promise<{ readonly id: string } | null>): Promise<void> {
    const isLatest = latest.begin();
    const { filter } = list.store.getState();
    const row = await load();
    if (row !== null && isLatest() && filter === list.store.getState().filter) select(row.id);
  }

  /** Loads the rows around the current one, or around where it was, and finds the row at a distance from there. */
  async function loadFrom(selected: string, positions: number): Promise<{ readonly id: string } | null> {
    const found = await list.find([selected, ...listFormerNeighboursNearestFirst()]);
    if (found === null) return list.jumpTo(Math.max(0, positions - 1));
    const near = found.id === selected ? null : findNear(positions);
    if (near !== null) return { id: near };
    const rank = findRankOfLoadedRow(list.store.getState(), found.id) ?? 0;
    return list.jumpTo(Math.max(0, rank + positions));
  }

  return {
    cancel: latest.cancel,
    move: async (positions) => {
      latest.cancel();
      const selected = getSelected();
      const row = getBelow(positions);
      if (row !== null) select(row.id);
      else if (selected === null || !Number.isFinite(positions))
        await selectLoaded(() => list.jumpTo(Math.max(0, positions - 1)));
      else {
        const rank = findRankOfLoadedRow(list.store.getState(), selected);
        await selectLoaded(() =>
          rank === null ? loadFrom(selected, positions) : list.jumpTo(Math.max(0, rank + positions)),
        );
      }
    },
    selectFirst: () => selectLoaded(() => list.jumpTo(0)),
    moveToTime: (time) => selectLoaded(() => list.jumpToTime(time)),
  };
}
