import { ASSUMPTIONS } from '#contract/assumptions.ts';
import type { Requisition } from '#contract/requisition.ts';
import type { EpochMs } from '#contract/time.ts';

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
