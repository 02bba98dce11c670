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

/** The rows to search, and the conditions. */
interface SearchedRows {
  /** The rows; null for all stored ones, by the index of the order. */
  readonly from: Sql | null;
  readonly where: Sql;
  readonly isPending: boolean;
}

/** The stored rows, with the maximum length of a scan of their index, and those with pending changes. */
interface WorklistScope {
  readonly stored: SearchedRows;
  readonly budget: number;
  readonly pending: SearchedRows | null;
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

/** The two segments of an order: rows with a sort value, then rows without. */
type Segment = 'has' | 'lacks';

export interface ScanStep {
  readonly order: WorklistSort;
  readonly segment: Segment;
  /** Where the scan begins; null for the beginning of the segment. */
  readonly position: SortedPosition | null;
}

/** Returns the steps of a scan from a position on; null is the beginning. */
export function listScanSteps(order: WorklistSort, position: SortedPosition | null): readonly ScanStep[] {
  if (position?.key === null) return [{ order, segment: 'lacks', position }];
  return [
    { order, segment: 'has', position },
    { order, segment: 'lacks', position: null },
  ];
}

/**
 * Returns the condition of a segment; none where a bound implies it. With two lower bounds SQLite uses the
 * first for the index, and would read from the beginning of the segment to the other one.
 */
function inSegment({ order, segment, position }: ScanStep, end: SortedPosition | null): Sql {
  const hasLowerBound = order.descending ? end !== null : position !== null;
  return segment === 'has' && hasLowerBound ? sql`TRUE` : SORT_ORDER_COLUMNS[order.by][segment];
}

function beyond({ order, segment, position }: ScanStep): Sql {
  if (position === null) return emptySql;
  const { column } = SORT_ORDER_COLUMNS[order.by];
  if (segment === 'lacks')
    return order.descending ? sql` AND row < ${position.row}` : sql` AND row > ${position.row}`;
  const at = sql`(${position.key}, ${position.row})`;
  return order.descending ? sql` AND (${column}, row) < ${at}` : sql` AND (${column}, row) > ${at}`;
}

function upTo({ order, segment }: ScanStep, end: SortedPosition | null): Sql {
  if (end === null) return emptySql;
  const { column } = SORT_ORDER_COLUMNS[order.by];
  if (segment === 'lacks')
    return order.descending ? sql` AND row >= ${end.row}` : sql` AND row <= ${end.row}`;
  const at = sql`(${end.key}, ${end.row})`;
  return order.descending ? sql` AND (${column}, row) >= ${at}` : sql` AND (${column}, row) <= ${at}`;
}

function inOrder({ order }: ScanStep): Sql {
  const { column } = SORT_ORDER_COLUMNS[order.by];
  return order.descending ? sql` ORDER BY ${column} DESC, row DESC` : sql` ORDER BY ${column}, row`;
}

interface RowWindow {
  /** The last position; null leaves the end open. */
  readonly end: SortedPosition | null;
  /** Maximum number of rows; -1 for all. */
  readonly limit: number;
  /** Number of rows to skip. */
  readonly offset?: number;
}

/** Returns the query of one segment of an order. */
export function buildSegmentQuery(
  step: ScanStep,
  { from, where }: Omit<SearchedRows, 'isPending'>,
  { end, limit, offset = 0 }: RowWindow,
): Sql<SortedPosition & { readonly id: string }> {
  const column = SORT_ORDER_COLUMNS[step.order.by];
  const skipped = offset === 0 ? emptySql : sql` OFFSET ${offset}`;
  return sql`
    SELECT row, id, ${column.key} AS key FROM ${from ?? column.scan}
    WHERE ${inSegment(step, end)}${beyond(step)}${upTo(step, end)} AND ${where}${inOrder(step)}
    LIMIT ${limit}${skipped}`;
}

/**
 * Returns the position that a scan of a segment reaches with its budget; null where the segment ends earlier.
 */
function scanEnd(
  { cache }: WorklistQueryContext,
  step: ScanStep,
  { stored, budget }: WorklistScope,
  stretch = budget,
): SortedPosition | null {
  if (stored.from !== null || getCachedCount(cache, 'requisition') <= budget) return null;
  const column = SORT_ORDER_COLUMNS[step.order.by];
  const end = cache.get(sql<SortedPosition>`
    SELECT row, ${column.key} AS key FROM ${column.scan} WHERE ${inSegment(step, null)}${beyond(step)}${inOrder(step)}
    LIMIT 1 OFFSET ${stretch - 1}`);
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
  for (const stretch of [FIRST_STRETCH, scope.budget - FIRST_STRETCH]) {
    const from = { ...step, position };
    position = scanEnd(context, from, scope, stretch);
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
