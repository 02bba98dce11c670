import { createStore, type StoreApi } from 'zustand/vanilla';

/** The rows selected for a bulk action. */
export interface SelectionState {
  readonly ids: ReadonlySet<string>;
  /** The start of a range selection: the row that was selected last. */
  readonly from: string | null;
  /** More rows matched than can be selected. */
  readonly isCut: boolean;
}

export interface Selection {
  readonly store: StoreApi<SelectionState>;
  readonly toggle: (id: string) => void;
  /** Selects every row from the last selected one to this one, in list order. */
  readonly extendTo: (id: string, rows: readonly { readonly id: string }[]) => void;
  readonly set: (ids: Iterable<string>, isCut?: boolean) => void;
  readonly clear: () => void;
}

const NONE: SelectionState = { ids: new Set(), from: null, isCut: false };

/** Returns the rows between two rows, including both. */
function between(rows: readonly { readonly id: string }[], first: string, last: string): readonly string[] {
  const places = [first, last].map((id) => rows.findIndex((row) => row.id === id));
  const [low = 0, high = 0] = places.toSorted((left, right) => left - right);
  return low < 0 ? [last] : rows.slice(low, high + 1).map(({ id }) => id);
}

/** Creates the store of selected rows. */
export function createSelection(): Selection {
  const store = createStore<SelectionState>(() => NONE);
  return {
    store,
    toggle: (id) => {
      const ids = new Set(store.getState().ids);
      if (!ids.delete(id)) ids.add(id);
      store.setState({ ids, from: id });
    },
    extendTo: (id, rows) => {
      const { ids, from } = store.getState();
      store.setState({ ids: new Set([...ids, ...between(rows, from ?? id, id)]), from: from ?? id });
    },
    set: (ids, isCut = false) => store.setState({ ids: new Set(ids), from: null, isCut }),
    clear: () => store.setState(NONE),
  };
}
