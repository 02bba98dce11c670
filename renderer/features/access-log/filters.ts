import type { AccessFilter } from '#contract/access-log.ts';
import { parseDateSpan } from '#contract/search/date-range.ts';
import { toEpochMs } from '#contract/time.ts';
import type { TypedAccessFilters } from '#renderer/state/access-log-filters.ts';

/** Returns an id, or the end of one, as it was typed or copied from a list, which shortens ids: `user_…ff455`. */
function readId(typed: string): string {
  return typed.replace(/^.*…/, '').trim();
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

function readDay(day: string, zone: string): ReturnType<typeof parseDateSpan> {
  // Any time will do: the present time matters only to words such as `today`.
  return DAY.test(day) ? parseDateSpan(day, { now: toEpochMs(0), zone }, 'back') : null;
}

/**
 * Returns the filter of the log for what was typed. The last day is included as a whole.
 * @param zone IANA name of the time zone of the days
 */
export function toAccessFilter(
  { from, until, user, patient, what }: TypedAccessFilters,
  zone: string,
): AccessFilter {
  const first = readDay(from, zone)?.from ?? null;
  const end = readDay(until, zone)?.until ?? null;
  return {
    ...(first !== null && { from: first }),
    ...(end !== null && { until: end }),
    ...(readId(user) !== '' && { user: readId(user) }),
    ...(readId(patient) !== '' && { patient: readId(patient) }),
    ...(what !== '' && { what }),
  };
}
