import { useCallback, useMemo } from 'react';
import { useStore } from 'zustand';
import { MIN_RESULTS_FOR_USUAL_WAIT, type ResultDurations } from '#contract/home-procedures.ts';
import { toNameSortKey } from '#contract/name-sort-key.ts';
import type { WorklistRow } from '#contract/requisitions.ts';
import type { EpochMs } from '#contract/time.ts';
import type { AgeTextWithTone } from '#renderer/shared/record/date-time.tsx';
import { useQueryResult } from '#renderer/shared/use-query-result.ts';
import { getLastSyncTime } from '#renderer/state/sync/health.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import type { TextFunction } from '#renderer/text/text.ts';

/** How long results took at one facility: for one test where enough are known, else for all tests of its type. */
export interface UsualResultDuration
  extends Pick<ResultDurations['groups'][number], 'median' | 'percentile90'> {
  readonly of: 'test' | 'type';
}

/** Returns how long results usually take for a requisition; null if unknown. */
export type FindUsualResultDuration = (row: WaitingTest) => UsualResultDuration | null;

/** A wait of this multiple of what nine of ten results took is red. */
const RED_FACTOR = 2;
const DAY_MS = 86_400_000;

type WaitingTest = Pick<WorklistRow, 'type' | 'serviceFacility' | 'name'>;

const toKey = ({ type, serviceFacility }: Omit<WaitingTest, 'name'>, nameKey: string): string =>
  JSON.stringify([type, serviceFacility, nameKey]);

/** Returns the known durations by type, facility and test; those of a whole type have no test. */
function collectDurations({ groups, tests }: ResultDurations): ReadonlyMap<string, UsualResultDuration> {
  const known = new Map<string, UsualResultDuration>();
  for (const group of groups)
    if (group.sampleSize >= MIN_RESULTS_FOR_USUAL_WAIT) known.set(toKey(group, ''), { ...group, of: 'type' });
  for (const test of tests) known.set(toKey(test, test.nameKey), { ...test, of: 'test' });
  return known;
}

const NOTHING_KNOWN: ReadonlyMap<string, UsualResultDuration> = new Map();

/**
 * Hook that returns how long results usually take for a requisition: for its test at its facility where enough are known, else for
 * its type there. Null where too few are known and while they are not read: the ages then have the tones of all other lists.
 */
export function useFindUsualResultDuration(): FindUsualResultDuration {
  const { calls, health } = useStores();
  const syncedAt = useStore(health.store, (state) => getLastSyncTime(state.health, 'requisition'));
  const ask = useCallback((signal: AbortSignal) => calls['home.durations']({}, signal), [calls]);
  const { value } = useQueryResult(ask, syncedAt ?? 0, 0);
  return useMemo(() => {
    const known = value === null ? NOTHING_KNOWN : collectDurations(value);
    return (row) => known.get(toKey(row, toNameSortKey(row.name))) ?? known.get(toKey(row, '')) ?? null;
  }, [value]);
}

/**
 * Says how long a requisition without results has waited, what is usual and for what; amber where nine of ten results came sooner. Null
 * where it waits no longer than is usual.
 */
export function describeLongWait(
  text: TextFunction,
  { median, percentile90, of }: UsualResultDuration,
  wait: { readonly since: EpochMs; readonly now: EpochMs; readonly days: number },
): AgeTextWithTone | null {
  const waited = wait.now - wait.since;
  const usual = Math.max(1, Math.round(median / DAY_MS));
  if (waited <= median || wait.days <= usual) return null;
  const words = text(`worklist.row.waitsLongerThanUsual.${of}`, { count: wait.days, usual });
  const shortWords = text('worklist.row.daysAndUsual', { count: wait.days, usual });
  if (waited <= percentile90) return { words, shortWords, tone: 'calm' };
  return { words, shortWords, tone: waited <= RED_FACTOR * percentile90 ? 'amber' : 'red' };
}
