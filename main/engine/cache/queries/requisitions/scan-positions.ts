import { sql, type Sql } from '#main/engine/sqlite/sql.ts';
import type { WorklistQueryContext } from './context.ts';
import { SORT_ORDER_COLUMNS, type SortedPosition } from './page.ts';
import {
  buildBehindPositionCondition,
  buildFromClauseOfStoredRows,
  buildOrderByClause,
  buildScanStepQuery,
  buildSortValueCondition,
  type ScanStep,
  type ScanStepWindow,
  type WorklistRowsSource,
} from './segments.ts';

/** Position of a requisition that was found, in the stored table or among those with pending changes. */
export interface FoundPosition extends SortedPosition {
  readonly id: string;
  readonly isPending: boolean;
}

/**
 * Returns the position that a scan of a segment reaches with its budget; null where the segment ends earlier.
 */
export function findPositionAtEndOfScanBudget(
  { cache }: WorklistQueryContext,
  step: ScanStep,
  budget: number,
): SortedPosition | null {
  const column = SORT_ORDER_COLUMNS[step.order.by];
  const end = cache.get(sql<SortedPosition>`
    SELECT row, ${column.key} AS key FROM ${column.scan} WHERE ${buildSortValueCondition(step, null)}${buildBehindPositionCondition(step)}${buildOrderByClause(step)}
    LIMIT 1 OFFSET ${budget - 1}`);
  return end ?? null;
}

/** Returns the positions of rows in one segment of a sort order. */
export function findScanStepPositions(
  { cache }: WorklistQueryContext,
  step: ScanStep,
  rows: WorklistRowsSource,
  window: ScanStepWindow,
): readonly FoundPosition[] {
  const { isPending } = rows;
  return cache.all(buildScanStepQuery(step, rows, window)).map((position) => ({ ...position, isPending }));
}

/**
 * Returns the first positions among rows in one segment of a sort order. The condition is tested in the order of the list, until
 * there are enough: each text is on a page of its own, which has to be decrypted.
 */
export function findPositionsAmongRows(
  { cache }: WorklistQueryContext,
  step: ScanStep,
  { rows, where }: { readonly rows: readonly number[]; readonly where: Sql },
  limit: number,
): readonly FoundPosition[] {
  const read = (among: readonly number[], condition: Sql, most: number) =>
    cache.all(
      buildScanStepQuery(
        step,
        { from: buildFromClauseOfStoredRows(among), where: condition },
        { end: null, limit: most },
      ),
    );
  const inOrder = read(rows, sql`TRUE`, -1).map(({ row }) => row);
  const found: FoundPosition[] = [];
  for (
    let from = 0, count = 2 * limit;
    from < inOrder.length && found.length < limit;
    from += count, count *= 2
  ) {
    const positions = read(inOrder.slice(from, from + count), where, limit - found.length);
    found.push(...positions.map((position) => ({ ...position, isPending: false })));
  }
  return found;
}
