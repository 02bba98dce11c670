import { sql } from '#main/engine/sqlite/sql.ts';
import { mergeRankWindow, type RankedRows, type RankWindow } from '#main/engine/cache/query/rank-window.ts';
import type { WorklistQueryContext } from './context.ts';
import {
  findSegmentPositions,
  listScanSteps,
  buildWorklistScope,
  type WorklistRequest,
  type FoundPosition,
  type ScanStep,
} from './find.ts';
import { createPositionComparator, SORT_ORDER_COLUMNS } from './page.ts';

type Scope = ReturnType<typeof buildWorklistScope>;

function countStored(
  { cache }: WorklistQueryContext,
  { order, segment }: ScanStep,
  { stored }: Scope,
): number {
  const column = SORT_ORDER_COLUMNS[order.by];
  const counted = cache.get(sql<{ count: number }>`
    SELECT count(*) AS count FROM ${stored.from ?? column.scan} WHERE ${column[segment]} AND ${stored.where}`);
  return counted?.count ?? 0;
}

/**
 * Returns a window of the worklist by rank, with pending changes applied, and the length of the whole list.
 * It counts the whole list, without a budget: a page by `findPositions` is cheaper where the rank is unknown.
 */
export function getWorklistWindow(
  context: WorklistQueryContext,
  { tab, terms, order }: WorklistRequest,
  window: RankWindow,
): RankedRows<FoundPosition> {
  const scope = buildWorklistScope(context, tab, terms);
  const steps = listScanSteps(order, null);
  const counted = steps.map((step) => ({ step, count: countStored(context, step, scope) }));
  const pending = steps.flatMap((step) =>
    scope.pending === null
      ? []
      : findSegmentPositions(context, step, scope.pending, { end: null, limit: -1 }),
  );
  const stored = (offset: number, limit: number): readonly FoundPosition[] => {
    const rows: FoundPosition[] = [];
    let skipped = offset;
    for (const { step, count } of counted) {
      const rest = { end: null, limit: limit - rows.length, offset: skipped };
      if (skipped < count && rest.limit > 0)
        rows.push(...findSegmentPositions(context, step, scope.stored, rest));
      skipped = Math.max(0, skipped - count);
    }
    return rows;
  };
  return {
    rows: mergeRankWindow(window, { pending, stored, compare: createPositionComparator(order) }),
    total: counted.reduce((sum, { count }) => sum + count, pending.length),
  };
}
