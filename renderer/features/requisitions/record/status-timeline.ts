import type { Requisition, TypicalStatusStepDurations } from '#contract/requisitions.ts';
import type { EpochMs } from '#contract/time.ts';
import { isReviewed } from '#renderer/shared/record/requisition-status.tsx';
import { toStatusChangesWithElapsedTime } from '#renderer/shared/record/StatusHistoryList.tsx';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/**
 * Minimum width of a segment, as a share of the chart: even a step of zero duration needs room for its point.
 */
const MIN_SHARE = 0.06;
/**
 * Maximum number of statuses in the chart, the newest; a history may have thousands, and the list below shows
 * them all.
 */
const MAX_DRAWN = 8;

/** The typical duration of a step in milliseconds, and the number of requisitions in the sample. */
export type TypicalStatusStepDuration = TypicalStatusStepDurations['steps'][number];

/** The part of the chart between two statuses; lengths are shares of the whole chart, from 0 to 1. */
export interface TimelineSegment {
  readonly from: number;
  readonly until: number;
  /** How long the step took, or has taken so far, in milliseconds. */
  readonly lengthMs: number;
  /** Whether the step has not ended, so that the segment reaches the present. */
  readonly isOpen: boolean;
  readonly typical: TypicalStatusStepDuration | null;
  /** From the median duration to the 90th percentile; null if unknown. */
  readonly band: { readonly from: number; readonly until: number } | null;
  /** Position of the present time in the chart; null for a segment that has ended. */
  readonly now: number | null;
}

export interface TimelineMark {
  readonly status: string;
  readonly at: number;
}

export interface TimelineChart {
  readonly marks: readonly TimelineMark[];
  readonly segments: readonly TimelineSegment[];
}

/** Compresses durations so that a day and a year are both visible in one chart. */
function compressLength(lengthMs: number): number {
  return Math.log2(1 + Math.max(0, lengthMs) / HOUR_MS);
}

/** Finds the typical duration of a step; for the open one, of the step that usually follows its status. */
function findTypical(
  typicalDurations: TypicalStatusStepDurations | null,
  from: string,
  to: string | null,
): TypicalStatusStepDuration | null {
  const steps = (typicalDurations?.steps ?? []).filter(
    (step) => step.from === from && (to === null || step.to === to),
  );
  return steps.toSorted((a, b) => b.sampleSize - a.sampleSize)[0] ?? null;
}

interface StatusChangeWithElapsedTime {
  readonly lengthMs: number;
  readonly isOpen: boolean;
  readonly typical: TypicalStatusStepDuration | null;
}

function toSteps(
  record: Requisition,
  typicalDurations: TypicalStatusStepDurations | null,
  now: EpochMs,
): { steps: StatusChangeWithElapsedTime[]; statuses: string[] } {
  const dated = toStatusChangesWithElapsedTime(record.statusHistory)
    .filter(({ change }) => change.changedAt !== null)
    .slice(-MAX_DRAWN);
  const steps = dated.slice(1).map(({ change, sinceMs }, index) => ({
    lengthMs: sinceMs ?? 0,
    isOpen: false,
    typical: findTypical(typicalDurations, dated[index]?.change.status ?? '', change.status),
  }));
  const last = dated.at(-1)?.change;
  const isOver = last === undefined || isReviewed(record) || last.status === 'results_received';
  const open = {
    // The clocks differ: a status that has just been set may be from later than now.
    lengthMs: Math.max(0, now - (last?.changedAt ?? now)),
    isOpen: true,
    typical: findTypical(typicalDurations, last?.status ?? '', null),
  };
  return { steps: isOver ? steps : [...steps, open], statuses: dated.map(({ change }) => change.status) };
}

/** Width of a segment before scaling; that of the present status has room for the 90th percentile of its duration too. */
function getWidth({ lengthMs, isOpen, typical }: StatusChangeWithElapsedTime): number {
  return compressLength(isOpen ? Math.max(lengthMs, typical?.percentile90 ?? 0) : lengthMs);
}

/**
 * Converts the history of a requisition to a chart: statuses by time, segments of compressed length between
 * them, and the typical duration of each. Statuses without a date, and all but the newest few, are only in
 * the list below it.
 */
export function toTimelineChart(
  record: Requisition,
  typicalDurations: TypicalStatusStepDurations | null,
  now: EpochMs,
): TimelineChart {
  const { steps, statuses } = toSteps(record, typicalDurations, now);
  const widths = steps.map(getWidth);
  const total = widths.reduce((sum, width) => sum + width, 0);
  const share = (width: number): number =>
    MIN_SHARE + (total === 0 ? 1 / steps.length : width / total) * (1 - MIN_SHARE * steps.length);
  const segments: TimelineSegment[] = [];
  let from = 0;
  for (const [index, step] of steps.entries()) {
    const width = widths[index] ?? 0;
    const room = share(width);
    const toPosition = (lengthMs: number): number =>
      from + room * Math.min(1, width === 0 ? 1 : compressLength(lengthMs) / width);
    segments.push({
      from,
      until: from + room,
      lengthMs: step.lengthMs,
      isOpen: step.isOpen,
      typical: step.typical,
      band:
        step.typical === null
          ? null
          : { from: toPosition(step.typical.median), until: toPosition(step.typical.percentile90) },
      now: step.isOpen ? toPosition(step.lengthMs) : null,
    });
    from += room;
  }
  const marks = statuses.map((status, index) => ({
    status,
    at: segments[index]?.from ?? segments.at(-1)?.until ?? 0,
  }));
  return { marks, segments };
}

/**
 * The duration of a step and its typical duration in whole days: `day 6, usually 2`. Null if the typical
 * duration is under a day or unknown.
 */
export function toCurrentDayAndTypicalDays({
  lengthMs,
  typical,
}: Pick<TimelineSegment, 'lengthMs' | 'typical'>): { day: number; usual: number } | null {
  if (typical === null || typical.median < DAY_MS) return null;
  return {
    day: Math.floor(lengthMs / DAY_MS) + 1,
    usual: Math.max(1, Math.round(typical.median / DAY_MS)),
  };
}
