import { ok, type Result } from '#contract/result.ts';
import type { WorklistSort, WorklistRow, WorklistTab } from '#contract/requisitions.ts';
import type { ProcedureCalls } from '../bridge.ts';

/** A printed list of requisitions, and the total number. */
export interface DowntimeRequisitionList {
  readonly rows: readonly WorklistRow[];
  readonly count: number;
}

/**
 * The lists that a clinic needs during downtime, besides the day sheet: outstanding requisitions and open
 * reviews.
 */
export interface DowntimeRequisitionLists {
  readonly sent: DowntimeRequisitionList;
  readonly needsReview: DowntimeRequisitionList;
}

/** Maximum number of rows in a printed list. */
const MAX_LISTED = 500;

/** The sort order of each list: oldest first, or earliest deadline first. */
const ORDERS = {
  sent: { by: 'created', descending: false },
  needs_review: { by: 'deadline', descending: false },
} as const satisfies Partial<Record<WorklistTab, WorklistSort>>;

async function readPrintedList(
  calls: ProcedureCalls,
  tab: keyof typeof ORDERS,
  count: number,
): Promise<Result<DowntimeRequisitionList>> {
  const page = await calls['worklist.page']({ tab, terms: [], order: ORDERS[tab], limit: MAX_LISTED });
  return page.ok ? ok({ rows: page.value.items, count }) : page;
}

/** Reads the outstanding requisitions and the open reviews: at most 500 rows of each, and their total numbers. */
export async function readDowntimeRequisitionLists(
  calls: ProcedureCalls,
): Promise<Result<DowntimeRequisitionLists>> {
  const counts = await calls['worklist.counts']({ terms: [] });
  if (!counts.ok) return counts;
  const sent = await readPrintedList(calls, 'sent', counts.value.sent);
  if (!sent.ok) return sent;
  const needsReview = await readPrintedList(calls, 'needs_review', counts.value.needs_review);
  return needsReview.ok ? ok({ sent: sent.value, needsReview: needsReview.value }) : needsReview;
}
