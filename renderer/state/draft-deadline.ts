import { readDateSpan } from '#contract/date-span.ts';
import { epochMs } from '#contract/time.ts';

const MINUTE_MS = 60_000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
/** A written day is measured against nothing. */
const NO_MATTER_WHEN = epochMs(0);

/**
 * The last minute of a day in a time zone, as the service writes times (section 2.1); null for what is no day.
 * @param day `2026-03-12`
 * @param zone IANA name, or `system`
 */
export function getLastMinute(day: string, zone: string): string | null {
  const span = DAY.test(day) ? readDateSpan(day, { now: NO_MATTER_WHEN, zone }, 'ahead') : null;
  return span === null || span.until === null ? null : new Date(span.until - MINUTE_MS).toISOString();
}
