import type { WorklistTabCounts } from '#contract/requisitions.ts';
import type { WorklistSearchTerm } from '#contract/worklist-search.ts';
import { toAllTrigramsQuery } from '#main/engine/cache/query/full-text.ts';
import { normalizeText } from '#main/engine/cache/tables/search-text.ts';
import { sql, type Sql } from '#main/engine/sqlite/sql.ts';
import { buildUnreplacedStoredRowsCondition, getRowsPerSliceForTerms } from './find.ts';
import { buildTabCountColumns } from './groups.ts';
import type { WorklistQueryContext } from './context.ts';

/** The columns of a query that counts requisitions by tab. */
export const TAB_COUNT_COLUMNS = buildTabCountColumns(sql`count(*)`);

/** The rows behind one row, up to another, itself included. */
export interface TableSegment {
  readonly after: number;
  readonly until: number;
}

/** Tables that are read in the order of their row numbers, and the condition on the rows that a filter contains. */
interface ScannedTables {
  readonly from: Sql;
  /** The row number in the table that is read first. */
  readonly row: Sql;
  readonly where: Sql;
}

/** Returns the text of the first term that only the searched texts answer; null where there is none. */
function findTextTerm(
  { localData }: WorklistQueryContext,
  terms: readonly WorklistSearchTerm[],
): { readonly term: WorklistSearchTerm; readonly normalizedText: string } | null {
  for (const term of terms) {
    if (term.field !== 'text' || term.isNot) continue;
    const normalizedText = normalizeText(term.value);
    if (localData.idsNamed(normalizedText).size === 0) return { term, normalizedText };
  }
  return null;
}

const TEXTS_BEFORE_REQUISITIONS = sql`requisition_text AS searched CROSS JOIN requisition USING (row)`;

/**
 * Returns the tables to scan for a filter. Where it asks for a text, what is smallest comes first: the full-text index, which
 * returns only a few rows that do not contain the text, then the texts, then requisitions. Most of the time goes into decrypting what is read.
 */
export function buildScannedTables(
  context: WorklistQueryContext,
  terms: readonly WorklistSearchTerm[],
): ScannedTables {
  const text = findTextTerm(context, terms);
  if (text === null) {
    const where = buildUnreplacedStoredRowsCondition(context, 'all', terms);
    return { from: sql`requisition NOT INDEXED`, row: sql`requisition.row`, where };
  }
  const { term, normalizedText } = text;
  const others = terms.filter((other) => other !== term);
  const where = sql`instr(searched.text, ${normalizedText}) > 0
    AND ${buildUnreplacedStoredRowsCondition(context, 'all', others)}`;
  const match = toAllTrigramsQuery(normalizedText);
  if (match === null) return { from: TEXTS_BEFORE_REQUISITIONS, row: sql`searched.row`, where };
  return {
    from: sql`requisition_search CROSS JOIN ${TEXTS_BEFORE_REQUISITIONS}`,
    row: sql`requisition_search.rowid`,
    where: sql`requisition_search MATCH ${match} AND searched.row = requisition_search.rowid AND ${where}`,
  };
}

/** Returns the query of the counts of one segment of the table. */
export function buildSegmentTabCountsQuery(
  { from, row, where }: ScannedTables,
  { after, until }: TableSegment,
): Sql<WorklistTabCounts> {
  // A number is bound as REAL, which the full-text index does not take for a bound.
  return sql`
    SELECT ${TAB_COUNT_COLUMNS} FROM ${from}
    WHERE ${row} > CAST(${after} AS INTEGER) AND ${row} <= CAST(${until} AS INTEGER) AND ${where}`;
}

/**
 * Returns the segment that begins behind a row, and the row behind which the next one begins; null at the end.
 * @param rows maximum number of rows; numbers of removed rows make a segment smaller
 */
export function getSegment(
  { cache }: WorklistQueryContext,
  after: number,
  rows: number,
): TableSegment & { readonly next: number | null } {
  const last = cache.get(sql<{ row: number | null }>`SELECT max(row) AS row FROM requisition`)?.row ?? 0;
  const until = after + rows;
  return { after, until, next: until >= last ? null : until };
}

/**
 * Counts the stored rows of each tab under a filter in one segment, which takes some five milliseconds, and returns the row behind
 * which the next one begins; null at the end.
 */
export function scanSegmentForTabCounts(
  context: WorklistQueryContext,
  terms: readonly WorklistSearchTerm[],
  after: number,
): { readonly stored: WorklistTabCounts | undefined; readonly next: number | null } {
  const tables = buildScannedTables(context, terms);
  const slice = getRowsPerSliceForTerms(context, terms);
  const { rows } = slice;
  const learn = slice.begin();
  const { next, ...segment } = getSegment(context, after, rows);
  const stored = context.cache.get(buildSegmentTabCountsQuery(tables, segment));
  if (next !== null) learn(rows);
  return { stored, next };
}
