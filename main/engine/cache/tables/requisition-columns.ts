import { ASSUMPTIONS } from '#contract/assumptions.ts';
import type { Requisition } from '#contract/requisitions.ts';
import { normalize } from '#main/engine/sqlite/text.ts';
import { bit, sortDate, truncateTitle, truncateId } from './columns.ts';
import { normalizeText } from './search-text.ts';

type Review = Requisition['reviews'][number];

/** How the reviews of a requisition stand, as the table has it. */
export const REVIEW_STATES = { none: 0, done: 1, asked: 2 } as const;

/** Stands before every code, so that the beginning of one is found as a part of all. */
const BEFORE_CODE = '\u001f';

/** What names are ordered by: this much of one tells it from others, and fits into a cursor. */
const KEY_LENGTH = 60;

function isOpen({ status, reviewedAt }: Review): boolean {
  return status !== ASSUMPTIONS.reviewStatus.done && reviewedAt === null;
}

/** Whether the first of two open reviews has to be done first; one without a deadline comes last. */
function isSooner(review: Review, other: Review): boolean {
  return (review.reviewDeadline ?? Infinity) < (other.reviewDeadline ?? Infinity);
}

/** How the reviews stand, and the open one that has to be done first. */
function getReview({ reviews }: Requisition): {
  readonly state: number;
  readonly deadline: number | null;
  readonly reviewer: string;
} {
  let next: Review | undefined;
  for (const review of reviews) {
    if (isOpen(review) && (next === undefined || isSooner(review, next))) next = review;
  }
  const ended = reviews.length === 0 ? REVIEW_STATES.none : REVIEW_STATES.done;
  if (next === undefined) return { state: ended, deadline: null, reviewer: '' };
  return { state: REVIEW_STATES.asked, deadline: next.reviewDeadline, reviewer: truncateId(next.reviewer) };
}

/** Since when it has its status: the latest of the entries that lead up to now without another status between. */
function statusSince({ status, statusHistory }: Requisition): number | null {
  const ordered = statusHistory.toSorted(
    (left, right) => (left.changedAt ?? -Infinity) - (right.changedAt ?? -Infinity),
  );
  const other = ordered.findLastIndex((entry) => entry.status !== status);
  return ordered[other + 1]?.changedAt ?? null;
}

/** A name as lists are ordered by it: folded, without accents, cut. Names without letters come last. */
export function nameKey(name: string): string {
  const normalizedText = normalize(name.slice(0, KEY_LENGTH * 4)).trim();
  // oxlint-disable-next-line no-control-regex -- nearly all names are ASCII, and those need no second look
  const plain = /^[\u0000-\u007f]*$/.test(normalizedText)
    ? normalizedText
    : normalizedText.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  return plain.slice(0, KEY_LENGTH).toWellFormed();
}

function getCodes({ diagnoses }: Requisition): string {
  return diagnoses.map(({ code }) => BEFORE_CODE + normalizeText(code)).join('');
}

/** The beginning of a code as a part of the codes of a requisition. */
export function codeBeginning(code: string): string {
  return BEFORE_CODE + normalizeText(code);
}

/** The columns of the table of requisitions, apart from row, id and hash. */
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
  readonly codes: string;
  readonly flagged: 0 | 1;
  readonly createdAt: number | null;
  readonly lastUpdatedAt: number;
}

/** What the table keeps of a requisition (service's document, section 2.3), for lists, filters and orders. */
export function toColumns(record: Requisition): RequisitionColumns {
  const review = getReview(record);
  return {
    type: truncateId(record.type),
    name: truncateTitle(record.name),
    normalizedName: normalize(record.name),
    nameKey: nameKey(record.name),
    patient: truncateId(record.patient),
    serviceFacility: truncateId(record.serviceFacility),
    orderingProvider: truncateId(record.orderingProvider),
    status: truncateId(record.status),
    statusSince: statusSince(record),
    share: bit(record.shareWithPatient),
    needsReview: bit(record.needsReview),
    resultChanged: bit(record.resultChange !== null),
    reviewState: review.state,
    reviewDeadline: review.deadline,
    reviewer: review.reviewer,
    codes: getCodes(record),
    flagged: bit(record.flags.length > 0),
    createdAt: record.createdAt,
    lastUpdatedAt: sortDate(record.lastUpdatedAt),
  };
}
