import { SERVICE_ASSUMPTIONS } from '#contract/assumptions.ts';
import { buildObjectByLongTextField } from '#contract/requisition-fields.ts';
import type { Requisition, ResultChange } from '#contract/requisitions.ts';
import { toEpochMs } from '#contract/time.ts';
import { getLargest } from '#main/base/extremes.ts';
import { ResourceFieldReader } from './fields.ts';
import { parseResourceOfKind, type ParsedResource } from './resource.ts';

type StatusChange = Requisition['statusHistory'][number];
type Review = Requisition['reviews'][number];

export const RESULTS_RECEIVED_STATUS = 'results_received';

/** Returns the status with the latest time; among equal times the last one. Empty without entries. */
function getCurrentStatus(history: readonly StatusChange[]): string {
  let latest: StatusChange | undefined;
  for (const entry of history) {
    if (latest === undefined || (entry.changedAt ?? -Infinity) >= (latest.changedAt ?? -Infinity))
      latest = entry;
  }
  return latest?.status ?? '';
}

/** Returns the current status of a requisition, as `parseRequisition` does, from its `status_history` in the service's JSON. */
export function readCurrentStatus(history: unknown): string {
  const fields = new ResourceFieldReader({ status_history: history }, []);
  return getCurrentStatus(fields.readOptionalObjects('status_history', readStatusChange));
}

/** Returns whether a review is completed. */
export function isCompletedReview({ status }: Review): boolean {
  return status === SERVICE_ASSUMPTIONS.reviewStatus.done;
}

/**
 * Returns a result that came after its review, by the record itself: an entry of the status history that is
 * later than every review. Null where a review has no date, because it may be of any time.
 */
function findLaterResult(history: readonly StatusChange[], reviews: readonly Review[]): ResultChange | null {
  const done = reviews.filter(isCompletedReview).map(({ reviewedAt }) => reviewedAt);
  const reviewedAt = getLargest(done.map((at) => at ?? Infinity));
  const received = history.filter(({ status }) => status === RESULTS_RECEIVED_STATUS);
  const receivedAt = getLargest(received.map(({ changedAt }) => changedAt ?? -Infinity));
  if (done.length === 0 || receivedAt <= reviewedAt) return null;
  return {
    reviewedAt: toEpochMs(reviewedAt),
    receivedAt: toEpochMs(receivedAt),
    isAnotherResult: false,
    reviewedResult: null,
  };
}

/** Returns whether a review is open, or results arrived without a completed review. */
function needsReview(status: string, reviews: readonly Review[]): boolean {
  const { done } = SERVICE_ASSUMPTIONS.reviewStatus;
  if (reviews.some((review) => review.status !== done && review.reviewedAt === null)) return true;
  return status === RESULTS_RECEIVED_STATUS && !reviews.some(isCompletedReview);
}

function readComment(fields: ResourceFieldReader): Requisition['comments'][number] {
  fields.expectObject('comment');
  return {
    id: fields.readReference('id', 'comment'),
    requisition: fields.readReference('requisition', 'requisition'),
    comment: fields.readText('comment'),
    createdBy: fields.readReference('created_by', 'user'),
    createdAt: fields.readTime('created_at'),
  };
}

function readReview(fields: ResourceFieldReader): Review {
  return {
    status: fields.readText('status'),
    requestedBy: fields.readReference('requested_by', 'user'),
    reviewer: fields.readReference('reviewer', 'user'),
    requestedAt: fields.readTime('requested_at'),
    reviewDeadline: fields.has('review_deadline') ? fields.readOptionalTime('review_deadline') : null,
    reviewedAt: fields.has('reviewed_at') ? fields.readOptionalTime('reviewed_at') : null,
  };
}

function readStatusChange(fields: ResourceFieldReader): StatusChange {
  return {
    status: fields.readText('status'),
    changedBy: fields.readReference('changed_by', 'user'),
    changedAt: fields.readTime('changed_at'),
  };
}

function readDiagnosis(fields: ResourceFieldReader): Requisition['diagnoses'][number] {
  return {
    id: fields.readReference('id', 'diagnosis'),
    code: fields.readText('code'),
    description: fields.readText('description'),
  };
}

function readScript(fields: ResourceFieldReader): Requisition['scripts'][number] {
  return {
    id: fields.readReference('id', 'script'),
    name: fields.readText('name'),
    description: fields.readText('description'),
  };
}

/** Reads a text that a create may leave out. */
function readTextOrEmpty(fields: ResourceFieldReader, name: string): string {
  return fields.has(name) ? fields.readText(name) : '';
}

/**
 * Reads a requisition (service's document, section 2.3). What a create may leave out, and a date of a review that has not happened,
 * may be missing or null without a flag (`unsentDefaults` in the assumptions).
 */
export function parseRequisition(value: unknown): ParsedResource<Requisition> {
  return parseResourceOfKind('requisition', value, (fields, flags) => {
    const reviews = fields.readObjects('reviews', readReview);
    const statusHistory = fields.readObjects('status_history', readStatusChange);
    const status = getCurrentStatus(statusHistory);
    const resultChange = findLaterResult(statusHistory, reviews);
    return {
      id: fields.readText('id'),
      type: fields.readText('type'),
      name: readTextOrEmpty(fields, 'name'),
      patient: fields.readReference('patient', 'user'),
      shareWithPatient: fields.readFlag('share_with_patient'),
      requisitionResult: fields.readReference('requisition_result', 'result') || null,
      serviceFacility: fields.has('service_facility')
        ? fields.readReference('service_facility', 'facility')
        : '',
      orderingProvider: fields.readReference('ordering_provider', 'user'),
      diagnoses: fields.has('diagnoses') ? fields.readObjects('diagnoses', readDiagnosis) : [],
      scripts: fields.has('scripts') ? fields.readObjects('scripts', readScript) : [],
      ...buildObjectByLongTextField('name', ({ wire }) => readTextOrEmpty(fields, wire)),
      comments: fields.readObjects('comments', readComment),
      reviews,
      statusHistory,
      createdBy: fields.readReference('created_by', 'user'),
      createdAt: fields.readTime('created_at'),
      lastUpdatedAt: fields.readTime('last_updated_at'),
      status,
      needsReview: resultChange !== null || needsReview(status, reviews),
      resultChange,
      flags,
    };
  });
}
