import type { Appointment } from '#contract/appointments.ts';
import type { EpochMs } from '#contract/time.ts';
import type { Format } from '#renderer/ui/format.ts';

/** A time span: the day once if it starts and ends on the same; `…` for an unknown end. Null without both. */
export function spanText(
  { date, time, dateTime, days }: Pick<Format, 'date' | 'time' | 'dateTime' | 'days'>,
  from: EpochMs | null,
  until: EpochMs | null,
): string | null {
  if (from === null) return until === null ? null : `… – ${dateTime(until)}`;
  if (until === null) return `${dateTime(from)} – …`;
  return days(from, until) === 0
    ? `${date(from)}, ${time(from)} – ${time(until)}`
    : `${dateTime(from)} – ${dateTime(until)}`;
}

/** An address as it is written on a letter; no lines where the appointment has no place. */
export function placeLines({
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
