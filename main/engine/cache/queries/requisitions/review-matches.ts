import type { WorklistSearchTerm } from '#contract/worklist-search.ts';
import { MAX_ROWS_LOOKED_UP_SINGLY } from '#main/engine/cache/query/full-text.ts';
import { getCachedCount } from '#main/engine/cache/tables/sync-state.ts';
import type { WorklistQueryContext } from './context.ts';
import { isTermOnRequisitionGroupColumns } from './groups.ts';
import { findRowsWithOpenReviewFor } from './probe-rows.ts';

/** Maximum share of the table whose rows are looked up because of their open reviews: a scan takes as long for more. */
const MAX_SHARE = 1 / 8;

const NEEDED = { field: 'review', value: 'needed', isNot: false } as const;
const NOT_ASKED = { field: 'review', value: 'asked', isNot: true } as const;

/** What matches a filter about reviews, in two parts that have no row in common. */
export interface ReviewMatches {
  /** Rows with such an open review, which all need a review. */
  readonly rows: readonly number[];
  /** The terms that these rows still have to meet. */
  readonly remaining: readonly WorklistSearchTerm[];
  /** Group terms of the matches that need a review and have no open one; null where those do not match. */
  readonly others: readonly WorklistSearchTerm[] | null;
}

/** Returns whose reviews a term searches for; null for other terms. A `reviewer` of null stands for the reviews that name none. */
function toReviewSearch(
  term: WorklistSearchTerm,
): { readonly reviewer: string | null; readonly isOverdue: boolean } | null {
  if (term.isNot) return null;
  switch (term.field) {
    case 'review_for':
      return { reviewer: term.value, isOverdue: false };
    case 'overdue_for':
      return { reviewer: term.value, isOverdue: true };
    case 'review':
      return term.value === 'unassigned' ? { reviewer: null, isOverdue: false } : null;
    default:
      return null;
  }
}

/**
 * Splits what matches group terms and one term about the reviews of a user into rows with an open review, and those
 * that the groups count; null for other filters, and where too many rows have such a review.
 */
export function splitReviewMatches(
  context: WorklistQueryContext,
  terms: readonly WorklistSearchTerm[],
): ReviewMatches | null {
  const grouped = terms.filter(isTermOnRequisitionGroupColumns);
  const [term, ...others] = terms.filter((each) => !grouped.includes(each));
  const search = term === undefined || others.length > 0 ? null : toReviewSearch(term);
  if (search === null) return null;
  const share = Math.floor(getCachedCount(context.cache, 'requisition') * MAX_SHARE);
  const most = Math.max(MAX_ROWS_LOOKED_UP_SINGLY, share);
  const rows = findRowsWithOpenReviewFor({ context, most }, search.reviewer, search.isOverdue);
  if (rows === null) return null;
  return {
    rows,
    // A requisition may have a review that names a reviewer beside one that names none.
    remaining: search.reviewer === null ? terms : grouped,
    others: search.isOverdue ? null : [...grouped, NEEDED, NOT_ASKED],
  };
}
