import { ASSUMPTIONS } from '#contract/assumptions.ts';
import type { Requisition, RequisitionRow, RequisitionType } from '#contract/requisition.ts';
import { REQUISITION_TYPES } from '#contract/requisition.ts';
import type { EpochMs } from '#contract/time.ts';
import type { MarkShape } from '#renderer/ui/StatusMark.tsx';

/** What a list or a header needs to know to show how a requisition stands. */
export type Standing = Pick<RequisitionRow, 'status' | 'needsReview'>;

// A map, because a status is the service's text: `constructor` must not find anything.
const SHAPES: ReadonlyMap<string, MarkShape> = new Map([
  ['draft', 'ring'],
  ['sent', 'ring-arrow'],
  ['results_received', 'filled'],
]);

/** Whether the results are in and somebody has reviewed them. */
export function isReviewed({ status, needsReview }: Standing): boolean {
  return status === 'results_received' && !needsReview;
}

/** The mark of a status; one that the service's document does not name is a square. */
export function statusShape(standing: Standing): MarkShape {
  return isReviewed(standing) ? 'tick' : (SHAPES.get(standing.status) ?? 'square');
}

/** Whether a type is one the service's document names (section 2.3). */
export function isKnownType(type: string): type is RequisitionType {
  return REQUISITION_TYPES.some((known) => known === type);
}

/** How a review stands at a moment. */
export type ReviewStanding = 'reviewed' | 'overdue' | 'due' | 'open';

/** How a review stands: done, past its deadline, before it, or without one. */
export function reviewStanding(review: Requisition['reviews'][number], now: EpochMs): ReviewStanding {
  if (review.status === ASSUMPTIONS.reviewStatus.done || review.reviewedAt !== null) return 'reviewed';
  if (review.reviewDeadline === null) return 'open';
  return review.reviewDeadline < now ? 'overdue' : 'due';
}

export interface TimelineStep {
  readonly change: Requisition['statusHistory'][number];
  /** Milliseconds since the step before; null for the first and where a time is missing. */
  readonly sinceMs: number | null;
}

/** The status history in the order of its times, undated entries first, each with the time it took. */
export function timeline(history: Requisition['statusHistory']): readonly TimelineStep[] {
  const sorted = [...history].sort((a, b) => (a.changedAt ?? -Infinity) - (b.changedAt ?? -Infinity));
  return sorted.map((change, index) => {
    const before = sorted[index - 1]?.changedAt ?? null;
    return {
      change,
      sinceMs: before === null || change.changedAt === null ? null : change.changedAt - before,
    };
  });
}
