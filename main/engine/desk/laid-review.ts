import { ASSUMPTIONS } from '#contract/assumptions.ts';
import { isJsonObject, type JsonObject } from '#main/engine/service/wire/fields.ts';
import { savedTime, type AppliedOperation } from './empty-record.ts';

function isDone({ status, reviewed_at: reviewedAt }: JsonObject): boolean {
  const isDated = typeof reviewedAt === 'string' && reviewedAt !== '';
  return isDated || status === ASSUMPTIONS.reviewStatus.done;
}

function getReviewer(sent: JsonObject, { savedBy }: AppliedOperation): unknown {
  return sent['reviewer'] ?? (isDone(sent) ? savedBy : '');
}

/** Where the open review of a reviewer stands, the last of them; -1 where there is none. */
function getOpenReview(reviews: readonly unknown[], reviewer: unknown): number {
  if (reviewer === '') return -1;
  return reviews.findLastIndex(
    (review) => isJsonObject(review) && review['reviewer'] === reviewer && !isDone(review),
  );
}

function newReview(operation: AppliedOperation, reviewer: unknown): JsonObject {
  return {
    status: '',
    requested_by: operation.savedBy,
    reviewer,
    requested_at: savedTime(operation),
    review_deadline: null,
    reviewed_at: null,
  };
}

/**
 * The reviews as they may be once a review has arrived: a done one in place of the open review of the same reviewer, any other
 * added (assumptions: reviewSent).
 */
export function withReview(
  reviews: readonly unknown[],
  sent: JsonObject,
  operation: AppliedOperation,
): readonly unknown[] {
  const reviewer = getReviewer(sent, operation);
  const place = isDone(sent) ? getOpenReview(reviews, reviewer) : -1;
  const open = reviews[place];
  if (isJsonObject(open)) return reviews.with(place, { ...open, ...sent });
  return [...reviews, { ...newReview(operation, reviewer), ...sent }];
}
