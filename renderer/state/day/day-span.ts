import { parseDateSpan } from '#contract/search/date-range.ts';
import type { DaySheet } from '#contract/day.ts';
import type { Result } from '#contract/result.ts';
import { toEpochMs, type EpochMs } from '#contract/time.ts';

/** A day in the user's time zone: from its first instant (inclusive) to the next day's (exclusive). */
export interface DaySpan {
  readonly from: EpochMs;
  readonly until: EpochMs;
}

/** The time span of a day and its sheet, or the error of reading it. */
export interface DayReadResult {
  readonly span: DaySpan | null;
  readonly answer: Result<DaySheet>;
}

/**
 * Converts a calendar day in a time zone to a time span; null for an invalid day.
 * @param day `2026-03-12`; null for today
 * @param zone IANA name, or `system`
 */
export function getDaySpan(day: string | null, zone: string): DaySpan | null {
  const span = parseDateSpan(day ?? 'today', { now: toEpochMs(Date.now()), zone }, 'back');
  if (span === null || span.from === null || span.until === null) return null;
  return { from: span.from, until: span.until };
}
