import type { StoreApi } from 'zustand/vanilla';
import type { Result } from '#contract/result.ts';
import type { EpochMs } from '#contract/time.ts';
import {
  findRank,
  getRefreshLimit,
  getWindowStart,
  readWindow,
  WINDOW_ROWS,
  type ListSource,
  type ListState,
  type ListWindow,
  type VisibleRange,
} from './list-window.ts';

/** Returns when a list's kind was last synced completely; null if never or unknown. */
export type GetSyncTime = () => EpochMs | null;

/** Maximum number of rows in view by which the view is found again. */
const MAX_KEPT = 100;

/** What the reads of a list need. */
export interface ListReadDeps<F, R> {
  readonly store: StoreApi<ListState<F, R>>;
  readonly source: ListSource<F, R>;
  readonly syncedAt: GetSyncTime;
}

/**
 * Reads rows, and sets them as those of the list, unless they are no longer wanted. An error replaces no rows; that a
 * list contains none of the wanted rows (`not-found`) changes nothing.
 * @param findTarget returns the rank to scroll to: it is set together with the rows, so that no others show in between
 */
export async function applyWindow<F, R>(
  { store, syncedAt }: ListReadDeps<F, R>,
  isWanted: () => boolean,
  read: () => Promise<Result<ListWindow<R>>>,
  findTarget: (window: ListWindow<R>) => number | null = () => null,
): Promise<void> {
  const fresh = { syncedAt: syncedAt(), phase: 'ready', error: null, former: null } as const;
  const answer = await read();
  if (!isWanted()) return;
  if (!answer.ok) {
    if (answer.error.code !== 'not-found')
      store.setState({ phase: 'failed', error: answer.error, former: null });
    return;
  }
  const rank = findTarget(answer.value);
  store.setState({ ...answer.value, ...fresh, ...(rank === null ? {} : { target: { rank } }) });
}

/** Returns the loaded ids in view. */
function listIdsInView<R extends { readonly id: string }>(
  { rows, first }: ListWindow<R>,
  view: VisibleRange,
): readonly string[] {
  return rows
    .slice(Math.max(0, view.first - first), Math.max(0, view.last + 1 - first))
    .slice(0, MAX_KEPT)
    .map(({ id }) => id);
}

/** Returns where a view is once other rows have been read: it stays with its rows, unless it is at the very top. */
export function followRows<R extends { readonly id: string }>(
  view: VisibleRange,
  before: ListWindow<R>,
  now: ListWindow<R>,
): VisibleRange {
  if (view.isAtTop) return view;
  for (const id of listIdsInView(before, view)) {
    const [old, rank] = [findRank(before, id), findRank(now, id)];
    if (old !== null && rank !== null)
      return { ...view, first: Math.max(0, view.first + rank - old), last: view.last + rank - old };
  }
  return view;
}

/**
 * Reads the rows around a view again. Where none of the rows in view is among the new ones, because many came
 * or went above it, they are found by their ids.
 */
export async function readAgain<F, R extends { readonly id: string }>(
  { store, source }: ListReadDeps<F, R>,
  view: VisibleRange,
): Promise<Result<ListWindow<R>>> {
  const state = store.getState();
  const { filter, rows } = state;
  const start = { rank: getWindowStart(view) };
  const page = await readWindow(source, filter, start, getRefreshLimit(rows.length, view));
  const ids = listIdsInView(state, view);
  if (!page.ok || view.isAtTop || ids.length === 0) return page;
  if (page.value.rows.some(({ id }) => ids.includes(id))) return page;
  const around = { ids, before: WINDOW_ROWS / 2 };
  const found = await readWindow(source, filter, around, WINDOW_ROWS);
  return found.ok ? found : page;
}

/** Reads how many rows the list has. */
export async function readCount<F, R>(
  { store, source }: ListReadDeps<F, R>,
  isWanted: () => boolean,
): Promise<void> {
  const answer = await source.count({ filter: store.getState().filter });
  if (isWanted() && answer.ok) store.setState({ count: answer.value });
}
