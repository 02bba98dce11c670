import type { StoreApi } from 'zustand/vanilla';
import type { Result } from '#contract/result.ts';
import type { LatestRequestCheck } from '../async.ts';
import type { EpochMs } from '#contract/time.ts';
import {
  findRankOfLoadedRow,
  getRowLimitOfReload,
  getWindowStart,
  readWindow,
  MAX_LOADED_ROWS,
  type ListSource,
  type ListState,
  type ListWindow,
  type VisibleRange,
} from './list-window.ts';

/** Returns when a list's kind was last synced completely; null if never or unknown. */
export type GetSyncTime = () => EpochMs | null;

/** Maximum number of rows in view by which the view is found again. */
const MAX_KEPT = 100;

/** The dependencies of the functions that read a list. */
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
export async function readAndApplyWindow<F, R>(
  { store, syncedAt }: ListReadDeps<F, R>,
  isWanted: LatestRequestCheck,
  read: (signal: AbortSignal) => Promise<Result<ListWindow<R>>>,
  findTarget: (window: ListWindow<R>) => number | null = () => null,
): Promise<void> {
  const fresh = { syncedAt: syncedAt(), phase: 'ready', error: null, former: null } as const;
  const answer = await read(isWanted.signal);
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
export function moveViewWithItsRows<R extends { readonly id: string }>(
  view: VisibleRange,
  before: ListWindow<R>,
  now: ListWindow<R>,
): VisibleRange {
  if (view.isAtTop) return view;
  for (const id of listIdsInView(before, view)) {
    const [old, rank] = [findRankOfLoadedRow(before, id), findRankOfLoadedRow(now, id)];
    if (old !== null && rank !== null)
      return { ...view, first: Math.max(0, view.first + rank - old), last: view.last + rank - old };
  }
  return view;
}

/**
 * Reads the rows around a view again. Where none of the rows in view is among the new ones, because many came
 * or went above it, they are found by their ids.
 * @param viewLength the number of rows that the view can show; 0 if unknown
 */
export async function rereadRowsInView<F, R extends { readonly id: string }>(
  { store, source }: ListReadDeps<F, R>,
  view: VisibleRange,
  viewLength: number,
  signal: AbortSignal,
): Promise<Result<ListWindow<R>>> {
  const state = store.getState();
  const { filter, rows } = state;
  const limit = getRowLimitOfReload(rows.length, view, viewLength);
  const start = { at: { rank: getWindowStart(view) }, limit };
  const page = await readWindow(source, filter, start, signal);
  const ids = listIdsInView(state, view);
  if (!page.ok || view.isAtTop || ids.length === 0) return page;
  if (page.value.rows.some(({ id }) => ids.includes(id))) return page;
  const around = { at: { ids, before: MAX_LOADED_ROWS / 2 }, limit: MAX_LOADED_ROWS };
  const found = await readWindow(source, filter, around, signal);
  return found.ok ? found : page;
}

/** Reads the number of rows of the list into its store. */
export async function readRowCountIntoStore<F, R>(
  { store, source }: ListReadDeps<F, R>,
  isWanted: LatestRequestCheck,
): Promise<void> {
  const answer = await source.count({ filter: store.getState().filter }, isWanted.signal);
  if (isWanted() && answer.ok) store.setState({ count: answer.value });
}
