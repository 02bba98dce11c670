import type { WorklistTab, WorklistTabCounts } from '#contract/requisitions.ts';
import type { WorklistSearchTerm } from '#contract/worklist-search.ts';
import { sql, type Sql } from '#main/engine/sqlite/sql.ts';
import { REVIEW_STATE_NUMBERS } from '#main/engine/cache/tables/requisition-columns.ts';
import { buildSearchCondition, STORED_SEARCH_TABLES, TAB_CONDITIONS } from './conditions.ts';
import type { WorklistQueryContext } from './context.ts';

/**
 * Whether a term tests the columns of `requisition_group` alone. The condition of such a term has the same text for
 * a group as for its rows.
 */
export function isTermOnRequisitionGroupColumns(term: WorklistSearchTerm): boolean {
  switch (term.field) {
    case 'facility':
    case 'provider':
    case 'type':
    case 'status':
    case 'shared':
      return true;
    case 'review':
      return term.value !== 'overdue' && term.value !== 'unassigned';
    default:
      return false;
  }
}

/** Whether a term tests columns that only the groups have, not the totals. */
function needsGroups({ field }: WorklistSearchTerm): boolean {
  return field === 'facility' || field === 'provider';
}

/**
 * Returns the table of counts that answers these terms. The totals are a few rows; a group of clinics has nearly as many groups as
 * requisitions.
 */
function getCountedTable(terms: readonly WorklistSearchTerm[]): Sql {
  return terms.some(needsGroups) ? sql`requisition_group` : sql`requisition_total`;
}

/** Returns the condition of a tab and of those terms that the groups can answer. */
function buildGroupCondition(
  context: WorklistQueryContext,
  tab: WorklistTab,
  terms: readonly WorklistSearchTerm[],
): Sql {
  const grouped = terms.filter(isTermOnRequisitionGroupColumns);
  return sql`${TAB_CONDITIONS[tab]} AND ${buildSearchCondition(grouped, context, STORED_SEARCH_TABLES)}`;
}

/** Returns the columns of a count by tab. @param count the aggregate function, such as `count(*)` */
export function buildTabCountColumns(count: Sql): Sql<WorklistTabCounts> {
  return sql`
    ${count} FILTER (WHERE ${TAB_CONDITIONS.draft}) AS draft,
    ${count} FILTER (WHERE ${TAB_CONDITIONS.sent}) AS sent,
    ${count} FILTER (WHERE ${TAB_CONDITIONS.results_received}) AS results_received,
    ${count} FILTER (WHERE ${TAB_CONDITIONS.needs_review}) AS needs_review,
    ${count} FILTER (WHERE ${TAB_CONDITIONS.all}) AS "all",
    ${count} FILTER (WHERE ${TAB_CONDITIONS.unknown}) AS unknown`;
}

const GROUP_COUNTS = buildTabCountColumns(sql`total(row_count)`);

/** Returns the query of the stored rows by tab under a filter of group terms. */
export function buildGroupTabCountsQuery(
  context: WorklistQueryContext,
  terms: readonly WorklistSearchTerm[],
): Sql<WorklistTabCounts> {
  return sql`SELECT ${GROUP_COUNTS} FROM ${getCountedTable(terms)} WHERE ${buildGroupCondition(context, 'all', terms)}`;
}

/** The groups under a condition that tests these terms. */
interface GroupsToList {
  readonly terms: readonly WorklistSearchTerm[];
  readonly where: Sql;
}

/** Returns the rows in these groups; null where there are more than `most`. */
function listRowsOfGroups(
  { cache }: WorklistQueryContext,
  { terms, where }: GroupsToList,
  most: number,
): readonly number[] | null {
  const found = cache.get(
    sql<{ rows: number }>`SELECT total(row_count) AS rows FROM ${getCountedTable(terms)} WHERE ${where}`,
  );
  if (found === undefined || found.rows > most) return null;
  if (found.rows === 0) return [];
  const numbers = terms.some(needsGroups)
    ? sql`SELECT number FROM requisition_group WHERE ${where}`
    : sql`SELECT number FROM requisition_group WHERE total IN (SELECT number FROM requisition_total WHERE ${where})`;
  return cache
    .all(sql<{ row: number }>`SELECT row FROM requisition_group_row WHERE number IN (${numbers})`)
    .map(({ row }) => row);
}

/** Returns the stored rows that need a review and have no open one; null where these are more than `most`. */
export function findRowsNeedingUnassignedReview(
  context: WorklistQueryContext,
  most: number,
): readonly number[] | null {
  const where = sql`needs_review = 1 AND review_state <> ${REVIEW_STATE_NUMBERS.asked}`;
  return listRowsOfGroups(context, { terms: [], where }, most);
}

/**
 * Returns the rows in the groups of a filter; null where these are more than `most`, or where neither the tab nor a
 * term restricts the groups.
 */
export function findRowsInMatchingGroups(
  context: WorklistQueryContext,
  tab: WorklistTab,
  terms: readonly WorklistSearchTerm[],
  most: number,
): readonly number[] | null {
  if (tab === 'all' && !terms.some(isTermOnRequisitionGroupColumns)) return null;
  return listRowsOfGroups(context, { terms, where: buildGroupCondition(context, tab, terms) }, most);
}
