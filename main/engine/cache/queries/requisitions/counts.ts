import { WORKLIST_TABS, type WorklistTabCounts, type WorklistSearchTerm } from '#contract/requisitions.ts';
import { sql, type Sql } from '#main/engine/sqlite/sql.ts';
import { TAB_CONDITIONS } from './conditions.ts';
import { findCandidateRows } from './probe-rows.ts';
import { buildRowsFromClause, buildPendingRowsScope, buildStoredRowsCondition } from './find.ts';
import type { WorklistQueryContext } from './context.ts';

/** Counts of a segment of the table, and the row after which the next segment begins; null at the end. */
export interface CountedSegment {
  readonly counts: WorklistTabCounts;
  readonly next: number | null;
}

/** Maximum number of rows that are looked up one by one rather than scanned for. */
const MAX_COUNTED_BY_PROBE = 20_000;
/** Maximum number of rows that one call scans with a text search. */
const TEXT_BUDGET = 25_000;
/** Maximum number of rows that one call scans otherwise. */
const ROW_BUDGET = 100_000;

const SUMS = sql`
  count(*) FILTER (WHERE ${TAB_CONDITIONS.draft}) AS draft,
  count(*) FILTER (WHERE ${TAB_CONDITIONS.sent}) AS sent,
  count(*) FILTER (WHERE ${TAB_CONDITIONS.results_received}) AS results_received,
  count(*) FILTER (WHERE ${TAB_CONDITIONS.needs_review}) AS needs_review,
  count(*) AS "all",
  count(*) FILTER (WHERE ${TAB_CONDITIONS.unknown}) AS unknown`;

const NONE: WorklistTabCounts = {
  draft: 0,
  sent: 0,
  results_received: 0,
  needs_review: 0,
  all: 0,
  unknown: 0,
};

/** Adds the counts of two segments. */
function addCounts(left: WorklistTabCounts, right: WorklistTabCounts): WorklistTabCounts {
  const sum = { ...NONE };
  for (const tab of WORKLIST_TABS) sum[tab] = left[tab] + right[tab];
  return sum;
}

function countPending(
  context: WorklistQueryContext,
  terms: readonly WorklistSearchTerm[],
): WorklistTabCounts {
  const pending = buildPendingRowsScope(context, 'all', terms);
  if (pending === null) return NONE;
  const { from, where } = pending;
  return context.cache.get(sql<WorklistTabCounts>`SELECT ${SUMS} FROM ${from} WHERE ${where}`) ?? NONE;
}

/**
 * Returns the query of all counts: over a few rows, over the narrowest index with the columns of the tabs, or
 * over a segment of the table.
 */
export function buildCountQuery(
  { probedRows, where }: { readonly probedRows: readonly number[] | null; readonly where: Sql },
  hasTerms: boolean,
  { after, until }: { readonly after: number; readonly until: number },
): Sql<WorklistTabCounts> {
  if (probedRows !== null) return sql`SELECT ${SUMS} FROM ${buildRowsFromClause(probedRows)} WHERE ${where}`;
  if (!hasTerms) return sql`SELECT ${SUMS} FROM requisition INDEXED BY requisition_deadline WHERE ${where}`;
  return sql`SELECT ${SUMS} FROM requisition NOT INDEXED WHERE row > ${after} AND row <= ${until} AND ${where}`;
}

/** Returns the last row of a segment; null where the table ends earlier. */
function segmentEnd(
  { cache }: WorklistQueryContext,
  after: number,
  terms: readonly WorklistSearchTerm[],
): number | null {
  const budget = terms.some(({ field }) => field === 'text') ? TEXT_BUDGET : ROW_BUDGET;
  const end = cache.get(sql<{ row: number }>`
    SELECT row FROM requisition NOT INDEXED WHERE row > ${after} ORDER BY row LIMIT 1 OFFSET ${budget - 1}`);
  return end?.row ?? null;
}

/**
 * Counts the rows of each tab under a filter in one segment, starting behind a row. The length of a segment
 * is limited, so that other reads get a turn; the caller adds the counts of all segments. Pending changes
 * count with the first segment.
 */
export function countSegment(
  context: WorklistQueryContext,
  terms: readonly WorklistSearchTerm[],
  after = 0,
): CountedSegment {
  const probedRows = findCandidateRows(context, terms, MAX_COUNTED_BY_PROBE);
  const where = buildStoredRowsCondition(context, 'all', terms);
  const scans = probedRows === null && terms.length > 0;
  const end = scans ? segmentEnd(context, after, terms) : null;
  const until = end ?? Number.MAX_SAFE_INTEGER;
  const stored =
    context.cache.get(buildCountQuery({ probedRows, where }, terms.length > 0, { after, until })) ?? NONE;
  const counts = after === 0 ? addCounts(stored, countPending(context, terms)) : stored;
  return { counts, next: end };
}
