import { WORKLIST_TABS, type WorklistTabCounts } from '#contract/requisitions.ts';
import type { WorklistSearchTerm } from '#contract/worklist-search.ts';
import { sql, type Sql } from '#main/engine/sqlite/sql.ts';
import { getCachedCount } from '#main/engine/cache/tables/sync-state.ts';
import { PENDING_REQUISITION_TABLE } from '#main/engine/cache/tables/pending-tables.ts';
import { buildSearchCondition, STORED_SEARCH_TABLES } from './conditions.ts';
import { splitReviewMatches, type ReviewMatches } from './review-matches.ts';
import { toIndexedDateRange, type IndexedDateRange } from './date-ranges.ts';
import {
  buildGroupTabCountsQuery,
  findRowsInMatchingGroups,
  isTermOnRequisitionGroupColumns,
} from './groups.ts';
import { scanSegmentForTabCounts, TAB_COUNT_COLUMNS } from './count-scan.ts';
import { findCandidateRows, type WorklistTabAndTerms } from './probe-rows.ts';
import { buildPendingRowsFromAndWhere, buildUnreplacedStoredRowsCondition } from './find.ts';
import { buildFromClauseOfStoredRows } from './segments.ts';
import type { WorklistQueryContext } from './context.ts';

/**
 * The counts of all tabs in one segment of the table, and the row after which the next begins; null at the
 * end.
 */
export interface TabCountsSegment {
  readonly counts: WorklistTabCounts;
  readonly next: number | null;
}

/** Maximum number of rows that are looked up one by one rather than scanned for. */
const MAX_COUNTED_BY_PROBE = 20_000;
/**
 * Maximum share of the table whose rows are looked up one by one rather than counted in a scan with other filters: a
 * lookup costs as much as several rows of a scan.
 */
const MAX_LOOKED_UP_SHARE = 1 / 20;
/** Maximum number of rows that one statement looks up. */
const MAX_LOOKUPS_PER_STATEMENT = 2_000;
/** Maximum number of index entries in a range of dates that one call counts. */
const MAX_COUNTED_RANGE = 100_000;

const NONE: WorklistTabCounts = {
  draft: 0,
  sent: 0,
  results_received: 0,
  needs_review: 0,
  all: 0,
  unknown: 0,
};

/** Adds two counts by tab; with `times` -1 it subtracts the second. */
function addCounts(left: WorklistTabCounts, right: WorklistTabCounts, times: 1 | -1 = 1): WorklistTabCounts {
  const sum = { ...NONE };
  for (const tab of WORKLIST_TABS) sum[tab] = left[tab] + times * right[tab];
  return sum;
}

function countPending(
  context: WorklistQueryContext,
  terms: readonly WorklistSearchTerm[],
): WorklistTabCounts {
  const pending = buildPendingRowsFromAndWhere(context, 'all', terms);
  if (pending === null) return NONE;
  const { from, where } = pending;
  return (
    context.cache.get(sql<WorklistTabCounts>`SELECT ${TAB_COUNT_COLUMNS} FROM ${from} WHERE ${where}`) ?? NONE
  );
}

/** Counts a few rows under a condition. */
function countRows({ cache }: WorklistQueryContext, rows: readonly number[], where: Sql): WorklistTabCounts {
  let counts = NONE;
  // A lookup costs as much as several rows of a scan, and between two statements an abandoned read ends.
  for (let start = 0; start < rows.length; start += MAX_LOOKUPS_PER_STATEMENT) {
    const some = buildFromClauseOfStoredRows(rows.slice(start, start + MAX_LOOKUPS_PER_STATEMENT));
    const found = cache.get(sql<WorklistTabCounts>`SELECT ${TAB_COUNT_COLUMNS} FROM ${some} WHERE ${where}`);
    counts = addCounts(counts, found ?? NONE);
  }
  return counts;
}

