import type { WorklistSort, WorklistTab, WorklistSearchTerm } from '#contract/requisitions.ts';
import { toSqlList, emptySql, sql, type Sql } from '#main/engine/sqlite/sql.ts';
import { MAX_SCANNED_ROWS } from '#main/engine/cache/query/page.ts';
import { getCachedCount } from '#main/engine/cache/tables/sync-state.ts';
import { PENDING_REQUISITIONS } from '#main/engine/cache/tables/pending-tables.ts';
import {
  PENDING_REQUISITION_TABLES,
  STORED_REQUISITION_TABLES,
  buildSearchCondition,
  TAB_CONDITIONS,
} from './conditions.ts';
import { findCandidateRows } from './probe-rows.ts';
import type { WorklistQueryContext } from './context.ts';
import { createPositionComparator, SORT_ORDER_COLUMNS, type SortedPosition } from './page.ts';
import {
  beyond,
  buildSegmentQuery,
  inOrder,
  inSegment,
  listScanSteps,
  type RowWindow,
  type ScanStep,
  type SearchedRows,
} from './segments.ts';

/** A request for rows of the worklist: tab, search terms and order. */
export interface WorklistRequest {
  readonly tab: WorklistTab;
  readonly terms: readonly WorklistSearchTerm[];
  readonly order: WorklistSort;
}

export interface WorklistWindowRequest {
  readonly position: SortedPosition | null;
  readonly limit: number;
}

/** Position of a requisition that was found, in the stored table or among those with pending changes. */
export interface FoundPosition extends SortedPosition {
  readonly id: string;
  readonly isPending: boolean;
}

/** Maximum number of rows beyond their index that one call reads before it returns a short page. */
const TERM_BUDGET = 40_000;
/** Number of rows of the first stretch of a scan: most pages are full by then. */
const FIRST_STRETCH = 2_000;

/** The stored rows, with the maximum length of a scan of their index, and those with pending changes. */
export interface WorklistScope {
  readonly stored: SearchedRows;
  readonly budget: number;
  readonly pending: (SearchedRows & { readonly from: Sql }) | null;
}

/** Returns the condition of a filter on stored rows, without those that pending ones replace. */
export function buildStoredRowsCondition(
  context: WorklistQueryContext,
  tab: WorklistTab,
  terms: readonly WorklistSearchTerm[],
): Sql {
  const shown = context.hasPending ? sql` AND ${PENDING_REQUISITIONS.notReplaced}` : emptySql;
  return sql`${TAB_CONDITIONS[tab]} AND ${buildSearchCondition(terms, context, STORED_REQUISITION_TABLES)}${shown}`;
}

/**
 * Returns the FROM and WHERE clauses for the rows with pending changes under a filter; null where no
 * requisition has pending changes.
 */
export function buildPendingRowsScope(
  context: WorklistQueryContext,
  tab: WorklistTab,
  terms: readonly WorklistSearchTerm[],
): (SearchedRows & { readonly from: Sql }) | null {
  if (!context.hasPending) return null;
  const where = sql`${TAB_CONDITIONS[tab]} AND ${buildSearchCondition(terms, context, PENDING_REQUISITION_TABLES)}`;
  return { from: PENDING_REQUISITIONS.from, where, isPending: true };
}

/** Returns the FROM clause of a query that reads these stored rows alone. */
export function buildRowsFromClause(rows: readonly number[]): Sql {
  return sql`${toSqlList(rows)} AS probed CROSS JOIN requisition ON row = probed.value`;
}

/** Returns where to search the rows of a filter in one tab, stored and pending. */
export function buildWorklistScope(
  context: WorklistQueryContext,
  tab: WorklistTab,
  terms: readonly WorklistSearchTerm[],
): WorklistScope {
  const probed = findCandidateRows(context, { tab, terms });
  return {
    stored: {
      from: probed && buildRowsFromClause(probed),
      where: buildStoredRowsCondition(context, tab, terms),
      isPending: false,
    },
    budget: terms.length === 0 ? MAX_SCANNED_ROWS : TERM_BUDGET,
    pending: buildPendingRowsScope(context, tab, terms),
  };
}

/** Returns the positions of those of these rows that a filter contains. */
export function findPositionsOfIds(
  { cache }: WorklistQueryContext,
  { by }: WorklistSort,
  { stored, pending }: WorklistScope,
  ids: readonly string[],
): readonly FoundPosition[] {
  const { key } = SORT_ORDER_COLUMNS[by];
  const find = (from: Sql, { where, isPending }: SearchedRows): readonly FoundPosition[] =>
    cache
      .all(sql<SortedPosition & { readonly id: string }>`
        SELECT row, id, ${key} AS key FROM ${from} WHERE id IN ${toSqlList(ids)} AND ${where}`)
      .map((position) => ({ ...position, isPending }));
  const found = find(sql`requisition`, stored);
  return pending === null ? found : [...found, ...find(pending.from, pending)];
}

