import { ASSUMPTIONS } from '#contract/assumptions.ts';
import { mapTextFields } from '#contract/requisition-fields.ts';
import type { Requisition, ResultChange } from '#contract/requisitions.ts';
import { epochMs } from '#contract/time.ts';
import type { Fields } from './fields.ts';
import { readResourceOf, type Reading } from './resource.ts';

type StatusChange = Requisition['statusHistory'][number];
type Review = Requisition['reviews'][number];

export const RESULTS_RECEIVED = 'results_received';

/** Returns the status with the latest time; among equal times the last one. Empty without entries. */
function currentStatus(history: readonly StatusChange[]): string {
  let latest: StatusChange | undefined;
  for (const entry of history) {
    if (latest === undefined || (entry.changedAt ?? -Infinity) >= (latest.changedAt ?? -Infinity))
      latest = entry;
  }
  return latest?.status ?? '';
}

/** Returns whether a review is completed. */
export function isDoneReview({ status }: Review): boolean {
  return status === ASSUMPTIONS.reviewStatus.done;
}

/**
 * Returns a result that came after its review, by the record itself: an entry of the status history that is
 * later than every review. Null where a review has no date, because it may be of any time.
 */
function findLaterResult(history: readonly StatusChange[], reviews: readonly Review[]): ResultChange | null {
  const done = reviews.filter(isDoneReview).map(({ reviewedAt }) => reviewedAt);
  const reviewedAt = Math.max(...done.map((at) => at ?? Infinity));
  const received = history.filter(({ status }) => status === RESULTS_RECEIVED);
  const receivedAt = Math.max(...received.map(({ changedAt }) => changedAt ?? -Infinity));
  if (done.length === 0 || receivedAt <= reviewedAt) return null;
  return {
    reviewedAt: epochMs(reviewedAt),
    receivedAt: epochMs(receivedAt),
    isAnotherResult: false,
    reviewedResult: null,
  };
}

/** Returns whether a review is open, or results arrived without a completed review. */
function needsReview(status: string, reviews: readonly Review[]): boolean {
  const { done } = ASSUMPTIONS.reviewStatus;
  if (reviews.some((review) => review.status !== done && review.reviewedAt === null)) return true;
  return status === RESULTS_RECEIVED && !reviews.some(isDoneReview);
}

function readComment(fields: Fields): Requisition['comments'][number] {
  fields.expectObject('comment');
  return {
    id: fields.reference('id', 'comment'),
    requisition: fields.reference('requisition', 'requisition'),
    comment: fields.text('comment'),
    createdBy: fields.reference('created_by', 'user'),
    createdAt: fields.when('created_at'),
  };
}

function readReview(fields: Fields): Review {
  return {
    status: fields.text('status'),
    requestedBy: fields.reference('requested_by', 'user'),
    reviewer: fields.reference('reviewer', 'user'),
    requestedAt: fields.when('requested_at'),
    reviewDeadline: fields.whenever('review_deadline'),
    reviewedAt: fields.whenever('reviewed_at'),
  };
}

function readStatusChange(fields: Fields): StatusChange {
  return {
    status: fields.text('status'),
    changedBy: fields.reference('changed_by', 'user'),
    changedAt: fields.when('changed_at'),
  };
}

/** Reads a requisition (service's document, section 2.3). */
export function readRequisition(value: unknown): Reading<Requisition> {
  return readResourceOf('requisition', value, (fields, flags) => {
    const reviews = fields.objects('reviews', readReview);
    const statusHistory = fields.objects('status_history', readStatusChange);
    const status = currentStatus(statusHistory);
    const resultChange = findLaterResult(statusHistory, reviews);
    return {
      id: fields.text('id'),
      type: fields.text('type'),
      name: fields.text('name'),
      patient: fields.reference('patient', 'user'),
      shareWithPatient: fields.flag('share_with_patient'),
      requisitionResult: fields.reference('requisition_result', 'result') || null,
      serviceFacility: fields.reference('service_facility', 'facility'),
      orderingProvider: fields.reference('ordering_provider', 'user'),
      diagnoses: fields.objects('diagnoses', (diagnosis) => ({
        id: diagnosis.reference('id', 'diagnosis'),
        code: diagnosis.text('code'),
        description: diagnosis.text('description'),
      })),
      scripts: fields.objects('scripts', (script) => ({
        id: script.reference('id', 'script'),
        name: script.text('name'),
        description: script.text('description'),
      })),
      ...mapTextFields('name', ({ wire }) => fields.text(wire)),
      comments: fields.objects('comments', readComment),
      reviews,
      statusHistory,
      createdBy: fields.reference('created_by', 'user'),
      createdAt: fields.when('created_at'),
      lastUpdatedAt: fields.when('last_updated_at'),
      status,
      needsReview: resultChange !== null || needsReview(status, reviews),
      resultChange,
      flags,
    };
  });
}