/** Counts the stored rows under a filter of group terms, without those that pending ones replace. */
function countGroups(context: WorklistQueryContext, terms: readonly WorklistSearchTerm[]): WorklistTabCounts {
  const { cache, hasPending } = context;
  const counts = cache.get(buildGroupTabCountsQuery(context, terms)) ?? NONE;
  if (!hasPending) return counts;
  const where = buildSearchCondition(terms, context, STORED_SEARCH_TABLES);
  const replaced = cache.get(
    sql<WorklistTabCounts>`SELECT ${TAB_COUNT_COLUMNS} FROM requisition WHERE ${PENDING_REQUISITION_TABLE.replaced} AND ${where}`,
  );
  return addCounts(counts, replaced ?? NONE, -1);
}

/** Returns the query of the counts of stored rows in a range of dates, from its index alone. */
export function buildDateRangeTabCountsQuery(
  { scan, where: range }: IndexedDateRange,
  where: Sql,
): Sql<WorklistTabCounts> {
  return sql`SELECT ${TAB_COUNT_COLUMNS} FROM ${scan} WHERE ${range} AND ${where}`;
}

/**
 * Counts the stored rows under terms about one date, from the index of that date; null where there are other terms
 * or too many rows.
 */
function countRange(
  context: WorklistQueryContext,
  terms: readonly WorklistSearchTerm[],
): WorklistTabCounts | null {
  const ranges = terms.map((term) => toIndexedDateRange(term, context.now));
  const range = ranges[terms.findIndex(({ isNot }) => !isNot)];
  if (range === undefined || range === null || ranges.some((other) => other?.field !== range.field))
    return null;
  const found = context.cache.get(sql<{ rows: number }>`
    SELECT count(*) AS rows FROM (SELECT 1 FROM ${range.scan} WHERE ${range.where} LIMIT ${MAX_COUNTED_RANGE + 1})`);
  if (found === undefined || found.rows > MAX_COUNTED_RANGE) return null;
  return (
    context.cache.get(
      buildDateRangeTabCountsQuery(range, buildUnreplacedStoredRowsCondition(context, 'all', terms)),
    ) ?? NONE
  );
}

/** Returns the opposite of a term where few rows may meet that; null for the other terms. */
function toOpposite(term: WorklistSearchTerm): WorklistSearchTerm | null {
  if (term.isNot) return { ...term, isNot: false };
  if ((term.field === 'changed' || term.field === 'unsent') && !term.value) return { ...term, value: true };
  return term.field === 'followup' && term.value === 'none' ? { ...term, value: 'any' } : null;
}

/**
 * Counts the stored rows under group terms and one term that excludes few rows, by counting the excluded ones; null
 * for other filters.
 */
function countAllButFew(
  context: WorklistQueryContext,
  { tab, terms }: WorklistTabAndTerms,
  most: number,
): WorklistTabCounts | null {
  const others = terms.filter((term) => !isTermOnRequisitionGroupColumns(term));
  const [excluding] = others;
  const opposite = excluding === undefined ? null : toOpposite(excluding);
  if (others.length !== 1 || opposite === null) return null;
  const grouped = terms.filter(isTermOnRequisitionGroupColumns);
  const excluded = [...grouped, opposite];
  const rows = findCandidateRows(context, { tab, terms: excluded }, most);
  if (rows === null) return null;
  const where = buildUnreplacedStoredRowsCondition(context, 'all', excluded);
  return addCounts(countGroups(context, grouped), countRows(context, rows, where), -1);
}

/** Counts the stored rows that match a filter about the reviews of a user. */
function countReviews(
  context: WorklistQueryContext,
  { rows, remaining, others }: ReviewMatches,
): WorklistTabCounts {
  const counts = countRows(context, rows, buildUnreplacedStoredRowsCondition(context, 'all', remaining));
  return others === null ? counts : addCounts(counts, countGroups(context, others));
}

const ASKED = { field: 'review', value: 'asked', isNot: false } as const;
/** A row is listed from the index of groups in a small part of the time that a lookup of it takes. */
const LISTED_PER_LOOKUP = 8;

