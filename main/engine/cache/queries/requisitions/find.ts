import type { WorklistSort, WorklistTab } from '#contract/requisitions.ts';
import type { WorklistSearchTerm } from '#contract/worklist-search.ts';
import { toSqlList, emptySql, sql, type Sql } from '#main/engine/sqlite/sql.ts';
import type { AdaptiveRowsPerSlice } from '#main/engine/cache/query/rows-per-slice.ts';
import { MAX_SCANNED_ROWS } from '#main/engine/cache/query/page.ts';
import { getCachedCount } from '#main/engine/cache/tables/sync-state.ts';
import { PENDING_REQUISITION_TABLE } from '#main/engine/cache/tables/pending-tables.ts';
import {
  PENDING_SEARCH_TABLES,
  STORED_SEARCH_TABLES,
  buildSearchCondition,
  TAB_CONDITIONS,
} from './conditions.ts';
import { findCandidateRows } from './probe-rows.ts';
import {
  findTextOfCandidates,
  getTextCandidatesState,
  IS_TEXT_CANDIDATE,
  listTextCandidates,
} from './text-candidates.ts';
import type { WorklistQueryContext } from './context.ts';
import { createPositionComparator, SORT_ORDER_COLUMNS, type SortedPosition } from './page.ts';
import {
  findPositionAtEndOfScanBudget,
  findPositionsAmongRows,
  findScanStepPositions,
  type FoundPosition,
} from './scan-positions.ts';
import {
  buildFromClauseOfStoredRows,
  listScanSteps,
  type ScanStep,
  type WorklistRowsSource,
} from './segments.ts';

/** A request for rows of the worklist: tab, search terms and order. */
export interface WorklistRequest {
  readonly tab: WorklistTab;
  readonly terms: readonly WorklistSearchTerm[];
  readonly order: WorklistSort;
}

export interface WorklistPageWindow {
  readonly position: SortedPosition | null;
  readonly limit: number;
}

/** Number of rows of the first stretch of a scan: most pages are full by then. */
const FIRST_STRETCH = 2_000;
/** Of more rows, only as many texts are read as a page needs. */
const MAX_TEXTS_READ_TOGETHER = 256;

/**
 * Where a filter is searched for: the stored rows, the maximum length of their scan, and the pending
 * rows.
 */
export interface WorklistSearchPlan {
  readonly stored: WorklistRowsSource;
  /** Learns from scans; null where no row is read that the filter excludes. */
  readonly slice: AdaptiveRowsPerSlice | null;
  readonly budget: number;
  readonly pending: (WorklistRowsSource & { readonly from: Sql }) | null;
  /** The rows of `stored`, where they are many and their texts decide; null otherwise. */
  readonly manyWithTexts: readonly number[] | null;
  /** The text whose candidates may be listed, so that the scan tests these rows alone; null where there is none, or they are listed. */
  readonly unlistedText: string | null;
}

/** Returns the condition of a filter on stored rows, without those that pending ones replace. */
export function buildUnreplacedStoredRowsCondition(
  context: WorklistQueryContext,
  tab: WorklistTab,
  terms: readonly WorklistSearchTerm[],
): Sql {
  const shown = context.hasPending ? sql` AND ${PENDING_REQUISITION_TABLE.notReplaced}` : emptySql;
  return sql`${TAB_CONDITIONS[tab]} AND ${buildSearchCondition(terms, context, STORED_SEARCH_TABLES)}${shown}`;
}

/**
 * Returns the FROM and WHERE clauses for the rows with pending changes under a filter; null where no
 * requisition has pending changes.
 */
export function buildPendingRowsFromAndWhere(
  context: WorklistQueryContext,
  tab: WorklistTab,
  terms: readonly WorklistSearchTerm[],
): (WorklistRowsSource & { readonly from: Sql }) | null {
  if (!context.hasPending) return null;
  const where = sql`${TAB_CONDITIONS[tab]} AND ${buildSearchCondition(terms, context, PENDING_SEARCH_TABLES)}`;
  return { from: PENDING_REQUISITION_TABLE.from, where, isPending: true };
}

function readsTexts(terms: readonly WorklistSearchTerm[]): boolean {
  return terms.some(({ field }) => field === 'text');
}

/** Returns the length of the slices in which rows are tested for a filter. */
export function getRowsPerSliceForTerms(
  { slices }: WorklistQueryContext,
  terms: readonly WorklistSearchTerm[],
): AdaptiveRowsPerSlice {
  return readsTexts(terms) ? slices.texts : slices.columns;
}

/** Returns where to search the rows of a filter in one tab, stored and pending. */
export function buildWorklistSearchPlan(
  context: WorklistQueryContext,
  tab: WorklistTab,
  terms: readonly WorklistSearchTerm[],
): WorklistSearchPlan {
  const probed = findCandidateRows(context, { tab, terms });
  const slice = terms.length === 0 ? null : getRowsPerSliceForTerms(context, terms);
  const text = probed === null ? findTextOfCandidates(terms) : null;
  const plan = {
    stored: {
      from: probed && buildFromClauseOfStoredRows(probed),
      where: buildUnreplacedStoredRowsCondition(context, tab, terms),
      isPending: false,
    },
    slice,
    budget: slice?.rows ?? MAX_SCANNED_ROWS,
    pending: buildPendingRowsFromAndWhere(context, tab, terms),
    manyWithTexts:
      probed !== null && probed.length > MAX_TEXTS_READ_TOGETHER && readsTexts(terms) ? probed : null,
    unlistedText: null,
  };
  const state = text === null ? 'too-many' : getTextCandidatesState(context, text);
  if (state === 'listed') return testCandidatesAlone(context, plan);
  return { ...plan, unlistedText: state === 'unknown' ? text : null };
}

