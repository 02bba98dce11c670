import { createStore, type StoreApi } from 'zustand/vanilla';
import type { AppError, Result } from '#contract/result.ts';
import { createLatestRequestGuard } from '../async.ts';
import { toggleInSet } from '../toggle-in-set.ts';
import type { ListStore } from './list.ts';
import { readIdsBetween } from './list-window.ts';

/** The ids of the rows selected for a bulk action, and where a range selection starts. */
export interface RowSelectionState {
  readonly ids: ReadonlySet<string>;
  /** The start of a range selection: the row that was selected last. */
  readonly from: string | null;
  /** More rows matched than can be selected. */
  readonly isCut: boolean;
  /** The ids of all rows are being read, to be selected. */
  readonly isReading: boolean;
}

interface FoundIds {
  readonly ids: readonly string[];
  /** There are more. */
  readonly isCut: boolean;
}

export interface RowSelectionStore {
  readonly store: StoreApi<RowSelectionState>;
  readonly toggle: (id: string) => void;
  /** Selects further rows. The next range selection starts at the row `from`. */
  readonly add: (ids: Iterable<string>, from: string, isCut?: boolean) => void;
  readonly set: (ids: Iterable<string>, isCut?: boolean) => void;
  readonly clear: () => void;
  /** Keeps rows selected that have another id now. */
  readonly rename: (newIds: ReadonlyMap<string, string>) => void;
  /** Selects the ids that `find` returns, unless the selection is changed or cleared meanwhile. Returns null or why they could not be read. */
  readonly setLater: (find: () => Promise<Result<FoundIds>>) => Promise<AppError | null>;
}

const NONE: RowSelectionState = { ids: new Set(), from: null, isCut: false, isReading: false };

/** Maximum number of selected rows: one bulk action takes no more. */
export const MAX_SELECTED = 5_000;

/**
 * Creates the selection of one list. It is cleared when the list shows another query, because a bulk action
 * must not apply to rows that are not visible.
 */
export function createListRowSelectionStore<F, R>(list: ListStore<F, R>): RowSelectionStore {
  const selection = createRowSelectionStore();
  list.store.subscribe((now, before) => {
    if (now.filter !== before.filter) selection.clear();
  });
  return selection;
}

/**
 * Selects every row of a list, unless the selection is changed or cleared, which another query does too, before the ids
 * have arrived.
 * @param find returns the ids of a query, at most `MAX_SELECTED`
 * @returns null on success, otherwise why the ids could not be read
 */
export function selectAllRows<F, R>(
  list: ListStore<F, R>,
  selection: RowSelectionStore,
  find: (query: F) => Promise<Result<FoundIds>>,
): Promise<AppError | null> {
  return selection.setLater(() => find(list.store.getState().filter));
}

/**
 * Selects every row from the last selected one to this one, in list order, at most `MAX_SELECTED`. Those that are not
 * loaded are read first. Where that fails, or the list no longer contains the first one, this row alone is selected and
 * the next range starts at it. Nothing is selected where this row is not loaded, because the user cannot see it.
 */
export async function selectRowsThrough<F, R extends { readonly id: string }>(
  { store, source }: Pick<ListStore<F, R>, 'store' | 'source'>,
  selection: RowSelectionStore,
  id: string,
): Promise<void> {
  const { rows, filter } = store.getState();
  const from = selection.store.getState().from ?? id;
  const places = [from, id].map((each) => rows.findIndex((row) => row.id === each));
  if (places[1] === -1) return;
  const [low = -1, high = -1] = places.toSorted((left, right) => left - right);
  if (low >= 0) {
    selection.add(
      rows.slice(low, high + 1).map((row) => row.id),
      from,
    );
    return;
  }
  const found = await readIdsBetween(source, filter, [from, id], MAX_SELECTED);
  const { from: start } = selection.store.getState();
  // Without a start the selection was cleared or replaced meanwhile.
  if (filter !== store.getState().filter || start === null) return;
  if (found.ok) selection.add(found.value.ids, start, found.value.isCut);
  else selection.add([id], id);
}

/** Creates the store of selected rows. */
export function createRowSelectionStore(): RowSelectionStore {
  const store = createStore<RowSelectionState>(() => NONE);
  const reads = createLatestRequestGuard();
  const change = (changed: Partial<RowSelectionState>): void => {
    reads.cancel();
    store.setState({ isReading: false, ...changed });
  };
  const set: RowSelectionStore['set'] = (ids, isCut = false) =>
    change({ ids: new Set(ids), from: null, isCut });
  return {
    store,
    toggle: (id) => change({ ids: toggleInSet(store.getState().ids, id), from: id }),
    add: (more, from, isCut = false) => {
      const { ids } = store.getState();
      change({ ids: new Set([...ids, ...more]), from, isCut });
    },
    set,
    clear: () => change(NONE),
    rename: (newIds) => {
      const { ids, from } = store.getState();
      const rename = (id: string): string => newIds.get(id) ?? id;
      // Rows that are not selected change nothing, so that no row is rendered again.
      if ([...newIds.keys()].some((id) => ids.has(id) || id === from))
        store.setState({ ids: new Set([...ids].map(rename)), from: from === null ? null : rename(from) });
    },
    setLater: async (find) => {
      const isLatest = reads.begin();
      store.setState({ isReading: true });
      const found = await find();
      if (!isLatest()) return null;
      if (found.ok) set(found.value.ids, found.value.isCut);
      else change({});
      return found.ok ? null : found.error;
    },
  };
}
