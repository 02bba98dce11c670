import type { AppError } from '#contract/result.ts';
import type { SweepEnd } from './sweep.ts';

/** Passes in a row that bring nothing new, until a list that moves is believed to be known. */
const QUIET_PASSES = 3;
/** More passes than this are not made. */
const MAX_PASSES = 20;

/** What came of one or several passes over a list. */
export interface PassesEnd {
  readonly records: number;
  /** Whether everything that the list holds has come. */
  readonly isComplete: boolean;
  /** Whether the last pass was seen to miss nothing. */
  readonly isCertain: boolean;
  /** Whether it missed nothing but what came in front meanwhile: enough to show the list, not to find what is gone from it. */
  readonly isGapless: boolean;
  readonly pageCap: number | null;
  readonly error: AppError | null;
}

/**
 * Takes a list over and over until it is known: one pass suffices where nothing moved while it was read; else as many as it
 * takes until several in a row bring nothing new. Records that only came in front meanwhile are the next sync's. A pass that does not reach the end is not repeated.
 */
export async function untilKnown(pass: () => Promise<SweepEnd>): Promise<PassesEnd> {
  let quiet = 0;
  let records = 0;
  for (let passes = 1; ; passes++) {
    const end = await pass();
    records = Math.max(records, end.records);
    quiet = end.news === 0 ? quiet + 1 : 0;
    const { isTrusted, isFinished, hasGrown, pageCap, error } = end;
    const isGapless = isTrusted || hasGrown;
    const isComplete = isGapless || (isFinished && quiet >= QUIET_PASSES);
    if (isComplete || !isFinished || passes === MAX_PASSES) {
      return { records, isComplete, isCertain: isTrusted, isGapless, pageCap, error };
    }
  }
}
