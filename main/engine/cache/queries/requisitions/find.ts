import type { WorklistSort, WorklistTab, WorklistTerm } from '#contract/requisitions.ts';
import { inJson, listed, nothing, sql, type Sql } from '#main/engine/sqlite/sql.ts';
import { SCAN_BUDGET } from '#main/engine/cache/query/page.ts';
import { cachedCount } from '#main/engine/cache/tables/sync-state.ts';
import { toConditions, TAB_CONDITIONS } from './conditions.ts';
import { probeRows } from './probe-rows.ts';
import type { QueryContext, PendingCandidate } from './context.ts';
import { pendingMatches } from './pending-matches.ts';
import { comparePositions, ORDERED_COLUMNS, type SortedPosition } from './page.ts';

/** Which requisitions are wanted, and in which order. */
export interface Asked {
  readonly tab: WorklistTab;
  readonly terms: readonly WorklistTerm[];
  readonly order: WorklistSort;
}

export interface AskedWindow {
  readonly position: SortedPosition | null;
  readonly limit: number;
}

/** Position of a requisition that was found, in the table or with pending changes. */
export interface FoundPosition extends SortedPosition {
  readonly id: string;
  readonly pending: PendingCandidate | null;
}

/** Maximum number of rows beyond their index that one call reads before it returns a short page. */
const TERM_BUDGET = 40_000;

/** The rows to search, the conditions, and the maximum length of a scan. */
export interface WorklistScope {
  /** Candidate rows where there are few; null where the table is scanned in order. */
  readonly probedRows: readonly number[] | null;
  readonly where: Sql;
  readonly budget: number;
}

/** Returns the condition of a filter on the table, without the rows that are replaced by pending ones. */
export function shownUnder(context: QueryContext, tab: WorklistTab, terms: readonly WorklistTerm[]): Sql {
  const { hidden } = context;
  const shown = hidden === null ? nothing : sql` AND row NOT IN ${inJson(hidden)}`;
  return sql`${TAB_CONDITIONS[tab]} AND ${toConditions(terms, context)}${shown}`;
}

function getScope(context: QueryContext, tab: WorklistTab, terms: readonly WorklistTerm[]): WorklistScope {
  return {
    probedRows: probeRows(context, terms),
    where: shownUnder(context, tab, terms),
    budget: terms.length === 0 ? SCAN_BUDGET : TERM_BUDGET,
  };
}

/** The two segments of an order: rows with a sort value, then rows without. */
type Segment = 'has' | 'lacks';

interface ScanStep {
  readonly order: WorklistSort;
  readonly segment: Segment;
  /** Where the scan begins; null for the beginning of the segment. */
  readonly position: SortedPosition | null;
}

function beyond({ order, segment, position }: ScanStep): Sql {
  if (position === null) return nothing;
  const { column } = ORDERED_COLUMNS[order.by];
  if (segment === 'lacks')
    return order.descending ? sql` AND row < ${position.row}` : sql` AND row > ${position.row}`;
  const at = sql`(${position.key}, ${position.row})`;
  return order.descending ? sql` AND (${column}, row) < ${at}` : sql` AND (${column}, row) > ${at}`;
}

function upTo({ order, segment }: ScanStep, end: SortedPosition | null): Sql {
  if (end === null) return nothing;
  const { column } = ORDERED_COLUMNS[order.by];
  if (segment === 'lacks')
    return order.descending ? sql` AND row >= ${end.row}` : sql` AND row <= ${end.row}`;
  const at = sql`(${end.key}, ${end.row})`;
  return order.descending ? sql` AND (${column}, row) >= ${at}` : sql` AND (${column}, row) <= ${at}`;
}

function inOrder({ order }: ScanStep): Sql {
  const { column } = ORDERED_COLUMNS[order.by];
  return order.descending ? sql` ORDER BY ${column} DESC, row DESC` : sql` ORDER BY ${column}, row`;
}

