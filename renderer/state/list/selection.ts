import { createStore, type StoreApi } from 'zustand/vanilla';

/** The rows that are picked for doing something with all of them. */
export interface SelectionState {
  readonly ids: ReadonlySet<string>;
  /** From where a range is picked: the row that was picked last. */
  readonly from: string | null;
  /** There were more than could be picked at once. */
  readonly isCut: boolean;
}

export interface Selection {
  readonly store: StoreApi<SelectionState>;
  readonly toggle: (id: string) => void;
  /** Picks every row from the one picked last to this one, as they stand in the list. */
  readonly extendTo: (id: string, rows: readonly { readonly id: string }[]) => void;
  readonly set: (ids: Iterable<string>, isCut?: boolean) => void;
  readonly clear: () => void;
}

const NONE: SelectionState = { ids: new Set(), from: null, isCut: false };

/** Whatever stands between two rows, both with it. */
function between(rows: readonly { readonly id: string }[], first: string, last: string): readonly string[] {
  const places = [first, last].map((id) => rows.findIndex((row) => row.id === id));
  const [low = 0, high = 0] = places.toSorted((left, right) => left - right);
  return low < 0 ? [last] : rows.slice(low, high + 1).map(({ id }) => id);
}

/** The store of picked rows. */
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
