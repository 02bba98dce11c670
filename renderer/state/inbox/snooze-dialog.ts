import { createStore, type StoreApi } from 'zustand/vanilla';
import type { CurrentRowState } from '../list/list-and-record.ts';
import type { RowSelectionStore } from '../list/selection.ts';

export interface SnoozeDialogState {
  /** The rows to hide; empty while the dialog is closed. */
  readonly rows: readonly string[];
}

export interface SnoozeDialogStore {
  readonly store: StoreApi<SnoozeDialogState>;
  /** Asks until when the selected rows are hidden, or the current one if none is selected. */
  readonly open: () => void;
  readonly close: () => void;
}

/** Creates the store of the dialog that asks until when rows of the inbox are hidden. */
export function createSnoozeDialogStore(
  selection: Pick<RowSelectionStore, 'store'>,
  currentRow: Pick<StoreApi<CurrentRowState>, 'getState'>,
): SnoozeDialogStore {
  const store = createStore<SnoozeDialogState>(() => ({ rows: [] }));
  return {
    store,
    open: () => {
      const { ids } = selection.store.getState();
      const { selected } = currentRow.getState();
      store.setState({ rows: ids.size > 0 || selected === null ? [...ids] : [selected] });
    },
    close: () => store.setState({ rows: [] }),
  };
}
