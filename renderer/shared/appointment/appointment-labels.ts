import type { Appointment } from '#contract/appointments.ts';
import type { EpochMs } from '#contract/time.ts';
import type { DateFormat } from '#renderer/ui/format.ts';

/**
 * Formats a time span: the day once if start and end are on the same day; `…` for an unknown end. Null if
 * both are unknown.
 */
export function formatTimeSpan(
  { date, time, dateTime, days }: Pick<DateFormat, 'date' | 'time' | 'dateTime' | 'days'>,
  from: EpochMs | null,
  until: EpochMs | null,
): string | null {
  if (from === null) return until === null ? null : `… – ${dateTime(until)}`;
  if (until === null) return `${dateTime(from)} – …`;
  return days(from, until) === 0
    ? `${date(from)}, ${time(from)} – ${time(until)}`
    : `${dateTime(from)} – ${dateTime(until)}`;
}

/** The lines of a postal address; empty if the appointment has no location. */
export function listAddressLines({
  line1,
  line2,
  city,
  state,
  postalCode,
}: Appointment['location']): readonly string[] {
  const region = [state, postalCode].filter((part) => part !== '').join(' ');
  const town = [city, region].filter((part) => part !== '').join(', ');
  return [line1, line2, town].filter((row) => row.trim() !== '');
}
