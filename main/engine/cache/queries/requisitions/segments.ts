import type { WorklistSort } from '#contract/requisitions.ts';
import { emptySql, sql, toSqlList, type Sql } from '#main/engine/sqlite/sql.ts';
import { SORT_ORDER_COLUMNS, type SortedPosition } from './page.ts';

/** A source of rows to search, stored or pending: the FROM clause and the condition. */
export interface WorklistRowsSource {
  /** The FROM clause; null for all stored rows, read by the index of the sort order. */
  readonly from: Sql | null;
  readonly where: Sql;
  readonly isPending: boolean;
}

/** Returns the FROM clause of a query that reads these stored rows alone. */
export function buildFromClauseOfStoredRows(rows: readonly number[]): Sql {
  return sql`${toSqlList(rows)} AS probed CROSS JOIN requisition ON row = probed.value`;
}

/** The two segments of an order: rows with a sort value, then rows without. */
type Segment = 'has' | 'lacks';

export interface ScanStep {
  readonly order: WorklistSort;
  readonly segment: Segment;
  /** The position after which the scan begins; null for the beginning of the segment. */
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
export function buildSortValueCondition(
  { order, segment, position }: ScanStep,
  end: SortedPosition | null,
): Sql {
  const hasLowerBound = order.descending ? end !== null : position !== null;
  return segment === 'has' && hasLowerBound ? sql`TRUE` : SORT_ORDER_COLUMNS[order.by][segment];
}

/** Returns the condition for the rows behind the position of a step, beginning with AND; nothing without a position. */
export function buildBehindPositionCondition({ order, segment, position }: ScanStep): Sql {
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

/** Returns the ORDER BY clause of a step. */
export function buildOrderByClause({ order }: ScanStep): Sql {
  const { column } = SORT_ORDER_COLUMNS[order.by];
  return order.descending ? sql` ORDER BY ${column} DESC, row DESC` : sql` ORDER BY ${column}, row`;
}

export interface ScanStepWindow {
  /** The last position to read, itself included; null leaves the end open. */
  readonly end: SortedPosition | null;
  /** Maximum number of rows; -1 for all. */
  readonly limit: number;
  /** Number of rows to skip at the beginning. */
  readonly offset?: number;
}

/** Returns the query that reads one segment of a sort order. */
export function buildScanStepQuery(
  step: ScanStep,
  { from, where }: Omit<WorklistRowsSource, 'isPending'>,
  { end, limit, offset = 0 }: ScanStepWindow,
): Sql<SortedPosition & { readonly id: string }> {
  const column = SORT_ORDER_COLUMNS[step.order.by];
  const skipped = offset === 0 ? emptySql : sql` OFFSET ${offset}`;
  return sql`
    SELECT row, id, ${column.key} AS key FROM ${from ?? column.scan}
    WHERE ${buildSortValueCondition(step, end)}${buildBehindPositionCondition(step)}${upTo(step, end)} AND ${where}${buildOrderByClause(step)}
    LIMIT ${limit}${skipped}`;
}

/** Returns the query that counts the rows of one segment behind the position of its step, up to `end`. */
export function buildScanStepCountQuery(
  step: ScanStep,
  { from, where }: Omit<WorklistRowsSource, 'isPending'>,
  end: SortedPosition | null,
): Sql<{ readonly count: number }> {
  const column = SORT_ORDER_COLUMNS[step.order.by];
  return sql`
    SELECT count(*) AS count FROM ${from ?? column.scan}
    WHERE ${buildSortValueCondition(step, end)}${buildBehindPositionCondition(step)}${upTo(step, end)} AND ${where}`;
}
