import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppError, Result } from '#contract/result.ts';
import type { ListStore } from './list.ts';

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
function listIdsBetween(
  rows: readonly { readonly id: string }[],
  first: string,
  last: string,
): readonly string[] {
  const places = [first, last].map((id) => rows.findIndex((row) => row.id === id));
  const [low = 0, high = 0] = places.toSorted((left, right) => left - right);
  return low < 0 ? [last] : rows.slice(low, high + 1).map(({ id }) => id);
}

/** Maximum number of selected rows: one bulk action takes no more. */
export const MAX_SELECTED = 5_000;

/**
 * Creates the selection of one list. It is cleared when the list shows another query, because a bulk action
 * must not apply to rows that are not visible.
 */
export function createListSelection<F, R>(list: ListStore<F, R>): Selection {
  const selection = createSelection();
  list.store.subscribe((now, before) => {
    if (now.filter !== before.filter) selection.clear();
  });
  return selection;
}

/**
 * Selects every row of a list, unless the list shows another query by the time the ids have arrived.
 * @param find returns the ids of a query, at most `MAX_SELECTED`
 * @returns null on success, otherwise why the ids could not be read
 */
export async function selectAllRows<F, R>(
  list: ListStore<F, R>,
  selection: Selection,
  find: (query: F) => Promise<Result<{ readonly ids: readonly string[]; readonly isCut: boolean }>>,
): Promise<AppError | null> {
  const query = list.store.getState().filter;
  const found = await find(query);
  if (!found.ok) return found.error;
  if (query === list.store.getState().filter) selection.set(found.value.ids, found.value.isCut);
  return null;
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
      store.setState({ ids: new Set([...ids, ...listIdsBetween(rows, from ?? id, id)]), from: from ?? id });
    },
    set: (ids, isCut = false) => store.setState({ ids: new Set(ids), from: null, isCut }),
    clear: () => store.setState(NONE),
  };
}
