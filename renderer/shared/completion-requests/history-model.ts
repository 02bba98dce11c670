import type { CompletionRow } from '#contract/completion-requests.ts';
import type { EpochMs } from '#contract/time.ts';

/** Maximum number of requests in the chart, the newest; the table below lists them all. */
const MAX_DRAWN = 12;
/** What took no time at all can be seen all the same, as a share of the longest. */
const LEAST_SHARE = 0.01;

/** One request as a bar: shares of the longest that is drawn, from 0, when it was asked, to 1. */
export interface Bar {
  readonly row: CompletionRow;
  /** The time for which the request is known to have been open. */
  readonly sure: number;
  /** It ended between the end of what is sure and here. */
  readonly until: number;
  /** How long it took, to the middle of that interval, or has taken so far; in milliseconds. */
  readonly tookMs: number;
}

export interface HistoryDrawing {
  readonly bars: readonly Bar[];
  /** Position of the typical duration; null where it is unknown. */
  readonly median: number | null;
}

interface Lengths {
  readonly sureMs: number;
  readonly untilMs: number;
}

/** How long a request took at least and at most, in milliseconds; null where it says no time. */
export function toLengths({ requestedAt, state, ended }: CompletionRow, now: EpochMs): Lengths | null {
  if (requestedAt === null) return null;
  const since = (at: number): number => Math.max(0, at - requestedAt);
  if (ended === null || state === 'open') return { sureMs: since(now), untilMs: since(now) };
  // A request withdrawn on this computer was open until then.
  const after = state === 'withdrawn' ? ended.before : ended.after;
  return { sureMs: since(after), untilMs: since(Math.max(after, ended.before)) };
}

/** How long a request took, to the middle of the interval in which it ended, or has taken so far; null where it says no time. */
export function tookMs(row: CompletionRow, now: EpochMs): number | null {
  const lengths = toLengths(row, now);
  return lengths === null ? null : (lengths.sureMs + lengths.untilMs) / 2;
}

/**
 * The newest requests as bars with one scale that begins at zero.
 * @param median the usual time in milliseconds; it has room in the drawing
 */
export function toDrawing(
  lines: readonly CompletionRow[],
  median: number | null,
  now: EpochMs,
): HistoryDrawing {
  const drawn = lines.flatMap((row) => {
    const lengths = toLengths(row, now);
    return lengths === null ? [] : [{ row, ...lengths }];
  });
  const newest = drawn.slice(0, MAX_DRAWN);
  const longest = Math.max(1, median ?? 0, ...newest.map(({ untilMs }) => untilMs));
  const bars = newest.map(({ row, sureMs, untilMs }) => ({
    row,
    sure: Math.max(LEAST_SHARE, sureMs / longest),
    until: Math.max(LEAST_SHARE, untilMs / longest),
    tookMs: (sureMs + untilMs) / 2,
  }));
  return { bars, median: median === null ? null : median / longest };
}