/** Returns the plan whose scan tests the texts of the listed candidates alone. */
function testCandidatesAlone(
  { slices: { candidates } }: WorklistQueryContext,
  plan: WorklistSearchPlan,
): WorklistSearchPlan {
  const stored = { ...plan.stored, where: sql`${IS_TEXT_CANDIDATE} AND ${plan.stored.where}` };
  return { ...plan, stored, slice: candidates, budget: candidates.rows, unlistedText: null };
}

/**
 * Returns the plan for the rest of a scan whose first stretch did not find enough rows. The words of the text are in many rows then, but
 * perhaps not the text: to list the rows that may contain it takes less time than to read the texts of all.
 */
function listCandidatesOfPlan(context: WorklistQueryContext, plan: WorklistSearchPlan): WorklistSearchPlan {
  const { unlistedText } = plan;
  if (unlistedText === null) return plan;
  const known = getTextCandidatesState(context, unlistedText);
  const areListed = (known === 'unknown' ? listTextCandidates(context, unlistedText) : known) === 'listed';
  return areListed ? testCandidatesAlone(context, plan) : { ...plan, unlistedText: null };
}

/** Returns the sort key and row number of each of these ids that passes a filter; not its rank. */
export function findMatchingPositionsOfIds(
  { cache }: WorklistQueryContext,
  { by }: WorklistSort,
  { stored, pending }: WorklistSearchPlan,
  ids: readonly string[],
): readonly FoundPosition[] {
  const { key } = SORT_ORDER_COLUMNS[by];
  const find = (from: Sql, { where, isPending }: WorklistRowsSource): readonly FoundPosition[] =>
    cache
      .all(sql<SortedPosition & { readonly id: string }>`
        SELECT row, id, ${key} AS key FROM ${from} WHERE id IN ${toSqlList(ids)} AND ${where}`)
      .map((position) => ({ ...position, isPending }));
  const found = find(sql`requisition`, stored);
  return pending === null ? found : [...found, ...find(pending.from, pending)];
}

interface Scanned {
  /**
   * The positions found in the stored table, in the order of the list; `pending` has those with pending
   * changes.
   */
  readonly stored: readonly FoundPosition[];
  readonly pending: readonly FoundPosition[];
  /** Where the scan ended before the list does; null at the end of the list. */
  readonly end: SortedPosition | null;
}

/** Returns whether a scan of all rows stays within its budget. */
export function isFullScanWithinBudget(
  { cache }: WorklistQueryContext,
  { stored, budget }: WorklistSearchPlan,
): boolean {
  return stored.from !== null || getCachedCount(cache, 'requisition') <= budget;
}

/** Returns how many rows a scan reads first; null for all. The rest of its budget follows if they do not fill the page. */
function getFirstStretch(context: WorklistQueryContext, scope: WorklistSearchPlan): number | null {
  return isFullScanWithinBudget(context, scope) ? null : Math.min(FIRST_STRETCH, scope.budget);
}

/** Scans one segment of a sort order until there are enough rows or the budget is used up. */
function scanSegment(
  context: WorklistQueryContext,
  step: ScanStep,
  plan: WorklistSearchPlan,
  limit: number,
): Scanned {
  const stored: FoundPosition[] = [];
  const pending: FoundPosition[] = [];
  let scope = plan;
  let { position } = step;
  let scanned = 0;
  for (
    let stretch = getFirstStretch(context, plan);
    stretch !== 0;
    stretch = Math.max(0, scope.budget - scanned)
  ) {
    const from = { ...step, position };
    const learn = scope.slice?.begin();
    position = stretch === null ? null : findPositionAtEndOfScanBudget(context, from, stretch);
    const window = { end: position, limit: limit - stored.length };
    stored.push(
      ...(scope.manyWithTexts === null
        ? findScanStepPositions(context, from, scope.stored, window)
        : findPositionsAmongRows(
            context,
            from,
            { rows: scope.manyWithTexts, where: scope.stored.where },
            window.limit,
          )),
    );
    if (scope.pending !== null)
      pending.push(...findScanStepPositions(context, from, scope.pending, { end: position, limit }));
    if (position === null || stretch === null || stored.length >= limit) break;
    learn?.(stretch);
    scanned += stretch;
    scope = listCandidatesOfPlan(context, scope);
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
  scope: WorklistSearchPlan,
  { position, limit }: WorklistPageWindow,
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
export function findWorklistPagePositions(
  context: WorklistQueryContext,
  { tab, terms, order }: WorklistRequest,
  { position, limit }: WorklistPageWindow,
): { readonly positions: readonly FoundPosition[]; readonly next: SortedPosition | null } {
  const scope = buildWorklistSearchPlan(context, tab, terms);
  // One row more than the page is requested: it shows whether there is a next page.
  const { stored, pending, end } = scan(context, order, scope, { position, limit: limit + 1 });
  const found =
    pending.length === 0 ? stored : [...stored, ...pending].toSorted(createPositionComparator(order));
  const last = found[limit - 1];
  if (found.length > limit && last !== undefined) return { positions: found.slice(0, limit), next: last };
  return { positions: found, next: end };
}
