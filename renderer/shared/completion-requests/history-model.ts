import type { CompletionRequestRow } from '#contract/completion-requests.ts';
import type { EpochMs } from '#contract/time.ts';

/** Maximum number of requests in the chart, the newest; the table below lists them all. */
const MAX_DRAWN = 12;
/** Minimum length of a bar, so that a duration of zero is visible, as a share of the longest bar. */
const MIN_SHARE = 0.01;

/** One request as a bar. Positions are shares of the longest drawn duration, from 0 (request made) to 1. */
export interface RequestBar {
  readonly row: CompletionRequestRow;
  /** End of the time for which the request is known to have been open. */
  readonly openUntil: number;
  /** The request ended between `openUntil` and this position. */
  readonly until: number;
  /** Duration in milliseconds: until the middle of that interval, or until now for an open request. */
  readonly tookMs: number;
}

export interface RequestDurationChartModel {
  readonly bars: readonly RequestBar[];
  /** Position of the typical duration in the chart; null where it is unknown. */
  readonly median: number | null;
}

interface DurationRange {
  readonly sureMs: number;
  readonly untilMs: number;
}

/** The minimum and maximum duration of a request in milliseconds; null if it has no time. */
export function toRequestDurationRange(
  { requestedAt, state, ended }: CompletionRequestRow,
  now: EpochMs,
): DurationRange | null {
  if (requestedAt === null) return null;
  const since = (at: number): number => Math.max(0, at - requestedAt);
  if (ended === null || state === 'open') return { sureMs: since(now), untilMs: since(now) };
  // A request withdrawn on this computer was open until the withdrawal.
  const after = state === 'withdrawn' ? ended.before : ended.after;
  return { sureMs: since(after), untilMs: since(Math.max(after, ended.before)) };
}

/**
 * The duration of a request until the middle of the interval in which it ended, or until now; null if it has
 * no time.
 */
export function getRequestDurationMs(row: CompletionRequestRow, now: EpochMs): number | null {
  const lengths = toRequestDurationRange(row, now);
  return lengths === null ? null : (lengths.sureMs + lengths.untilMs) / 2;
}

/**
 * Converts the newest requests to bars on one scale that starts at zero.
 * @param median the typical duration in milliseconds; the scale includes it
 */
export function toRequestDurationChart(
  lines: readonly CompletionRequestRow[],
  median: number | null,
  now: EpochMs,
): RequestDurationChartModel {
  const drawn = lines.flatMap((row) => {
    const lengths = toRequestDurationRange(row, now);
    return lengths === null ? [] : [{ row, ...lengths }];
  });
  const newest = drawn.slice(0, MAX_DRAWN);
  const longest = Math.max(1, median ?? 0, ...newest.map(({ untilMs }) => untilMs));
  const bars = newest.map(({ row, sureMs, untilMs }) => ({
    row,
    openUntil: Math.max(MIN_SHARE, sureMs / longest),
    until: Math.max(MIN_SHARE, untilMs / longest),
    tookMs: (sureMs + untilMs) / 2,
  }));
  return { bars, median: median === null ? null : median / longest };
}
