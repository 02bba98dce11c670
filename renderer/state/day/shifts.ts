import { toWallClockMinute } from '#contract/search/date-range.ts';
import type { EpochMs } from '#contract/time.ts';

const DAY_MS = 86_400_000;
const DAY_LENGTH = 'YYYY-MM-DD'.length;

function getDayBefore(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - DAY_MS).toISOString().slice(0, DAY_LENGTH);
}

/**
 * Returns the shift that has begun last: the day and the time as a clock on the wall shows them, so that a time that the
 * change to summer time leaves out is due right after it, and one that comes twice is the same shift.
 * @param times the times of the day, such as `06:30`
 * @param zone IANA name, or `system`
 * @returns `2026-03-12 06:30`; null where there are no times
 */
export function findPresentShift(times: readonly string[], now: EpochMs, zone: string): string | null {
  const wall = toWallClockMinute(now, zone);
  const day = wall.slice(0, DAY_LENGTH);
  const sorted = times.toSorted();
  const ofToday = sorted.findLast((time) => `${day} ${time}` <= wall);
  if (ofToday !== undefined) return `${day} ${ofToday}`;
  const last = sorted.at(-1);
  return last === undefined ? null : `${getDayBefore(day)} ${last}`;
}

/**
 * Returns the shift whose pack is due: the one that has begun last, however long ago, unless its pack was made. Shifts are
 * compared with all that were done and never by which is later: a clock that was wrong and is set right neither makes a
 * pack twice nor keeps one from being made.
 */
export function findDueShift(
  { times, doneShifts }: { readonly times: readonly string[]; readonly doneShifts: readonly string[] },
  now: EpochMs,
  zone: string,
): string | null {
  const shift = findPresentShift(times, now, zone);
  return shift === null || doneShifts.includes(shift) ? null : shift;
}

const MINUTE_MS = 60_000;
/** The pauses after failures in a row, in minutes; the last one goes on. */
const RETRY_MINUTES = [1, 5, 15, 30] as const;

/** Returns how long to wait before the next attempt, in milliseconds. */
export function getPackRetryPauseMs(failures: number): number {
  if (failures === 0) return 0;
  const last = RETRY_MINUTES.length - 1;
  return (RETRY_MINUTES[Math.min(failures - 1, last)] ?? RETRY_MINUTES[last] ?? 0) * MINUTE_MS;
}
