import { parseDateSpan } from '#contract/search/date-range.ts';
import { toEpochMs, type EpochMs } from '#contract/time.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** The hours of the day at which an evening and a morning begin. */
const EVENING_HOUR = 18;
const MORNING_HOUR = 8;

/** What the user can choose without a date. */
export const SNOOZE_CHOICES = ['hour', 'evening', 'tomorrow'] as const;
export type SnoozeChoice = (typeof SNOOZE_CHOICES)[number];

/** The user's calendar: the time zone, and the day of a time as `2026-03-12`. */
export interface SnoozeCalendar {
  readonly zone: string;
  readonly isoDay: (at: EpochMs) => string;
}

/** Returns an hour of a day such as `2026-03-12` in the user's time zone; null for what is no day. */
function toHourOfDay(day: string, hour: number, zone: string): EpochMs | null {
  const from = parseDateSpan(day, { now: toEpochMs(0), zone }, 'ahead')?.from ?? null;
  return from === null ? null : toEpochMs(from + hour * HOUR_MS);
}

/** Returns the time of a choice; null where it has passed: there is no evening at night. */
export function toSnoozeTime(
  choice: SnoozeChoice,
  now: EpochMs,
  { zone, isoDay }: SnoozeCalendar,
): EpochMs | null {
  if (choice === 'hour') return toEpochMs(now + HOUR_MS);
  if (choice === 'tomorrow') return toHourOfDay(isoDay(toEpochMs(now + DAY_MS)), MORNING_HOUR, zone);
  const evening = toHourOfDay(isoDay(now), EVENING_HOUR, zone);
  return evening !== null && evening > now ? evening : null;
}

/** Returns the morning of a typed day; null where it is no day or not in the future. */
export function toSnoozeMorningOfDay(day: string, now: EpochMs, zone: string): EpochMs | null {
  const at = toHourOfDay(day, MORNING_HOUR, zone);
  return at !== null && at > now ? at : null;
}