/** Returns the stored rows that are not shown, because pending ones replace them. */
function listReplacedRows({ cache, hasPending }: WorklistQueryContext): ReadonlySet<number> {
  if (!hasPending) return new Set();
  const replaced = cache.all(
    sql<{ row: number }>`SELECT row FROM requisition WHERE ${PENDING_REQUISITION_TABLE.replaced}`,
  );
  return new Set(replaced.map(({ row }) => row));
}

/**
 * Counts the rows of a filter about the reviews of a user and about groups, without a look at a requisition: from the rows with
 * such a review and those of the groups. Null for other filters, and where lookups take less time.
 */
function countReviewsInGroups(
  context: WorklistQueryContext,
  { tab, terms }: WorklistTabAndTerms,
  { rows, remaining, others }: ReviewMatches,
): number | null {
  if (!remaining.every(isTermOnRequisitionGroupColumns)) return null;
  const areAllMatching = remaining.length === 0 && (tab === 'all' || tab === 'needs_review');
  const most = rows.length * LISTED_PER_LOOKUP;
  const inGroups = areAllMatching
    ? rows
    : findRowsInMatchingGroups(context, tab, [...remaining, ASKED], most);
  if (inGroups === null) return null;
  const matching = new Set(inGroups);
  const replaced = listReplacedRows(context);
  const stored = rows.filter((row) => matching.has(row) && !replaced.has(row)).length;
  const ofGroups = others === null ? 0 : countGroups(context, others)[tab];
  return stored + ofGroups + countPending(context, terms)[tab];
}

/**
 * Counts the stored rows under a filter by indexes; null where only a scan of the table counts them. Only the count of
 * the filter's own tab is exact; with the tab 'all', the counts of all tabs are.
 * @param most maximum number of rows that are looked up one by one
 * @param reviews what matches the filter, where it is about the reviews of a user
 */
function countByIndexes(
  context: WorklistQueryContext,
  filter: WorklistTabAndTerms,
  most: number,
  reviews = splitReviewMatches(context, filter.terms),
): WorklistTabCounts | null {
  const { terms } = filter;
  if (terms.every(isTermOnRequisitionGroupColumns)) return countGroups(context, terms);
  const inRange = countRange(context, terms);
  if (inRange !== null) return inRange;
  if (reviews !== null) return countReviews(context, reviews);
  const rows = findCandidateRows(context, filter, most);
  if (rows !== null)
    return countRows(context, rows, buildUnreplacedStoredRowsCondition(context, 'all', terms));
  return countAllButFew(context, filter, most);
}

/**
 * Counts the rows of a filter by indexes, with pending changes applied; null where one scan of the table, shared with
 * other filters, is cheaper.
 */
export function countFilterByIndexes(
  context: WorklistQueryContext,
  filter: WorklistTabAndTerms,
): number | null {
  const { tab, terms } = filter;
  const reviews = splitReviewMatches(context, terms);
  const ofReviews = reviews && countReviewsInGroups(context, filter, reviews);
  if (ofReviews !== null) return ofReviews;
  const share = Math.floor(getCachedCount(context.cache, 'requisition') * MAX_LOOKED_UP_SHARE);
  const stored = countByIndexes(context, filter, Math.min(MAX_COUNTED_BY_PROBE, share), reviews);
  return stored && stored[tab] + countPending(context, terms)[tab];
}

/**
 * Counts the rows of each tab under a filter in one segment, starting behind a row. The length of a segment
 * is limited, so that other reads get a turn; the caller adds the counts of all segments. Pending changes
 * count with the first segment.
 */
export function countTabsInSegment(
  context: WorklistQueryContext,
  terms: readonly WorklistSearchTerm[],
  after = 0,
): TabCountsSegment {
  const byIndexes = after === 0 ? countByIndexes(context, { tab: 'all', terms }, MAX_COUNTED_BY_PROBE) : null;
  if (byIndexes !== null) return { counts: addCounts(byIndexes, countPending(context, terms)), next: null };
  const { stored = NONE, next } = scanSegmentForTabCounts(context, terms, after);
  return { counts: after === 0 ? addCounts(stored, countPending(context, terms)) : stored, next };
}
