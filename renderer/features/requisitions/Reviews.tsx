import type { Requisition } from '#contract/requisition.ts';
import { IdValue } from '#renderer/records/IdValue.tsx';
import { useFormat } from '#renderer/records/use-format.ts';
import { useNow } from '#renderer/records/use-now.ts';
import { UnsentMark } from '#renderer/records/UnsentMark.tsx';
import { When } from '#renderer/records/When.tsx';
import { useSome } from '#renderer/records/use-some.tsx';
import { useText } from '#renderer/text/text.ts';
import { Fact, Facts } from '#renderer/ui/Facts.tsx';
import { longSpan } from '#renderer/ui/format.ts';
import { Section } from '#renderer/ui/Section.tsx';
import { StatusMark } from '#renderer/ui/StatusMark.tsx';
import { toReviewStatus } from './model.ts';
import { statusLabel } from '#renderer/records/StatusWord.tsx';

type Review = Requisition['reviews'][number];

/** Who was asked to review, until when, and whether it is done. */
export function Reviews({ reviews }: Pick<Requisition, 'reviews'>) {
  const text = useText();
  const [shown, more] = useSome(reviews);
  return (
    <Section title={text('requisition.reviews')} mark={<UnsentMark of={['review']} />} count={reviews.length}>
      {reviews.length > 0 && (
        <ol className="reviews">
          {shown.map((review, index) => (
            <li key={JSON.stringify([review.reviewer, review.requestedAt, index])}>
              <ReviewEntry review={review} />
            </li>
          ))}
        </ol>
      )}
      {more}
    </Section>
  );
}

function ReviewEntry({ review }: { readonly review: Review }) {
  const text = useText();
  const word =
    review.status === 'reviewed' ? text('requisition.status.reviewed') : statusLabel(text, review.status);
  const isDone = toReviewStatus(review, useNow()) === 'reviewed';
  return (
    <>
      <p className="review-state">
        <StatusMark shape={isDone ? 'tick' : 'ring'} />
        <span dir="auto">{word}</span>
      </p>
      <Facts>
        <Fact label={text('requisition.reviewer')}>
          <IdValue id={review.reviewer} />
        </Fact>
        <Fact label={text('requisition.requestedBy')}>
          <IdValue id={review.requestedBy} />
        </Fact>
        <Fact label={text('requisition.requestedAt')}>
          <When at={review.requestedAt} />
        </Fact>
        <Fact label={text('requisition.deadline')}>
          <When at={review.reviewDeadline} />
          <DeadlineLabel review={review} />
        </Fact>
        <Fact label={text('requisition.reviewedAt')}>
          <When at={review.reviewedAt} />
        </Fact>
      </Facts>
    </>
  );
}

/** How far the deadline is away, where that still matters. */
function DeadlineLabel({ review }: { readonly review: Review }) {
  const text = useText();
  const now = useNow();
  const { days } = useFormat();
  const status = toReviewStatus(review, now);
  const deadline = review.reviewDeadline;
  if (deadline === null || status === 'reviewed' || status === 'open') return null;
  if (status === 'overdue')
    return <span className="overdue">{text('requisition.overdue', { span: longSpan(now - deadline) })}</span>;
  const isToday = days(now, deadline) === 0;
  return (
    <span className="due">
      {isToday ? text('requisition.dueToday') : text('requisition.dueIn', { span: longSpan(deadline - now) })}
    </span>
  );
}
