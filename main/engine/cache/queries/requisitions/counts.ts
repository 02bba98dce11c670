import { WORKLIST_TABS, type WorklistCounts, type WorklistTerm } from '#contract/requisitions.ts';
import { listed, sql, type Sql } from '#main/engine/sqlite/sql.ts';
import { TAB_CONDITIONS } from './conditions.ts';
import { probeRows } from './probe-rows.ts';
import { shownUnder, type WorklistScope } from './find.ts';
import type { QueryContext } from './context.ts';
import { pendingFound } from './pending-matches.ts';
import { isInTab } from './matches.ts';

/** Counts of a stretch of the table, and after which row the next one begins; null at the end. */
export interface CountedSegment {
  readonly counts: WorklistCounts;
  readonly next: number | null;
}

/** Rows that are sooner looked up than found by a walk. */
const MAX_COUNTED_BY_PROBE = 20_000;
/** Rows whose texts one call may look into. */
const TEXT_BUDGET = 25_000;
/** Rows that one call may look into otherwise. */
const ROW_BUDGET = 100_000;

const SUMS = sql`
  count(*) FILTER (WHERE ${TAB_CONDITIONS.draft}) AS draft,
  count(*) FILTER (WHERE ${TAB_CONDITIONS.sent}) AS sent,
  count(*) FILTER (WHERE ${TAB_CONDITIONS.results_received}) AS results_received,
  count(*) FILTER (WHERE ${TAB_CONDITIONS.needs_review}) AS needs_review,
  count(*) AS "all",
  count(*) FILTER (WHERE ${TAB_CONDITIONS.unknown}) AS unknown`;

const NONE: WorklistCounts = { draft: 0, sent: 0, results_received: 0, needs_review: 0, all: 0, unknown: 0 };

/** Adds counts of stretches up. */
function addCounts(left: WorklistCounts, right: WorklistCounts): WorklistCounts {
  const sum = { ...NONE };
  for (const tab of WORKLIST_TABS) sum[tab] = left[tab] + right[tab];
  return sum;
}

function countPending(context: QueryContext, terms: readonly WorklistTerm[]): WorklistCounts {
  const counts = { ...NONE };
  for (const { columns } of pendingFound(context, terms)) {
    for (const tab of WORKLIST_TABS) if (isInTab(columns, tab)) counts[tab] += 1;
  }
  return counts;
}

/** The query of all counts: of few rows, of the narrowest index that has what tabs ask, or of a stretch of the table. */
export function countQuery(
  { probedRows, where }: Pick<WorklistScope, 'probedRows' | 'where'>,
  hasTerms: boolean,
  { after, until }: { readonly after: number; readonly until: number },
): Sql<WorklistCounts> {
  if (probedRows !== null) {
    return sql`SELECT ${SUMS} FROM ${listed(probedRows)} AS probedRows CROSS JOIN requisition ON row = probedRows.value WHERE ${where}`;
  }
  if (!hasTerms) return sql`SELECT ${SUMS} FROM requisition INDEXED BY requisition_deadline WHERE ${where}`;
  return sql`SELECT ${SUMS} FROM requisition NOT INDEXED WHERE row > ${after} AND row <= ${until} AND ${where}`;
}

/** The row with which a stretch of so many rows ends; null where the table ends earlier. */
function segmentEnd({ cache }: QueryContext, after: number, terms: readonly WorklistTerm[]): number | null {
  const budget = terms.some(({ field }) => field === 'text') ? TEXT_BUDGET : ROW_BUDGET;
  const end = cache.get(sql<{ row: number }>`
    SELECT row FROM requisition NOT INDEXED WHERE row > ${after} ORDER BY row LIMIT 1 OFFSET ${budget - 1}`);
  return end?.row ?? null;
}

/**
 * How many each tab holds under a filter, from after a row on. A stretch is as long as other reads can wait for; the counts of
 * all of them add up to the whole. What is laid over the table counts with the first.
 */
export function countSegment(
  context: QueryContext,
  terms: readonly WorklistTerm[],
  after = 0,
): CountedSegment {
  const probedRows = probeRows(context, terms, MAX_COUNTED_BY_PROBE);
  const where = shownUnder(context, 'all', terms);
  const scans = probedRows === null && terms.length > 0;
  const end = scans ? segmentEnd(context, after, terms) : null;
  const until = end ?? Number.MAX_SAFE_INTEGER;
  const stored =
    context.cache.get(countQuery({ probedRows, where }, terms.length > 0, { after, until })) ?? NONE;
  const counts = after === 0 ? addCounts(stored, countPending(context, terms)) : stored;
  return { counts, next: end };
}
