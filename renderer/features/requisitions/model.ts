import { ASSUMPTIONS } from '#contract/assumptions.ts';
import type { Requisition } from '#contract/requisition.ts';
import type { EpochMs } from '#contract/time.ts';

/** How a review stands at a moment. */
export type ReviewStatus = 'reviewed' | 'overdue' | 'due' | 'open';

/** How a review stands: done, past its deadline, before it, or without one. */
export function toReviewStatus(review: Requisition['reviews'][number], now: EpochMs): ReviewStatus {
  if (review.status === ASSUMPTIONS.reviewStatus.done || review.reviewedAt !== null) return 'reviewed';
  if (review.reviewDeadline === null) return 'open';
  return review.reviewDeadline < now ? 'overdue' : 'due';
}
