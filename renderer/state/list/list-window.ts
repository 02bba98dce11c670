import { iteratePages, type PageStart } from '#contract/paginate.ts';
import { err, ok, type AppError, type Result } from '#contract/result.ts';
import type { EpochMs } from '#contract/time.ts';
import type { PageStartWithoutCursor } from '#contract/paging.ts';

export interface ListPage<R> {
  readonly items: readonly R[];
  readonly next: string | null;
  /** The number of rows before the first item; undefined at the beginning of the list and behind a cursor. */
  readonly rank?: number | undefined;
}

export interface ListCount {
  readonly count: number;
  readonly capped: boolean;
}

/** The procedures that a list is read with. `signal` abandons a read. */
export interface ListSource<F, R> {
  readonly list: (
    input: {
      filter: F;
      limit: number;
      after?: string;
      at?: PageStartWithoutCursor;
    },
    signal?: AbortSignal,
  ) => Promise<Result<ListPage<R>>>;
  readonly count: (input: { filter: F }, signal?: AbortSignal) => Promise<Result<ListCount>>;
  /** Returns the number of rows if it is known, because all tabs of a search are counted together; null if it is not. */
  readonly getKnownCount?: (filter: F) => ListCount | null;
}

/** Consecutive rows of a list around the ones in view. */
export interface ListWindow<R> {
  readonly rows: readonly R[];
  /** Rank of the first loaded row: the number of rows before it. */
  readonly first: number;
  /** Whether the last loaded row is the last one of the list. */
  readonly isEnd: boolean;
}

/** Rows to show, and how many the list has, loaded or not. */
interface ShownRows<R> extends Pick<ListWindow<R>, 'rows' | 'first'> {
  readonly total: number;
}

/** The state of a list: its query, the loaded rows around those in view, the count, the last error. */
export interface ListState<F, R> extends ListWindow<R> {
  readonly filter: F;
  /**
   * The rows of the former query, to be shown until the first ones of this query arrive; null otherwise. They are in
   * a property of their own so that no action takes them for rows of the list.
   */
  readonly former: ShownRows<R> | null;
  readonly phase: 'loading' | 'ready' | 'failed';
  readonly error: AppError | null;
  readonly count: ListCount | null;
  /**
   * Time of the last complete sync of the kind when these rows were requested; they include everything it
   * brought. Null if unknown.
   */
  readonly syncedAt: EpochMs | null;
  /** The row that the list has to scroll to: a new object at each jump, null before the first. */
  readonly target: { readonly rank: number } | null;
}

/** The ranks of the first and the last row in view. */
export interface VisibleRange {
  readonly first: number;
  readonly last: number;
  /** The list is scrolled to its very top, where new rows show. */
  readonly isAtTop: boolean;
}

/** The least number of rows that the first read of a list requests: enough for most windows. */
const FIRST_ROWS = 64;
/** How many rows the view of a list that was just read can move until further ones are requested. */
const FIRST_SCROLL_ROWS = 10;
/** The rows that are read on each side of a view that shows none of the loaded ones. */
const BLANK_MARGIN_ROWS = 8;
/** The number of rows that are kept in memory, once the list was scrolled. */
export const MAX_LOADED_ROWS = 160;
/** Further rows are requested when fewer than this are left between the view and the end of the loaded ones. */
const MARGIN_ROWS = 40;
// Maximum number of rows per read: the maximum of `limit` in the contract.
const MAX_PAGE = 500;

/** Returns the number of rows of a list, loaded or not. */
function getListLength<F, R>({
  rows,
  first,
  isEnd,
  count,
}: Pick<ListState<F, R>, 'rows' | 'first' | 'isEnd' | 'count'>): number {
  const loaded = first + rows.length;
  return isEnd ? loaded : Math.max(loaded + 1, count?.count ?? 0);
}

/** Returns the rows to show; `isFormer`: they are those of the former query. */
export function getShownRows<F, R>(state: ListState<F, R>): ShownRows<R> & { readonly isFormer: boolean } {
  const { former, rows, first } = state;
  return former === null
    ? { rows, first, total: getListLength(state), isFormer: false }
    : { ...former, isFormer: true };
}

/** Returns the rank at which the rows around a view begin. */
export function getWindowStart({ first, last }: Pick<VisibleRange, 'first' | 'last'>): number {
  return Math.max(0, Math.round((first + last - MAX_LOADED_ROWS) / 2));
}

/**
 * Returns how many rows a reload requests. A list that was not scrolled needs few: each row that is not shown yet delays
 * those that are.
 * @param viewLength the number of rows that the view can show; 0 if unknown
 */
