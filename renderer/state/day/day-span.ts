import { readDateSpan } from '#contract/search/date-range.ts';
import type { DaySheet } from '#contract/day.ts';
import type { Result } from '#contract/result.ts';
import { epochMs, type EpochMs } from '#contract/time.ts';

/** A day in the time zone of the settings: from its first instant until just before the second. */
export interface DaySpan {
  readonly from: EpochMs;
  readonly until: EpochMs;
}

/** A day and its sheet, or why there is none. */
export interface ReadDay {
  readonly span: DaySpan | null;
  readonly answer: Result<DaySheet>;
}

/**
 * A day of a zone as a stretch of time; null for what is no day.
 * @param day `2026-03-12`; null is today
 * @param zone IANA name, or `system`
 */
export function daySpan(day: string | null, zone: string): DaySpan | null {
  const span = readDateSpan(day ?? 'today', { now: epochMs(Date.now()), zone }, 'back');
  if (span === null || span.from === null || span.until === null) return null;
  return { from: span.from, until: span.until };
}
