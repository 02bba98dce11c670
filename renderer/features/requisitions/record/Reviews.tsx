import { SERVICE_ASSUMPTIONS } from '#contract/assumptions.ts';
import type { Requisition } from '#contract/requisitions.ts';
import type { EpochMs } from '#contract/time.ts';
import { IdValue } from '#renderer/shared/ids/IdMenu.tsx';
import { UnsentFieldMark } from '#renderer/shared/pending/PendingBadge.tsx';
import { useDateFormat, useCurrentTime, DateTime } from '#renderer/shared/record/date-time.tsx';
import { getRequisitionStatusLabel } from '#renderer/shared/record/requisition-status.tsx';
import {
  getOverdueMark,
  isDeadlinePast,
  useWhoseReviewLabel,
} from '#renderer/shared/record/review-labels.ts';
import { useEntriesWithShowMoreButton } from '#renderer/shared/use-partial-list.tsx';
import { listOpenReviews, type OpenReview } from '#renderer/state/requisitions/open-reviews.ts';
import { useText } from '#renderer/text/text.ts';
import { LabelledValue, LabelledValueList, Section } from '#renderer/ui/Section.tsx';
import { StatusMark } from '#renderer/ui/StatusMark.tsx';
import { formatDuration, formatRelativeTime } from '#renderer/ui/format.ts';
import styles from './record-view.module.css';

/** The state of a review: done, past its deadline, before it, or without a deadline. */
export type ReviewStatus = 'reviewed' | 'overdue' | 'due' | 'open';

/** Returns the state of a review: done, past its deadline, before it, or without a deadline. */
export function toReviewStatus(review: Requisition['reviews'][number], now: EpochMs): ReviewStatus {
  if (review.status === SERVICE_ASSUMPTIONS.reviewStatus.done || review.reviewedAt !== null)
    return 'reviewed';
  if (review.reviewDeadline === null) return 'open';
  return review.reviewDeadline < now ? 'overdue' : 'due';
}

type Review = Requisition['reviews'][number];

/** Maximum number of open reviews in the header of a record; all are in its section. */
const MAX_MARKS = 3;

/** Whose reviews are open and since when they are overdue, in the header of a record. */
export function OpenReviewMarks({ record }: { readonly record: Requisition }) {
  const text = useText();
  const open = listOpenReviews(record);
  if (!record.needsReview) return null;
  if (open.length === 0) return <span data-strong="">{text('requisition.needsReview')}</span>;
  return (
    <>
      {open.slice(0, MAX_MARKS).map((review, index) => (
        <OpenReviewMark key={JSON.stringify([review.reviewer, index])} review={review} />
      ))}
      {open.length > MAX_MARKS && (
        <span>{text('worklist.row.moreReviews', { count: open.length - MAX_MARKS })}</span>
      )}
    </>
  );
}

function OpenReviewMark({ review: { reviewer, deadline } }: { readonly review: OpenReview }) {
  const text = useText();
  const now = useCurrentTime();
  const { days } = useDateFormat();
  const who = useWhoseReviewLabel()(reviewer);
  if (!isDeadlinePast(deadline, now)) {
    const isToday = deadline !== null && days(now, deadline) === 0;
    return (
      <span data-strong="">
        <StatusMark shape="ring" />
        {text(isToday ? 'requisition.openReview.dueToday' : 'requisition.openReview.open', { who })}
      </span>
    );
  }
  const count = days(deadline, now);
  const { shape, tone } = getOverdueMark(count);
  return (
    <span data-strong="" className={styles.openReview} data-tone={tone}>
      <StatusMark shape={shape} />
      {count < 1
        ? text('requisition.openReview.overdueToday', { who })
        : text('requisition.openReview.overdue', { who, count })}
    </span>
  );
}

/** The requested reviews, each with its reviewer, its deadline and whether it is done. */
export function Reviews({ reviews }: Pick<Requisition, 'reviews'>) {
  const text = useText();
  const [shown, more] = useEntriesWithShowMoreButton(reviews);
  return (
    <Section
      title={text('requisition.reviews')}
      mark={<UnsentFieldMark of={['review']} />}
      count={reviews.length}
    >
      {reviews.length > 0 && (
        <ol className={styles.reviews}>
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
    review.status === 'reviewed'
      ? text('requisition.status.reviewed')
      : getRequisitionStatusLabel(text, review.status);
  const isDone = toReviewStatus(review, useCurrentTime()) === 'reviewed';
  return (
    <>
      <p className={styles.reviewState}>
        <StatusMark shape={isDone ? 'tick' : 'ring'} />
        <span dir="auto">{word}</span>
      </p>
      <LabelledValueList>
        <LabelledValue label={text('requisition.reviewer')}>
          <IdValue id={review.reviewer} />
        </LabelledValue>
        <LabelledValue label={text('requisition.requestedBy')}>
          <IdValue id={review.requestedBy} />
        </LabelledValue>
        <LabelledValue label={text('requisition.requestedAt')}>
          <DateTime at={review.requestedAt} />
        </LabelledValue>
        <LabelledValue label={text('requisition.deadline')}>
          <DateTime at={review.reviewDeadline} />
          <DeadlineLabel review={review} />
        </LabelledValue>
        <LabelledValue label={text('requisition.reviewedAt')}>
          <DateTime at={review.reviewedAt} />
        </LabelledValue>
      </LabelledValueList>
    </>
  );
}

/** Time until or since the deadline of a review that is not done. */
function DeadlineLabel({ review }: { readonly review: Review }) {
  const text = useText();
  const now = useCurrentTime();
  const { days } = useDateFormat();
  const status = toReviewStatus(review, now);
  const deadline = review.reviewDeadline;
  if (deadline === null || status === 'reviewed' || status === 'open') return null;
  if (status === 'overdue')
    return (
      <span className={styles.overdue}>
        <StatusMark shape={getOverdueMark(days(deadline, now)).shape} />{' '}
        {text('requisition.overdue', { span: formatDuration(now - deadline) })}
      </span>
    );
  const isToday = days(now, deadline) === 0;
  return (
    <span className={styles.due}>
      {isToday
        ? text('requisition.dueToday')
        : text('requisition.dueIn', { when: formatRelativeTime(deadline, now) })}
    </span>
  );
}
