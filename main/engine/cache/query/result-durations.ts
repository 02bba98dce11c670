import {
  MAX_DURATION_GROUPS,
  MAX_DURATION_TESTS,
  MIN_RESULTS_FOR_USUAL_WAIT,
  type ResultDurations,
} from '#contract/home-procedures.ts';
import { toNameSortKey } from '#contract/name-sort-key.ts';
import type { Requisition } from '#contract/requisitions.ts';
import { getSmallest } from '#main/base/extremes.ts';
import { parseRequisition } from '#main/engine/api/parse/requisition.ts';
import { readRecordAtRow } from '../tables/table.ts';
import type { ReadableDb } from '#main/engine/sqlite/db.ts';
import { sql } from '#main/engine/sqlite/sql.ts';

/** Number of requisitions with results that are looked at, the last changed ones. */
const SAMPLE_SIZE = 1_000;
const PERCENTILE_90 = 0.9;

/** Returns the value below which this share of the sorted values lies. */
export function getQuantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/**
 * Returns the time from the first time a requisition was sent until its first results after that, in milliseconds; null
 * where the history does not tell.
 */
function getTimeToResults({ statusHistory }: Requisition): number | null {
  const times = (status: string, from: number): readonly number[] =>
    statusHistory.flatMap((entry) =>
      entry.status === status && entry.changedAt !== null && entry.changedAt >= from ? [entry.changedAt] : [],
    );
  const sentAt = getSmallest(times('sent', -Infinity));
  const receivedAt = getSmallest(times('results_received', sentAt));
  return Number.isFinite(sentAt) && Number.isFinite(receivedAt) ? receivedAt - sentAt : null;
}

interface Sample {
  readonly type: string;
  readonly serviceFacility: string;
  readonly nameKey: string;
  readonly ms: number;
}

/** Returns the median and the 90th percentile of each group of samples, the groups with most data first. */
function summarize<Key extends keyof Sample>(
  samples: readonly Sample[],
  keys: readonly Key[],
): readonly (Pick<Sample, Key> & Omit<ResultDurations['groups'][number], keyof Sample>)[] {
  const groups = Map.groupBy(samples, (sample) => JSON.stringify(keys.map((key) => sample[key])));
  return [...groups.values()]
    .flatMap((group) => {
      const [first] = group;
      if (first === undefined) return [];
      const sorted = group.map(({ ms }) => ms).toSorted((left, right) => left - right);
      return {
        // Object.fromEntries returns an object with any string as key, so its type is asserted.
        ...(Object.fromEntries(keys.map((key) => [key, first[key]])) as Pick<Sample, Key>),
        sampleSize: sorted.length,
        median: getQuantile(sorted, 0.5),
        percentile90: getQuantile(sorted, PERCENTILE_90),
      };
    })
    .toSorted((left, right) => right.sampleSize - left.sampleSize);
}

/**
 * Returns how long results took by type and facility, and for each test of which enough results are known (service's document,
 * section 2.3, status history), from the last changed requisitions with results; the groups with most data first.
 */
export function findResultDurations(db: ReadableDb): ResultDurations {
  const rows = db.all(sql<{ row: number }>`
    SELECT row FROM requisition INDEXED BY requisition_scan WHERE status = 'results_received'
    ORDER BY last_updated_at DESC, row DESC LIMIT ${SAMPLE_SIZE}`);
  const samples = rows.flatMap(({ row }): readonly Sample[] => {
    const record = readRecordAtRow(db, 'requisition', row, parseRequisition);
    const ms = record === null ? null : getTimeToResults(record);
    if (record === null || ms === null) return [];
    const { type, serviceFacility, name } = record;
    return [{ type, serviceFacility, nameKey: toNameSortKey(name), ms }];
  });
  const tests = summarize(
    samples.filter(({ nameKey }) => nameKey !== ''),
    ['type', 'serviceFacility', 'nameKey'],
  );
  return {
    groups: summarize(samples, ['type', 'serviceFacility']).slice(0, MAX_DURATION_GROUPS),
    tests: tests
      .filter(({ sampleSize }) => sampleSize >= MIN_RESULTS_FOR_USUAL_WAIT)
      .slice(0, MAX_DURATION_TESTS),
    sampled: rows.length,
  };
}
