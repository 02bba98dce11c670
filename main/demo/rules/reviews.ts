import type { DemoClinicState } from '../clinic.ts';
import { createObjectReader, type ValueReader, readTextField } from '../http/fields.ts';
import { createBadRequestProblem } from '../http/responses.ts';
import type { Review } from '../resources.ts';
import { formatIsoTime, parseIsoTime } from '../timestamps.ts';

const REVIEWED = 'reviewed';
const REQUESTED = 'requested';

const readTime: ValueReader<string | null> = (value, name) => {
  if (value === null) return null;
  const at = parseIsoTime(readTextField(value, name));
  if (at === null) throw createBadRequestProblem(`"${name}" must be an ISO 8601 date-time or null.`);
  return formatIsoTime(at);
};

/** The document does not show the `review` object of create and update: any field of a review is accepted. */
export const reviewBodyReader = createObjectReader(
  {},
  {
    status: readTextField,
    requested_by: readTextField,
    reviewer: readTextField,
    requested_at: readTime,
    review_deadline: readTime,
    reviewed_at: readTime,
  },
);
type ReviewBody = ReturnType<typeof reviewBodyReader>;

/**
 * Returns the history with `sent` applied: a completed review closes the open one of its reviewer, any other
 * is appended.
 */
export function applyReviewToHistory(
  clinic: DemoClinicState,
  history: readonly Review[],
  sent: ReviewBody,
): Review[] {
  const reviewer = sent.reviewer ?? clinic.seedData.userId;
  const isDone = sent.status === REVIEWED && clinic.choices.reviewSent === 'closes-open';
  const open = isDone ? history.findLastIndex((review) => isOpenFor(review, reviewer)) : -1;
  const earlier = history[open];
  const review = fillReviewDefaults(clinic, { ...earlier, ...sent, reviewer });
  return earlier === undefined ? [...history, review] : history.with(open, review);
}

function isOpenFor(review: Review, reviewer: string): boolean {
  return review.reviewer === reviewer && review.status !== REVIEWED && review.reviewed_at === null;
}

function fillReviewDefaults(
  clinic: DemoClinicState,
  sent: ReviewBody & { readonly reviewer: string },
): Review {
  const now = clinic.now();
  const status = sent.status ?? REQUESTED;
  return {
    status,
    requested_by: sent.requested_by ?? clinic.seedData.userId,
    reviewer: sent.reviewer,
    requested_at: sent.requested_at ?? now,
    review_deadline: sent.review_deadline ?? null,
    reviewed_at: sent.reviewed_at ?? (status === REVIEWED ? now : null),
  };
}