function from({ by }: WorklistSort, probedRows: readonly number[] | null): Sql {
  if (probedRows === null) return ORDERED_COLUMNS[by].scan;
  return sql`${listed(probedRows)} AS probedRows CROSS JOIN requisition ON row = probedRows.value`;
}

/** Returns the query of one segment of an order. */
export function segmentQuery(
  step: ScanStep,
  { probedRows, where }: Pick<WorklistScope, 'probedRows' | 'where'>,
  { end, limit }: { readonly end: SortedPosition | null; readonly limit: number },
): Sql<SortedPosition & { readonly id: string }> {
  const column = ORDERED_COLUMNS[step.order.by];
  return sql`
    SELECT row, id, ${column.key} AS key FROM ${from(step.order, probedRows)}
    WHERE ${column[step.segment]}${beyond(step)}${upTo(step, end)} AND ${where}${inOrder(step)} LIMIT ${limit}`;
}

/**
 * Returns the position that a scan of a segment reaches with its budget; null where the segment ends earlier.
 */
function scanEnd(
  { cache }: QueryContext,
  step: ScanStep,
  { probedRows, budget }: WorklistScope,
): SortedPosition | null {
  if (probedRows !== null || cachedCount(cache, 'requisition') <= budget) return null;
  const column = ORDERED_COLUMNS[step.order.by];
  const end = cache.get(sql<SortedPosition>`
    SELECT row, ${column.key} AS key FROM ${column.scan} WHERE ${column[step.segment]}${beyond(step)}${inOrder(step)}
    LIMIT 1 OFFSET ${budget - 1}`);
  return end ?? null;
}

interface Scanned {
  readonly positions: readonly (SortedPosition & { readonly id: string })[];
  /** Where the scan ended before the list does; null at the end of the list. */
  readonly end: SortedPosition | null;
}

/**
 * Scans the segments of an order from a position on, until there are enough rows or the budget is used up.
 */
function scan(
  context: QueryContext,
  order: WorklistSort,
  scope: WorklistScope,
  { position, limit }: AskedWindow,
): Scanned {
  const positions: (SortedPosition & { readonly id: string })[] = [];
  const steps: ScanStep[] = [{ order, segment: 'lacks', position: position?.key === null ? position : null }];
  if (position?.key !== null) steps.unshift({ order, segment: 'has', position });
  for (const step of steps) {
    const end = scanEnd(context, step, scope);
    positions.push(...context.cache.all(segmentQuery(step, scope, { end, limit: limit - positions.length })));
    if (end !== null) return { positions, end };
    if (positions.length >= limit) break;
  }
  return { positions, end: null };
}

/**
 * Returns the positions of one page, with pending changes applied. The page may be short while `next` is not
 * null: then the scan used up its budget, so that other reads get a turn.
 */
export function findPositions(
  context: QueryContext,
  { tab, terms, order }: Asked,
  { position, limit }: AskedWindow,
): { readonly positions: readonly FoundPosition[]; readonly next: SortedPosition | null } {
  const compare = comparePositions(order);
  const scope = getScope(context, tab, terms);
  // One extra row shows whether there is a next page.
  const { positions, end } = scan(context, order, scope, { position, limit: limit + 1 });
  const { keyOf: toKey } = ORDERED_COLUMNS[order.by];
  const pending = pendingMatches(context, tab, terms)
    .map((each): FoundPosition => ({ id: each.id, row: each.row, key: toKey(each.columns), pending: each }))
    .filter(
      (each) =>
        (position === null || compare(each, position) > 0) && (end === null || compare(each, end) <= 0),
    );
  const stored = positions.map((each): FoundPosition => ({ ...each, pending: null }));
  const found = pending.length === 0 ? stored : [...stored, ...pending].toSorted(compare);
  const last = found[limit - 1];
  if (found.length > limit && last !== undefined) return { positions: found.slice(0, limit), next: last };
  return { positions: found, next: end };
}
