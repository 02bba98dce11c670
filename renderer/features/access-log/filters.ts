import { MAX_NAMED_IDS, type AccessFilter } from '#contract/access-log.ts';
import { parseDateSpan } from '#contract/search/date-range.ts';
import { removeCaseAccentsAndWidth } from '#contract/search/normalize.ts';
import { toEpochMs } from '#contract/time.ts';
import type { TypedAccessFilters } from '#renderer/state/access-log-filters.ts';

/** An id with what its rows show of it besides: its local name, and the birth date or number. */
export interface NameOfId {
  readonly id: string;
  readonly name: string;
}

/** Returns an id, or the end of one, as it was typed or copied from a list, which shortens ids: `user_…ff455`. */
function readId(typed: string): string {
  return typed.replace(/^.*…/, '').trim();
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

function readDay(day: string, zone: string): ReturnType<typeof parseDateSpan> {
  // Any time will do: the present time matters only to words such as `today`.
  return DAY.test(day) ? parseDateSpan(day, { now: toEpochMs(0), zone }, 'back') : null;
}

/** Returns the ids whose name contains what was typed, whatever its case and accents are. */
function findNamedIds(typed: string, names: readonly NameOfId[]): readonly string[] {
  const wanted = removeCaseAccentsAndWidth(typed.trim());
  if (wanted === '') return [];
  return names.filter(({ name }) => removeCaseAccentsAndWidth(name).includes(wanted)).map(({ id }) => id);
}

/** Returns the part of the filter for a typed person: the end of an id, and the ids of that name. */
function toPersonFilter(
  field: 'user' | 'patient',
  typed: string,
  named: readonly string[],
): Pick<AccessFilter, 'user' | 'userNamed' | 'patient' | 'patientNamed'> {
  const id = readId(typed);
  return {
    ...(id !== '' && { [field]: id }),
    ...(named.length > 0 && { [`${field}Named`]: named.slice(0, MAX_NAMED_IDS) }),
  };
}

/** The filter of the log, and whether a typed name stands for more ids than it can hold. */
export interface AccessFilterOfNames {
  readonly filter: AccessFilter;
  readonly isCut: boolean;
}

/**
 * Returns the filter of the log for what was typed: an id, the end of one, or a part of a local name. The last day is included as a
 * whole.
 * @param zone IANA name of the time zone of the days
 */
export function toAccessFilter(
  { from, until, user, patient, what }: TypedAccessFilters,
  zone: string,
  names: readonly NameOfId[] = [],
): AccessFilterOfNames {
  const first = readDay(from, zone)?.from ?? null;
  const end = readDay(until, zone)?.until ?? null;
  const users = findNamedIds(user, names);
  const patients = findNamedIds(patient, names);
  const filter: AccessFilter = {
    ...(first !== null && { from: first }),
    ...(end !== null && { until: end }),
    ...toPersonFilter('user', user, users),
    ...toPersonFilter('patient', patient, patients),
    ...(what !== '' && { what }),
  };
  return { filter, isCut: Math.max(users.length, patients.length) > MAX_NAMED_IDS };
}