/**
 * Returns the position that a scan of a segment reaches with its budget; null where the segment ends earlier.
 */
export function scanEnd(
  { cache }: WorklistQueryContext,
  step: ScanStep,
  budget: number,
): SortedPosition | null {
  const column = SORT_ORDER_COLUMNS[step.order.by];
  const end = cache.get(sql<SortedPosition>`
    SELECT row, ${column.key} AS key FROM ${column.scan} WHERE ${inSegment(step, null)}${beyond(step)}${inOrder(step)}
    LIMIT 1 OFFSET ${budget - 1}`);
  return end ?? null;
}

/** Returns the positions of rows in one segment of an order. */
export function findSegmentPositions(
  { cache }: WorklistQueryContext,
  step: ScanStep,
  rows: SearchedRows,
  window: RowWindow,
): readonly FoundPosition[] {
  const { isPending } = rows;
  return cache.all(buildSegmentQuery(step, rows, window)).map((position) => ({ ...position, isPending }));
}

interface Scanned {
  /** Of each kind of rows in the order of the list. */
  readonly stored: readonly FoundPosition[];
  readonly pending: readonly FoundPosition[];
  /** Where the scan ended before the list does; null at the end of the list. */
  readonly end: SortedPosition | null;
}

/** Returns whether a scan of all rows stays within its budget. */
export function isWithinBudget({ cache }: WorklistQueryContext, { stored, budget }: WorklistScope): boolean {
  return stored.from !== null || getCachedCount(cache, 'requisition') <= budget;
}

/** Returns the lengths of the stretches in which a scan proceeds; null for one without an end. */
function listStretches(context: WorklistQueryContext, scope: WorklistScope): readonly (number | null)[] {
  return isWithinBudget(context, scope) ? [null] : [FIRST_STRETCH, scope.budget - FIRST_STRETCH];
}

/** Scans one segment of an order until there are enough rows or the budget is used up. */
function scanSegment(
  context: WorklistQueryContext,
  step: ScanStep,
  scope: WorklistScope,
  limit: number,
): Scanned {
  const stored: FoundPosition[] = [];
  const pending: FoundPosition[] = [];
  let { position } = step;
  for (const stretch of listStretches(context, scope)) {
    const from = { ...step, position };
    position = stretch === null ? null : scanEnd(context, from, stretch);
    const window = { end: position, limit: limit - stored.length };
    stored.push(...findSegmentPositions(context, from, scope.stored, window));
    if (scope.pending !== null)
      pending.push(...findSegmentPositions(context, from, scope.pending, { end: position, limit }));
    if (position === null || stored.length >= limit) break;
  }
  return { stored, pending, end: position };
}

/**
 * Scans the segments of an order from a position on, until there are enough rows or the budget is used up.
 * Stored rows and those with pending changes are found by the same query over their two tables, so that each
 * keeps its index.
 */
function scan(
  context: WorklistQueryContext,
  order: WorklistSort,
  scope: WorklistScope,
  { position, limit }: WorklistWindowRequest,
): Scanned {
  const stored: FoundPosition[] = [];
  const pending: FoundPosition[] = [];
  for (const step of listScanSteps(order, position)) {
    const found = scanSegment(context, step, scope, limit - stored.length);
    stored.push(...found.stored);
    pending.push(...found.pending);
    if (found.end !== null) return { stored, pending, end: found.end };
    if (stored.length >= limit) break;
  }
  return { stored, pending, end: null };
}

/**
 * Returns the positions of one page, with pending changes applied. The page may be short while `next` is not
 * null: then the scan used up its budget, so that other reads get a turn.
 */
export function findPositions(
  context: WorklistQueryContext,
  { tab, terms, order }: WorklistRequest,
  { position, limit }: WorklistWindowRequest,
): { readonly positions: readonly FoundPosition[]; readonly next: SortedPosition | null } {
  const scope = buildWorklistScope(context, tab, terms);
  // One extra row shows whether there is a next page.
  const { stored, pending, end } = scan(context, order, scope, { position, limit: limit + 1 });
  const found =
    pending.length === 0 ? stored : [...stored, ...pending].toSorted(createPositionComparator(order));
  const last = found[limit - 1];
  if (found.length > limit && last !== undefined) return { positions: found.slice(0, limit), next: last };
  return { positions: found, next: end };
}
