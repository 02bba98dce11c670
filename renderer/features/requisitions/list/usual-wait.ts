import { useCallback, useMemo } from 'react';
import { useStore } from 'zustand';
import { MIN_RESULTS_FOR_USUAL_WAIT, type ResultDurations } from '#contract/home-procedures.ts';
import type { WorklistRow } from '#contract/requisitions.ts';
import type { EpochMs } from '#contract/time.ts';
import type { AgeTextWithTone } from '#renderer/shared/record/date-time.tsx';
import { useQueryResult } from '#renderer/shared/use-query-result.ts';
import { getLastSyncTime } from '#renderer/state/sync/health.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import type { TextFunction } from '#renderer/text/text.ts';

/** How long results took for one type at one facility. */
export type UsualResultDuration = ResultDurations['groups'][number];

/** A wait of this multiple of what nine of ten results took is red. */
const RED_FACTOR = 2;
const DAY_MS = 86_400_000;

type TypeAndFacility = Pick<WorklistRow, 'type' | 'serviceFacility'>;

const toKey = ({ type, serviceFacility }: TypeAndFacility): string => JSON.stringify([type, serviceFacility]);

/**
 * Hook that returns how long results usually take for the type and the facility of a requisition; null where too few are known
 * and while they are not read: the ages then have the tones of all other lists.
 */
export function useFindUsualResultDuration(): (row: TypeAndFacility) => UsualResultDuration | null {
  const { calls, health } = useStores();
  const syncedAt = useStore(health.store, (state) => getLastSyncTime(state.health, 'requisition'));
  const ask = useCallback((signal: AbortSignal) => calls['home.durations']({}, signal), [calls]);
  const { value } = useQueryResult(ask, syncedAt ?? 0, 0);
  return useMemo(() => {
    const known = (value?.groups ?? []).filter((group) => group.sampleSize >= MIN_RESULTS_FOR_USUAL_WAIT);
    const groups = new Map(known.map((group) => [toKey(group), group]));
    return (row) => groups.get(toKey(row)) ?? null;
  }, [value]);
}

/**
 * Says how long a requisition without results has waited and what is usual; amber where nine of ten results came sooner. Null
 * where it waits no longer than is usual.
 */
export function describeLongWait(
  text: TextFunction,
  { median, percentile90 }: UsualResultDuration,
  wait: { readonly since: EpochMs; readonly now: EpochMs; readonly days: number },
): AgeTextWithTone | null {
  const waited = wait.now - wait.since;
  const usual = Math.max(1, Math.round(median / DAY_MS));
  if (waited <= median || wait.days <= usual) return null;
  const words = text('worklist.row.waitsLongerThanUsual', { count: wait.days, usual });
  const shortWords = text('worklist.row.daysAndUsual', { count: wait.days, usual });
  if (waited <= percentile90) return { words, shortWords, tone: 'calm' };
  return { words, shortWords, tone: waited <= RED_FACTOR * percentile90 ? 'amber' : 'red' };
}
