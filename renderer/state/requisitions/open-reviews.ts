import { SERVICE_ASSUMPTIONS } from '#contract/assumptions.ts';
import type { Requisition, WorklistRow } from '#contract/requisitions.ts';

/** An open review of a requisition: its reviewer, where one is named, and its deadline. */
export type OpenReview = WorklistRow['openReviews'][number];

/** Lists the open reviews of a record, the one that is due first in front. */
export function listOpenReviews({ reviews }: Pick<Requisition, 'reviews'>): readonly OpenReview[] {
  return reviews
    .filter(
      ({ status, reviewedAt }) => status !== SERVICE_ASSUMPTIONS.reviewStatus.done && reviewedAt === null,
    )
    .map(({ reviewer, reviewDeadline }) => ({ reviewer, deadline: reviewDeadline }))
    .toSorted((left, right) => {
      const [deadline, another] = [left.deadline ?? Infinity, right.deadline ?? Infinity];
      return deadline === another ? 0 : deadline - another;
    });
}

/**
 * What a completed review of this user does to a requisition that needs one. `closes`: it closes this user's open
 * review; `first`: no review is open; `beside`: the open reviews are of others, or name no user, and stay open;
 * `unknown`: who the user is, and so whose review it closes, is not known here.
 */
export type ReviewEffect = 'closes' | 'first' | 'beside' | 'unknown';

/**
 * Returns what a completed review does.
 * @param own the user of the account; null if unknown
 */
export function getReviewEffect(open: readonly OpenReview[], own: string | null): ReviewEffect {
  if (open.length === 0) return 'first';
  if (own === null) return 'unknown';
  return open.some(({ reviewer }) => reviewer === own) ? 'closes' : 'beside';
}

/** Lists the reviewers whose reviews stay open when this user's is completed; empty for one that names no user. */
export function listReviewersOfReviewsLeftOpen(
  open: readonly OpenReview[],
  own: string | null,
): readonly string[] {
  const effect = getReviewEffect(open, own);
  const closed = effect === 'closes' ? open.findLastIndex(({ reviewer }) => reviewer === own) : -1;
  return open.filter((_, index) => index !== closed).map(({ reviewer }) => reviewer);
}

/** Returns the open review that matters to this user: their own, else the one that is due first; null if none is open. */
export function getOpenReviewOfUserOrFirstDue(
  open: readonly OpenReview[],
  own: string | null,
): OpenReview | null {
  return open.find(({ reviewer }) => own !== null && reviewer === own) ?? open[0] ?? null;
}
