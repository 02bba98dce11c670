import type { CallOutput, ValidatedInput } from '#contract/api.ts';
import { isSortByTime } from '#contract/paging.ts';
import { err, ok, type Result } from '#contract/result.ts';
import type { EpochMs } from '#contract/time.ts';
import type { WorklistSort } from '#contract/requisitions.ts';
import type { PendingOverlay } from '#main/engine/cache/pending/overlay.ts';
import { countTabsInSegment, type TabCountsSegment } from './counts.ts';
import { countDueReviews } from './due-reviews.ts';
import { exportWorklistPiece } from './export.ts';
import { findWorklistPagePositions, type WorklistRequest } from './find.ts';
import type { FoundPosition } from './scan-positions.ts';
import type { WorklistQueryContext } from './context.ts';
import { decodeWorklistCursor, encodeWorklistCursor, getPositionBeforeTime } from './page.ts';
import { findRelated } from './related.ts';
import { readWorklistRows } from './rows.ts';
import { findSimilarOpenOrdersOfPatient, findTypicalStepDurations } from './insights.ts';
import {
  findPositionOfFirstMatchingId,
  seekInWorklist,
  type SeekGoalRankOrPosition,
  type SeekResult,
} from './seek.ts';
import { listCodeSuggestions } from './suggest.ts';

/** What the reads of the worklist need: the context of its queries, and the overlay. */
export interface WorklistReadContext {
  readonly context: WorklistQueryContext;
  readonly overlay: PendingOverlay;
}

/** A cursor and the number of rows up to it; null at the beginning of the list. */
export interface WorklistSeekStart {
  readonly after: string | null;
  readonly rank: number;
}

/**
 * Reads of the worklist that take several calls, each of which scans a segment, so that other reads get
 * their turn; the engine's handler joins the results.
 */
export interface SegmentedWorklistReadTypes {
  'worklist.page': { input: ValidatedInput<'worklist.page'>; output: CallOutput<'worklist.page'> };
  /** Finds the cursor behind which a page begins, or the rank of the first of some rows or at a time, from a known rank on. */
  'worklist.seek': {
    input: WorklistRequest & {
      readonly goal:
        | { readonly rank: number }
        | { readonly ids: readonly string[] }
        /** The result is the place behind which the rows are that are not before the time. */
        | { readonly time: EpochMs };
      readonly from: WorklistSeekStart;
    };
    /** Error 'not-found' where the list contains none of the rows, 'invalid-input' for a time in another order. */
    output: WorklistSeekStart & Pick<SeekResult, 'state'>;
  };
  'worklist.counts': {
    input: ValidatedInput<'worklist.counts'> & { readonly after?: number };
    output: TabCountsSegment;
  };
  'worklist.ids': {
    input: ValidatedInput<'worklist.ids'> & { readonly after?: string };
    output: { readonly items: readonly string[]; readonly next: string | null };
  };
}

interface Window {
  readonly limit: number;
  readonly after?: string | undefined;
}

interface PageOf<T> {
  readonly items: readonly T[];
  readonly next: string | null;
}

function toPage<T>(
  context: WorklistQueryContext,
  asked: WorklistRequest & { readonly order: WorklistSort },
  { limit, after }: Window,
  show: (positions: readonly FoundPosition[]) => readonly T[],
): Result<PageOf<T>> {
  const position = decodeWorklistCursor(asked.order, after);
  if (!position.ok) return position;
  const { positions, next } = findWorklistPagePositions(context, asked, { position: position.value, limit });
  return ok({ items: show(positions), next: next === null ? null : encodeWorklistCursor(asked.order, next) });
}

function toSeekGoal(
  context: WorklistQueryContext,
  request: WorklistRequest,
  goal: SegmentedWorklistReadTypes['worklist.seek']['input']['goal'],
): Result<SeekGoalRankOrPosition> {
  if ('rank' in goal) return ok(goal);
  if ('time' in goal) {
    if (!isSortByTime(request.order.by)) return err('invalid-input', { detail: 'at: no order by time' });
    return ok({ position: getPositionBeforeTime(request.order, goal.time) });
  }
  const position = findPositionOfFirstMatchingId(context, request, goal.ids);
  return position === null ? err('not-found') : ok({ position });
}

function seek(
  { context }: WorklistReadContext,
  { goal, from, ...request }: SegmentedWorklistReadTypes['worklist.seek']['input'],
): Result<SegmentedWorklistReadTypes['worklist.seek']['output']> {
  const { order } = request;
  const start = decodeWorklistCursor(order, from.after ?? undefined);
  if (!start.ok) return start;
  const target = toSeekGoal(context, request, goal);
  if (!target.ok) return target;
  const { state, position, rank } = seekInWorklist(context, request, target.value, {
    position: start.value,
    rank: from.rank,
  });
  return ok({ state, rank, after: position === null ? null : encodeWorklistCursor(order, position) });
}

/** The reads of the worklist, by the names of the contract. */
export const WORKLIST_READ_HANDLERS = {
  'worklist.page': (
    { context }: WorklistReadContext,
    input: ValidatedInput<'worklist.page'>,
  ): Result<CallOutput<'worklist.page'>> =>
    toPage(context, input, input, (positions) => readWorklistRows(context, positions, input.terms)),
  'worklist.seek': seek,
  'worklist.ids': (
    { context }: WorklistReadContext,
    input: SegmentedWorklistReadTypes['worklist.ids']['input'],
  ) => toPage(context, input, input, (positions) => positions.map(({ id }) => id)),
  'worklist.counts': (
    { context }: WorklistReadContext,
    { terms, after }: SegmentedWorklistReadTypes['worklist.counts']['input'],
  ): Result<TabCountsSegment> => ok(countTabsInSegment(context, terms, after)),
  'reviews.due': (
    { context }: WorklistReadContext,
    input: ValidatedInput<'reviews.due'>,
  ): Result<CallOutput<'reviews.due'>> => ok(countDueReviews(context, input)),
  'worklist.export': exportWorklistPiece,
  'requisitions.context': (
    source: WorklistReadContext,
    { patient, serviceFacility, type, limit }: ValidatedInput<'requisitions.context'>,
  ): Result<CallOutput<'requisitions.context'>> =>
    ok({
      related: patient === null ? null : findRelated(source, { id: patient, limit }),
      typicalDurations: findTypicalStepDurations(source.context.cache, serviceFacility, type),
    }),
  'requisitions.similar': (
    { context }: WorklistReadContext,
    input: ValidatedInput<'requisitions.similar'>,
  ): Result<CallOutput<'requisitions.similar'>> =>
    ok({ items: readWorklistRows(context, findSimilarOpenOrdersOfPatient(context, input), []) }),
  'suggestions.list': (
    { context }: WorklistReadContext,
    input: ValidatedInput<'suggestions.list'>,
  ): Result<CallOutput<'suggestions.list'>> => ok({ items: listCodeSuggestions(context, input) }),
  'related.get': (
    source: WorklistReadContext,
    input: ValidatedInput<'related.get'>,
  ): Result<CallOutput<'related.get'>> => ok(findRelated(source, input)),
};
