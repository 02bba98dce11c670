import type { WorklistRow } from '#contract/requisitions.ts';
import { useOwnUserId, useWhoseReviewLabel } from '#renderer/shared/record/review-labels.ts';
import { getOpenReviewOfUserOrFirstDue } from '#renderer/state/requisitions/open-reviews.ts';
import { useText } from '#renderer/text/text.ts';
import { TruncatedText } from '#renderer/ui/TruncatedText.tsx';

/** Names the reviewer of a row's open review: the user's own, else the one due first; and how many more. */
export function RowOpenReview({ openReviews }: Pick<WorklistRow, 'openReviews'>) {
  const text = useText();
  const label = useWhoseReviewLabel();
  const shown = getOpenReviewOfUserOrFirstDue(openReviews, useOwnUserId());
  if (shown === null) return null;
  const more = openReviews.length - 1;
  return (
    <span data-part="review">
      <TruncatedText text={label(shown.reviewer)} rows={1} />
      {more > 0 && (
        <>
          {' '}
          <span aria-hidden="true">{text('worklist.row.more', { count: more })}</span>
          <span className="visually-hidden">{text('worklist.row.moreReviews', { count: more })}</span>
        </>
      )}
    </span>
  );
}
