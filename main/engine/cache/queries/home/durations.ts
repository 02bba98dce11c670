import { MAX_DURATION_GROUPS, type ResultDurations } from '#contract/home-procedures.ts';
import type { Requisition } from '#contract/requisitions.ts';
import { parseRequisition } from '#main/engine/api/parse/requisition.ts';
import { getQuantile } from '#main/engine/cache/queries/requisitions/insights.ts';
import { readRecordAtRow } from '#main/engine/cache/tables/table.ts';
import type { ReadableDb } from '#main/engine/sqlite/db.ts';
import { sql } from '#main/engine/sqlite/sql.ts';

/** Number of requisitions with results that are looked at, the last changed ones. */
const SAMPLE_SIZE = 500;
const PERCENTILE_90 = 0.9;

/**
 * Returns the time from the first time a requisition was sent until its first results after that, in milliseconds; null
 * where the history does not tell.
 */
function getTimeToResults({ statusHistory }: Requisition): number | null {
  const times = (status: string, from: number): readonly number[] =>
    statusHistory.flatMap((entry) =>
      entry.status === status && entry.changedAt !== null && entry.changedAt >= from ? [entry.changedAt] : [],
    );
  const sentAt = Math.min(...times('sent', -Infinity));
  const receivedAt = Math.min(...times('results_received', sentAt));
  return Number.isFinite(sentAt) && Number.isFinite(receivedAt) ? receivedAt - sentAt : null;
}

/**
 * Returns how long results took by type and facility (service's document, section 2.3, status history), from the last changed
 * requisitions with results; the groups with most data first.
 */
export function findResultDurations(db: ReadableDb): ResultDurations {
  const rows = db.all(sql<{ row: number }>`
    SELECT row FROM requisition INDEXED BY requisition_scan WHERE status = 'results_received'
    ORDER BY last_updated_at DESC, row DESC LIMIT ${SAMPLE_SIZE}`);
  const taken = rows.flatMap(({ row }) => {
    const record = readRecordAtRow(db, 'requisition', row, parseRequisition);
    const ms = record === null ? null : getTimeToResults(record);
    return record === null || ms === null
      ? []
      : [{ type: record.type, serviceFacility: record.serviceFacility, ms }];
  });
  const groups = [
    ...Map.groupBy(taken, ({ type, serviceFacility }) => JSON.stringify([type, serviceFacility])).values(),
  ].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const sorted = group.map(({ ms }) => ms).toSorted((left, right) => left - right);
    const { type, serviceFacility } = first;
    return [
      {
        type,
        serviceFacility,
        sampleSize: sorted.length,
        median: getQuantile(sorted, 0.5),
        percentile90: getQuantile(sorted, PERCENTILE_90),
      },
    ];
  });
  return {
    groups: groups
      .toSorted((left, right) => right.sampleSize - left.sampleSize)
      .slice(0, MAX_DURATION_GROUPS),
    sampled: rows.length,
  };
}
