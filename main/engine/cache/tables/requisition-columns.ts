import { SERVICE_ASSUMPTIONS } from '#contract/assumptions.ts';
import { toNameSortKey } from '#contract/name-sort-key.ts';
import type { Requisition } from '#contract/requisitions.ts';
import type { ColumnNamesByKey } from '#main/engine/sqlite/columns.ts';
import type { ReadableDb } from '#main/engine/sqlite/db.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { normalizeForSearch } from '#main/engine/sqlite/text.ts';
import { toSqlBoolean, toSortDate, truncateTitle, truncateId } from './columns.ts';
import { normalizeText } from './search-text.ts';
import { getUsualWaitOver } from './usual-waits.ts';

type Review = Requisition['reviews'][number];

/** The numbers that the table stores for the review state of a requisition. */
export const REVIEW_STATE_NUMBERS = { none: 0, done: 1, asked: 2 } as const;

/** Precedes every code, so that a search can match the beginning of one code within the text of all. */
const CODE_PREFIX = '\u001f';

function isOpen({ status, reviewedAt }: Review): boolean {
  return status !== SERVICE_ASSUMPTIONS.reviewStatus.done && reviewedAt === null;
}

/** Maximum number of open reviews in a row. */
const MAX_OPEN_REVIEWS = 20;

/** Compares open reviews by their deadlines; those without one come last. */
function compareDeadlines(review: Review, other: Review): number {
  const [deadline, another] = [review.reviewDeadline ?? Infinity, other.reviewDeadline ?? Infinity];
  return deadline === another ? 0 : deadline - another;
}

interface ReviewSummary {
  readonly state: number;
  /** Deadline of the open review that is due first. */
  readonly deadline: number | null;
  readonly reviewer: string;
  /** The open reviews, the one that is due first in front, as a JSON text of pairs of reviewer and deadline. */
  readonly open: string;
}

/** Returns the review state and the open reviews. */
function summarizeReviews({ reviews }: Requisition): ReviewSummary {
  const open = reviews
    .filter(isOpen)
    .toSorted(compareDeadlines)
    .slice(0, MAX_OPEN_REVIEWS)
    .map(({ reviewer, reviewDeadline }) => [truncateId(reviewer), reviewDeadline] as const);
  const [next] = open;
  const ended = reviews.length === 0 ? REVIEW_STATE_NUMBERS.none : REVIEW_STATE_NUMBERS.done;
  const [reviewer = '', deadline = null] = next ?? [];
  return {
    state: next === undefined ? ended : REVIEW_STATE_NUMBERS.asked,
    deadline,
    reviewer,
    open: JSON.stringify(open),
  };
}

/**
 * Returns since when the requisition has its status: the time of the first history entry after the last one
 * with another status.
 */
function getStatusSince({ status, statusHistory }: Requisition): number | null {
  const ordered = statusHistory.toSorted(
    (left, right) => (left.changedAt ?? -Infinity) - (right.changedAt ?? -Infinity),
  );
  const other = ordered.findLastIndex((entry) => entry.status !== status);
  return ordered[other + 1]?.changedAt ?? null;
}

function getCodes({ diagnoses }: Requisition): string {
  return diagnoses.map(({ code }) => CODE_PREFIX + normalizeText(code)).join('');
}

/** Returns the search text for the beginning of a code within the codes of a requisition. */
export function toCodePrefixText(code: string): string {
  return CODE_PREFIX + normalizeText(code);
}

/** The columns of the requisition table, except row, id and hash. */
export interface RequisitionColumns {
  readonly type: string;
  readonly name: string;
  readonly normalizedName: string;
  readonly nameKey: string;
  readonly patient: string;
  readonly serviceFacility: string;
  readonly orderingProvider: string;
  readonly status: string;
  readonly statusSince: number | null;
  readonly share: 0 | 1;
  readonly needsReview: 0 | 1;
  readonly resultChanged: 0 | 1;
  readonly reviewState: number;
  readonly reviewDeadline: number | null;
  readonly reviewer: string;
  readonly openReviews: string;
  readonly codes: string;
  readonly flagged: 0 | 1;
  readonly createdAt: number | null;
  readonly lastUpdatedAt: number;
  readonly usualWaitOver: number | null;
}

/** The names of the requisition table's columns, by the keys of their values. */
export const REQUISITION_COLUMNS: ColumnNamesByKey<RequisitionColumns> = {
  type: sql`type`,
  name: sql`name`,
  normalizedName: sql`normalized_name`,
  nameKey: sql`name_key`,
  patient: sql`patient`,
  serviceFacility: sql`service_facility`,
  orderingProvider: sql`ordering_provider`,
  status: sql`status`,
  statusSince: sql`status_since`,
  share: sql`share_with_patient`,
  needsReview: sql`needs_review`,
  resultChanged: sql`result_changed`,
  reviewState: sql`review_state`,
  reviewDeadline: sql`review_deadline`,
  reviewer: sql`reviewer`,
  openReviews: sql`open_reviews`,
  codes: sql`codes`,
  flagged: sql`flagged`,
  createdAt: sql`created_at`,
  lastUpdatedAt: sql`last_updated_at`,
  usualWaitOver: sql`usual_wait_over`,
};

/**
 * Converts a requisition to its columns for lists, filters and sort orders (service's document, section 2.3).
 * @param db has the usual waits for results
 */
export function toRequisitionColumns(record: Requisition, db: ReadableDb): RequisitionColumns {
  const review = summarizeReviews(record);
  const columns = {
    type: truncateId(record.type),
    name: truncateTitle(record.name),
    normalizedName: normalizeForSearch(record.name),
    nameKey: toNameSortKey(record.name),
    patient: truncateId(record.patient),
    serviceFacility: truncateId(record.serviceFacility),
    orderingProvider: truncateId(record.orderingProvider),
    status: truncateId(record.status),
    statusSince: getStatusSince(record),
    share: toSqlBoolean(record.shareWithPatient),
    needsReview: toSqlBoolean(record.needsReview),
    resultChanged: toSqlBoolean(record.resultChange !== null),
    reviewState: review.state,
    reviewDeadline: review.deadline,
    reviewer: review.reviewer,
    openReviews: review.open,
    codes: getCodes(record),
    flagged: toSqlBoolean(record.flags.length > 0),
    createdAt: record.createdAt,
    lastUpdatedAt: toSortDate(record.lastUpdatedAt),
  };
  return { ...columns, usualWaitOver: getUsualWaitOver(db, columns) };
}