export function getRowLimitOfReload(
  loaded: number,
  view: Pick<VisibleRange, 'first' | 'last'>,
  viewLength: number,
): number {
  const few = Math.max(FIRST_ROWS, viewLength + MARGIN_ROWS + FIRST_SCROLL_ROWS);
  return loaded <= few && view.last + MARGIN_ROWS < few ? Math.min(few, MAX_LOADED_ROWS) : MAX_LOADED_ROWS;
}

/**
 * Returns the rows to read for a view. Where it shows none of the loaded ones, little more than the view: the rows around
 * it follow once it is no longer blank.
 */
export function getRowsToReadForView<R>(
  { rows, first }: Pick<ListWindow<R>, 'rows' | 'first'>,
  view: Pick<VisibleRange, 'first' | 'last'>,
): WantedRows {
  const isBlank = view.last < first || view.first >= first + rows.length;
  if (!isBlank) return { at: { rank: getWindowStart(view) }, limit: MAX_LOADED_ROWS };
  const start = Math.max(0, view.first - BLANK_MARGIN_ROWS);
  return { at: { rank: start }, limit: Math.min(MAX_LOADED_ROWS, view.last + BLANK_MARGIN_ROWS + 1 - start) };
}

/** Returns whether the loaded rows include those in view and enough around them. */
export function coversViewWithMargin<R>(
  { rows, first, isEnd }: ListWindow<R>,
  view: Pick<VisibleRange, 'first' | 'last'>,
): boolean {
  const isCentred = first === getWindowStart(view) && rows.length >= MAX_LOADED_ROWS;
  const hasAbove = first === 0 || view.first - MARGIN_ROWS >= first;
  const hasBelow = isEnd || view.last + MARGIN_ROWS < first + rows.length;
  return isCentred || (hasAbove && hasBelow);
}

/** Returns the loaded row with this rank. */
export function getLoadedRowAtRank<R>({ rows, first }: ListWindow<R>, rank: number): R | null {
  return rows[rank - first] ?? null;
}

/** Returns the rank of a row; null if it is not loaded. */
export function findRankOfLoadedRow<R extends { readonly id: string }>(
  { rows, first }: Pick<ListWindow<R>, 'rows' | 'first'>,
  id: string | null,
): number | null {
  const index = rows.findIndex((row) => row.id === id);
  return index < 0 ? null : first + index;
}

/** The rows that a read requests: where they begin, and how many. */
interface WantedRows {
  readonly at: PageStartWithoutCursor;
  readonly limit: number;
}

/** Reads rows of a list; at rank 0 without a search for the place. */
export async function readWindow<F, R>(
  source: Pick<ListSource<F, R>, 'list'>,
  filter: F,
  { at, limit }: WantedRows,
  signal?: AbortSignal,
): Promise<Result<ListWindow<R>>> {
  const isStart = 'rank' in at && at.rank === 0;
  const page = await source.list({ filter, limit, ...(isStart ? {} : { at }) }, signal);
  if (!page.ok) return page;
  const { items, next, rank = 0 } = page.value;
  return ok({ rows: items, first: rank, isEnd: next === null });
}

/**
 * Reads the ids of the rows from one row to another, in the order of the list.
 * @param most maximum number of ids
 * @returns `isCut`: there are more. Error 'not-found' if the list does not contain one of the two rows, or if it changes
 * between them while they are read
 */
export async function readIdsBetween<F, R extends { readonly id: string }>(
  source: Pick<ListSource<F, R>, 'list'>,
  filter: F,
  ends: readonly [string, string],
  most: number,
): Promise<Result<{ readonly ids: readonly string[]; readonly isCut: boolean }>> {
  const places: { readonly id: string; readonly rank: number }[] = [];
  for (const id of ends) {
    const found = await readWindow(source, filter, { at: { ids: [id], before: 0 }, limit: 1 });
    if (!found.ok) return found;
    places.push({ id, rank: found.value.first });
  }
  const [low = { id: ends[0], rank: 0 }, high = low] = places.toSorted(
    (left, right) => left.rank - right.rank,
  );
  const count = high.rank - low.rank + 1;
  const wanted = Math.min(most, count);
  const ids: string[] = [];
  // Begins at the row, not at its rank: rows that come or go above it meanwhile change the rank.
  const ask = (place: PageStart<string>): Promise<Result<ListPage<R>>> =>
    source.list({
      filter,
      limit: Math.min(MAX_PAGE, wanted - ids.length),
      ...('after' in place ? place : { at: { ids: [low.id], before: 0 } }),
    });
  for await (const page of iteratePages(ask)) {
    if (!page.ok) return page;
    ids.push(...page.value.items.map(({ id }) => id));
    if (ids.length >= wanted) break;
  }
  if (count > most) return ok({ ids, isCut: true });
  const end = ids.indexOf(high.id);
  return end < 0 ? err('not-found') : ok({ ids: ids.slice(0, end + 1), isCut: false });
}
