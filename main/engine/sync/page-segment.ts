import { SERVICE_ASSUMPTIONS } from '#contract/assumptions.ts';

/** A range of positions in a list that one page requests. */
export interface PlannedPageRange {
  readonly offset: number;
  readonly limit: number;
  /** Number of records that this range covers, including the overlap with the next one. */
  readonly span: number;
  /** True where the range starts right behind a page, without an overlap. */
  readonly hasNoOverlap: boolean;
  /** How often it was moved to the end of the queue. */
  readonly round?: number;
  /** True where the range checks for records behind the end of a list that has grown. */
  readonly isTail?: boolean;
  /** True where it reads the end again, because fewer records came than are known. */
  readonly isEndCheck?: boolean;
  /** True where it looks for records behind the first empty page. */
  readonly isProbe?: boolean;
  /** True where the range continues the list behind all earlier ranges. */
  readonly isForward?: boolean;
}

/** Returns the number of records that two pages of this size share. */
export function getOverlappingRecordCount(records: number): number {
  return Math.min(SERVICE_ASSUMPTIONS.pageOverlap.value, Math.floor(records / 2));
}

/** Maximum number of retries after a response that is not the service's. */
const MAX_RETRIES = 5;
/** Maximum number of postponed ranges: with more, they are requested again before the list is read on. */
const MAX_POSTPONED = 4;

/** Ranges of a list that are requested again after all others, because their response was not the service's. */
export class PostponedPageRanges {
  readonly #ranges: PlannedPageRange[] = [];

  get areMany(): boolean {
    return this.#ranges.length >= MAX_POSTPONED;
  }

  add(range: PlannedPageRange): void {
    this.#ranges.push(range);
  }

  take(): PlannedPageRange | null {
    return this.#ranges.shift() ?? null;
  }
}

/** Returns a range for another try; null after too many. */
export function toNextRound(range: PlannedPageRange): PlannedPageRange | null {
  const round = (range.round ?? 0) + 1;
  return round >= MAX_RETRIES ? null : { ...range, round };
}
