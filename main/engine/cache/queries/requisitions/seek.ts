import type { WorklistSort } from '#contract/requisitions.ts';
import { mergePendingAndStoredRows } from '#main/engine/cache/query/rank-range.ts';
import { getCachedCount } from '#main/engine/cache/tables/sync-state.ts';
import type { WorklistQueryContext } from './context.ts';
import {
  buildWorklistSearchPlan,
  findMatchingPositionsOfIds,
  isFullScanWithinBudget,
  type WorklistRequest,
  type WorklistSearchPlan,
} from './find.ts';
import { createPositionComparator, type SortedPosition } from './page.ts';
import {
  findPositionAtEndOfScanBudget,
  findScanStepPositions,
  type FoundPosition,
} from './scan-positions.ts';
import { buildScanStepCountQuery, listScanSteps, type ScanStep } from './segments.ts';

/** The goal of a search: the row with `rank` rows before it, or the rank of the row at a position. */
export type SeekGoalRankOrPosition = { readonly rank: number } | { readonly position: SortedPosition };

/** A position in a list and the number of rows up to it, itself included; none at the beginning. */
export interface RankedPosition {
  readonly position: SortedPosition | null;
  readonly rank: number;
}

/**
 * `found`: the goal is the row behind this position, or the one at it; `partial`: the scan used up its budget here;
 * `end`: the list ends before the goal, and the rank is its length.
 */
export interface SeekResult extends RankedPosition {
  readonly state: 'found' | 'partial' | 'end';
}

/**
 * The rows of a segment (those with a sort value, or those without) after the start of its step, up to and
 * including `end`; null leaves the end open.
 */
interface Piece {
  readonly step: ScanStep;
  readonly end: SortedPosition | null;
  /** The rows with pending changes among them. */
  readonly pending: readonly FoundPosition[];
}

interface SeekContext {
  readonly context: WorklistQueryContext;
  readonly request: WorklistRequest;
  readonly scope: WorklistSearchPlan;
}

function toPiece({ context, scope }: SeekContext, step: ScanStep, end: SortedPosition | null): Piece {
  const pending =
    scope.pending === null ? [] : findScanStepPositions(context, step, scope.pending, { end, limit: -1 });
  return { step, end, pending };
}

function countStored({ context, scope }: SeekContext, { step, end }: Pick<Piece, 'step' | 'end'>): number {
  return context.cache.get(buildScanStepCountQuery(step, scope.stored, end))?.count ?? 0;
}

/** Returns the row of a piece that has this many rows of it before it. */
function findAt(
  { context, request, scope }: SeekContext,
  { step, end, pending }: Piece,
  index: number,
): SortedPosition | null {
  const [row] = mergePendingAndStoredRows<SortedPosition>(
    { rank: index, limit: 1 },
    {
      pending,
      stored: (offset, limit) => findScanStepPositions(context, step, scope.stored, { end, limit, offset }),
      compare: createPositionComparator(request.order),
    },
  );
  return row ?? null;
}

/** Counts the rows of a piece up to a position, itself included; null where it is behind the piece. */
function countUpTo(
  seeking: SeekContext,
  { step, end, pending }: Piece,
  position: SortedPosition,
): number | null {
  const compare = createPositionComparator(seeking.request.order);
  const isOtherSegment = (position.key === null) !== (step.segment === 'lacks');
  if (isOtherSegment || (end !== null && compare(position, end) > 0)) return null;
  const before = pending.filter((row) => compare(row, position) <= 0);
  return countStored(seeking, { step, end: position }) + before.length;
}

/** Searches one piece, which begins behind `rank` rows. */
function seekInPiece(
  seeking: SeekContext,
  piece: Piece,
  goal: SeekGoalRankOrPosition,
  rank: number,
): SeekResult {
  const { step, end, pending } = piece;
  if ('position' in goal) {
    const count = countUpTo(seeking, piece, goal.position);
    if (count !== null) return { state: 'found', position: goal.position, rank: rank + count };
  } else if (goal.rank === rank) return { state: 'found', position: step.position, rank };
  else if (end === null) {
    // Without the end of a budget, one scan finds the row or shows that the piece is shorter.
    const position = findAt(seeking, piece, goal.rank - rank - 1);
    if (position !== null) return { state: 'found', position, rank: goal.rank };
  }
  const reached = rank + countStored(seeking, piece) + pending.length;
  if ('rank' in goal && goal.rank <= reached)
    return { state: 'found', position: findAt(seeking, piece, goal.rank - rank - 1), rank: goal.rank };
  return { state: end === null ? 'end' : 'partial', position: end, rank: reached };
}

