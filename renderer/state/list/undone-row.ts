import { createLatestRequestGuard } from '../async.ts';
import type { CurrentRowState } from './list-and-record.ts';
import type { StoreApi } from 'zustand/vanilla';

interface ListWithCurrentRow {
  readonly list: {
    readonly reloadNow: () => void;
    readonly find: (ids: readonly string[]) => Promise<unknown>;
  };
  readonly currentRow: Pick<StoreApi<CurrentRowState>, 'getState'>;
  readonly select: (id: string) => void;
}

/** Makes the row the current one of which an action was undone. */
export interface UndoneRowSelector {
  /**
   * Call when an undo begins. The returned function, called once it is done, selects a row at the place that the undo gives
   * it, unless another row has become the current one or another undo has begun meanwhile.
   */
  readonly begin: () => (id: string) => Promise<void>;
  readonly cancel: () => void;
}

/** Creates what makes the row the current one of which an action was undone; an open record follows. */
export function createUndoneRowSelector({ list, currentRow, select }: ListWithCurrentRow): UndoneRowSelector {
  const latest = createLatestRequestGuard();
  return {
    begin: () => {
      const isLatest = latest.begin();
      const { selected } = currentRow.getState();
      const isWanted = (): boolean => isLatest() && currentRow.getState().selected === selected;
      return async (id) => {
        if (!isWanted()) return;
        // The rows on screen may still have it at its former place, from which the list would be scrolled away.
        list.reloadNow();
        await list.find([id]);
        if (isWanted()) select(id);
      };
    },
    cancel: latest.cancel,
  };
}
