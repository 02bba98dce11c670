import { MIN_RESULTS_FOR_USUAL_WAIT } from '#contract/home-procedures.ts';
import { HOUR } from '#main/base/durations.ts';
import type { ReadableDb } from '#main/engine/sqlite/db.ts';
import { findResultDurations } from '../query/result-durations.ts';
import { listChangedUsualWaits, type ChangedUsualWait, type UsualWait } from '../tables/usual-waits.ts';

/** Returns a median to the hour, so that not every new result changes the moments of all requisitions that wait. */
function roundMedian(median: number): number {
  return Math.round(median / HOUR) * HOUR;
}

/**
 * Returns how long results usually take by type and facility, where enough of them are known, and for the tests of which enough are
 * known.
 */
function findUsualWaits(db: ReadableDb): readonly UsualWait[] {
  const { groups, tests } = findResultDurations(db);
  const known = groups.filter((group) => group.sampleSize >= MIN_RESULTS_FOR_USUAL_WAIT);
  return [...known.map((group) => ({ ...group, nameKey: '' })), ...tests].map(
    ({ type, serviceFacility, nameKey, median }) => ({
      type,
      serviceFacility,
      nameKey,
      median: roundMedian(median),
    }),
  );
}

/** Returns how what is usual now differs from what is stored. */
export function findChangedUsualWaits(db: ReadableDb): readonly ChangedUsualWait[] {
  return listChangedUsualWaits(db, findUsualWaits(db));
}
