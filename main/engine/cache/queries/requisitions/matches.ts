import { KNOWN_REQUISITION_STATUSES, type WorklistTab, type WorklistTerm } from '#contract/requisitions.ts';
import {
  byField,
  type ByField,
  type TermOf,
  asksFor,
  isMarked,
  isWithin,
  type FilterContext,
} from '#main/engine/cache/query/filter.ts';
import { readDate } from '#main/engine/cache/tables/columns.ts';
import {
  codeBeginning,
  REVIEW_STATES,
  type RequisitionColumns,
} from '#main/engine/cache/tables/requisition-columns.ts';
import { normalizeText } from '#main/engine/cache/tables/search-text.ts';

/** The fields of a requisition that a filter needs. */
export interface Candidate {
  readonly id: string;
  readonly columns: RequisitionColumns;
  /** The result of `searchedText`. */
  readonly text: string;
  /** The ids of all persons and facilities in it. */
  readonly people: readonly string[];
}

type IdTerm = TermOf<'patient'>;
type SpanTerm = TermOf<'due'>;

/** Converts to lower case like SQLite, A to Z only, for words of the service. */
export function plainLower(word: string): string {
  return word.toWellFormed().replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function findId(columns: RequisitionColumns, field: IdTerm['field']): string {
  const ids = {
    patient: columns.patient,
    facility: columns.serviceFacility,
    provider: columns.orderingProvider,
    reviewer: columns.reviewer,
  };
  return ids[field];
}

function findDate(columns: RequisitionColumns, field: SpanTerm['field']): number | null {
  const dates = {
    due: columns.reviewDeadline,
    created: columns.createdAt,
    updated: readDate(columns.lastUpdatedAt),
    since: columns.statusSince,
  };
  return dates[field];
}

function isReviewed(
  columns: RequisitionColumns,
  { value }: TermOf<'review'>,
  { now }: FilterContext,
): boolean {
  const { reviewState, reviewDeadline } = columns;
  const states = {
    needed: columns.needsReview === 1,
    asked: reviewState === REVIEW_STATES.asked,
    overdue: reviewDeadline !== null && reviewDeadline < now,
    done: reviewState === REVIEW_STATES.done,
    none: reviewState === REVIEW_STATES.none,
  };
  return states[value];
}

function isFound({ text, people }: Candidate, value: string, filterContext: FilterContext): boolean {
  const normalizedText = normalizeText(value);
  if (text.includes(normalizedText)) return true;
  const named = filterContext.idsNamed(normalizedText);
  return people.some((id) => named.has(id));
}

interface Asking {
  readonly candidate: Candidate;
  readonly filterContext: FilterContext;
}

function ofId({ field, value }: IdTerm, { candidate, filterContext }: Asking): boolean {
  return asksFor(value, filterContext)(findId(candidate.columns, field));
}

function ofDate(term: SpanTerm, { candidate }: Asking): boolean {
  return isWithin(findDate(candidate.columns, term.field), term);
}

// Terms that exist both here and in SQL have the same meaning; a property test compares the two.
const ANSWERS: ByField<Asking, boolean> = {
  text: ({ value }, { candidate, filterContext }) => isFound(candidate, value, filterContext),
  patient: ofId,
  facility: ofId,
  provider: ofId,
  reviewer: ofId,
  type: ({ value }, { candidate }) => plainLower(candidate.columns.type) === plainLower(value),
  status: ({ value }, { candidate }) => plainLower(candidate.columns.status) === plainLower(value),
  shared: ({ value }, { candidate }) => (candidate.columns.share === 1) === value,
  code: ({ value }, { candidate }) => candidate.columns.codes.includes(codeBeginning(value)),
  review: (term, { candidate, filterContext }) => isReviewed(candidate.columns, term, filterContext),
  due: ofDate,
  created: ofDate,
  updated: ofDate,
  since: ofDate,
  changed: ({ value }, { candidate, filterContext }) => filterContext.isChanged(candidate.id) === value,
  unsent: ({ value }, { candidate, filterContext }) => filterContext.isUnsent(candidate.id) === value,
  followup: (term, { candidate, filterContext }) =>
    isMarked(filterContext.followUp(candidate.id), term, filterContext),
};

/** Whether a requisition matches all terms of a filter. */
export function matches(
  candidate: Candidate,
  terms: readonly WorklistTerm[],
  filterContext: FilterContext,
): boolean {
  return terms.every((term) => byField(ANSWERS, term, { candidate, filterContext }) !== term.isNot);
}

/** Whether the service's document names a status. */
function isKnown(status: string): boolean {
  return KNOWN_REQUISITION_STATUSES.some((known) => known === status);
}

/** Whether a requisition belongs to a tab. */
export function isInTab({ status, needsReview }: RequisitionColumns, tab: WorklistTab): boolean {
  if (tab === 'all') return true;
  if (tab === 'needs_review') return needsReview === 1;
  return tab === 'unknown' ? !isKnown(status) : status === tab;
}
