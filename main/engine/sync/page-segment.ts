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
  /** True where the range continues the list behind all earlier ranges. */
  readonly isForward?: boolean;
}

/** Returns the number of records that two pages of this size share. */
export function getOverlappingRecordCount(records: number): number {
  return Math.min(SERVICE_ASSUMPTIONS.pageOverlap.value, Math.floor(records / 2));
}
