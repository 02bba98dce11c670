import { createLatestRequestGuard } from '../async.ts';
import type { ListStore } from './list.ts';

/**
 * The row `positions` below the current one, clamped to the list; without a current row, counted from above
 * the first. `Infinity` is the last row, `-Infinity` the first.
 */
export function getRowBelow(
  rows: readonly { readonly id: string }[],
  selected: string | null,
  positions: number,
): string | null {
  return rows[Math.max(0, Math.min(rows.length - 1, getIndexBelow(rows, selected, positions)))]?.id ?? null;
}

function getIndexBelow(
  rows: readonly { readonly id: string }[],
  selected: string | null,
  positions: number,
): number {
  return rows.findIndex((row) => row.id === selected) + positions;
}

/** Moves the current row of a list, over all its rows: those that are not loaded yet are loaded first. */
export interface RowMoves {
  /** Moves by this number of rows, down if positive; `Infinity` to the last row, `-Infinity` to the first. */
  readonly move: (positions: number) => void;
  /**
   * Selects the first row of the present query. If its rows are still being loaded, selects it as soon as they
   * arrive.
   */
  readonly selectFirst: () => void;
  /** Gives up a move whose rows are still being loaded. */
  readonly cancel: () => void;
}

/**
 * Creates the moves of a list. A new move replaces one whose rows are still being loaded.
 * @param getSelected returns the current row
 * @param select makes a row the current one
 */
export function createRowMoves<F, R extends { readonly id: string }>(
  list: Pick<ListStore<F, R>, 'store' | 'loadThrough'>,
  getSelected: () => string | null,
  select: (id: string) => void,
): RowMoves {
  const latest = createLatestRequestGuard();
  const rows = (): readonly R[] => list.store.getState().rows;

  function selectIfFound(id: string | null): void {
    if (id !== null) select(id);
  }

  async function load(index: number, find: () => string | null): Promise<void> {
    const isLatest = latest.begin();
    const { filter } = list.store.getState();
    await list.loadThrough(index);
    if (isLatest() && filter === list.store.getState().filter) selectIfFound(find());
  }

  return {
    cancel: latest.cancel,
    move: (positions) => {
      latest.cancel();
      const index = getIndexBelow(rows(), getSelected(), positions);
      const find = (): string | null => getRowBelow(rows(), getSelected(), positions);
      if (index < rows().length || list.store.getState().next === null) selectIfFound(find());
      else void load(index, find);
    },
    selectFirst: () => void load(0, () => rows()[0]?.id ?? null),
  };
}