/** Returns the scan of a list from a position backwards, or from its end where that is null. */
function listStepsBackwards(
  { by, descending }: WorklistSort,
  position: SortedPosition | null,
): readonly ScanStep[] {
  const order = { by, descending: !descending };
  if (position !== null && position.key !== null) return [{ order, segment: 'has', position }];
  return [
    { order, segment: 'lacks', position },
    { order, segment: 'has', position: null },
  ];
}

/** Returns the stored row that is `count` rows before a position, or from the end; null where the list is shorter. */
function findBefore(
  seeking: SeekContext,
  position: SortedPosition | null,
  count: number,
): SortedPosition | null {
  const { context, request, scope } = seeking;
  let left = count - 1;
  for (const step of listStepsBackwards(request.order, position)) {
    const [row] = findScanStepPositions(context, step, scope.stored, { end: null, limit: 1, offset: left });
    if (row !== undefined) return row;
    left -= countStored(seeking, { step, end: null });
  }
  return null;
}

/** Searches from a position on whose rank is known. Where a filter has to be tested, it scans a limited number of rows. */
function seekForwards(seeking: SeekContext, goal: SeekGoalRankOrPosition, from: RankedPosition): SeekResult {
  const { context, request, scope } = seeking;
  const isLimited = request.terms.length > 0 && !isFullScanWithinBudget(context, scope);
  let { rank } = from;
  for (const step of listScanSteps(request.order, from.position)) {
    const learn = scope.slice?.begin();
    const end = isLimited ? findPositionAtEndOfScanBudget(context, step, scope.budget) : null;
    const found = seekInPiece(seeking, toPiece(seeking, step, end), goal, rank);
    if (found.state === 'partial') learn?.(scope.budget);
    if (found.state !== 'end') return found;
    rank = found.rank;
  }
  return { state: 'end', position: null, rank };
}

/** Whether a list is that of all requisitions, without pending changes: its length is known. */
function isWholeList({ request, scope }: SeekContext): boolean {
  return request.tab === 'all' && scope.pending === null;
}

/**
 * Returns further positions at which the search for a rank in a list without a filter may begin. Pending rows are not found
 * backwards, so with pending changes none of them is behind the rank.
 */
function listStarts(seeking: SeekContext, rank: number, total: number | null): readonly RankedPosition[] {
  const { context, request, scope } = seeking;
  const known = context.findNearestKnownRank(request, rank);
  const isUsable = known !== null && (known.rank <= rank || scope.pending === null);
  return [...(isUsable ? [known] : []), ...(total === null ? [] : [{ position: null, rank: total + 1 }])];
}

/** Finds a rank in a list without a filter from the nearest position whose rank is known, or from an end of the list. */
function seekRankInUnfilteredList(seeking: SeekContext, rank: number, from: RankedPosition): SeekResult {
  const { context, request } = seeking;
  const total = isWholeList(seeking) ? getCachedCount(context.cache, 'requisition') : null;
  if (total !== null && rank >= total) return { state: 'end', position: null, rank: total };
  const nearest = listStarts(seeking, rank, total).reduce(
    (best, start) => (Math.abs(start.rank - rank) < Math.abs(best.rank - rank) ? start : best),
    from,
  );
  const before = nearest.rank > rank ? findBefore(seeking, nearest.position, nearest.rank - rank) : null;
  const found: SeekResult =
    before === null
      ? seekForwards(seeking, { rank }, nearest.rank > rank ? from : nearest)
      : { state: 'found', position: before, rank };
  if (found.state === 'found' && found.position !== null)
    context.keepKnownRank(request, { position: found.position, rank });
  return found;
}

/**
 * Finds a row of the worklist by its rank, or the rank of a row, from a position on whose rank is known. Where a
 * filter has to be tested, one call scans a limited number of rows, so that other reads get a turn.
 */
export function seekInWorklist(
  context: WorklistQueryContext,
  request: WorklistRequest,
  goal: SeekGoalRankOrPosition,
  from: RankedPosition,
): SeekResult {
  const seeking = { context, request, scope: buildWorklistSearchPlan(context, request.tab, request.terms) };
  return 'rank' in goal && request.terms.length === 0
    ? seekRankInUnfilteredList(seeking, goal.rank, from)
    : seekForwards(seeking, goal, from);
}

/** Returns the position of the first of these rows that a filter contains; null where it contains none. */
export function findPositionOfFirstMatchingId(
  context: WorklistQueryContext,
  { tab, terms, order }: WorklistRequest,
  ids: readonly string[],
): FoundPosition | null {
  const scope = buildWorklistSearchPlan(context, tab, terms);
  const found = new Map(findMatchingPositionsOfIds(context, order, scope, ids).map((row) => [row.id, row]));
  return ids.map((id) => found.get(id)).find((row) => row !== undefined) ?? null;
}
