import type { AppError, ErrorCode, Result } from '#contract/result.ts';
import { STRANGE, isGatewayTimeout } from '#main/engine/api/errors.ts';
import type { StoredPage } from '#main/engine/cache/protocol.ts';
import { PagePlanner, type Range } from './page-planner.ts';

export interface SweepOptions {
  /** The most records to ask for at once. */
  readonly limit: number;
  /** How many a page is known to hold, where that is less. */
  readonly step?: number | undefined;
  /** Pages asked for side by side. */
  readonly lanes: number;
  /** Fetches a stretch of the list and stores it; retries are its own matter. */
  readonly take: (range: Pick<Range, 'offset' | 'limit' | 'round'>) => Promise<Result<StoredPage>>;
  /** Whether a refusal may be about the size of the page; not where something else was asked for that may be refused. */
  readonly isRefusalOfSize?: boolean;
}

export interface SweepEnd {
  /** Records that came, known ones included. */
  readonly records: number;
  /** Records that came for the first time in the passes so far. */
  readonly news: number;
  /** Whether the end of the list was reached and every page came. */
  readonly isFinished: boolean;
  /** Whether nothing contradicts that these were all. */
  readonly isTrusted: boolean;
  /** Whether nothing happened meanwhile but that records came in front. */
  readonly hasGrown: boolean;
  /** The most that one page held, where that was less than asked for. */
  readonly pageCap: number | null;
  readonly error: AppError | null;
}

/** What spoils a page but says nothing about the next one. */
const OF_ONE_PAGE: ReadonlySet<ErrorCode> = new Set(['bad-payload', 'server-error', 'timeout', 'internal']);

/** Whether a smaller page may come where this one did not (service's document, section 8: the maximum of a page is not shown). */
function isTooMuch(error: AppError, range: Range, planner: PagePlanner, isRefusalOfSize: boolean): boolean {
  const { code } = error;
  if (code === 'timeout' || isGatewayTimeout(error)) return planner.maySplit(range);
  if (code === 'rejected') return isRefusalOfSize && planner.isUntried(range);
  return code === 'too-large' && range.limit > 1;
}

/** What becomes of a page that did not come; returns whether it is asked for again in another way. */
function miss(planner: PagePlanner, range: Range, error: AppError, isRefusalOfSize: boolean): boolean {
  const { code } = error;
  const isSplit = isTooMuch(error, range, planner, isRefusalOfSize);
  if (isSplit || code === 'too-large') planner.tooLarge(range);
  else if (STRANGE.has(code) && planner.postpone(range)) return true;
  else if (OF_ONE_PAGE.has(code)) planner.lost();
  else planner.stop();
  return isSplit;
}

/**
 * Takes every page of one list once, in whatever order and size they come. While it is not known how much one page holds, one
 * comes at a time, else several side by side. A bad page never stops a pass; what concerns all pages does.
 */
export async function sweep({
  limit,
  step,
  lanes,
  take,
  isRefusalOfSize = true,
}: SweepOptions): Promise<SweepEnd> {
  const planner = new PagePlanner(limit, step);
  let records = 0;
  let news = 0;
  let error: AppError | null = null;

  const visit = async (range: Range): Promise<void> => {
    const stored = await take(range);
    if (stored.ok) {
      records += stored.value.records;
      news += stored.value.news;
      planner.landed(range, stored.value);
      return;
    }
    const isAskedAgain = miss(planner, range, stored.error, isRefusalOfSize);
    if (!isAskedAgain) error = stored.error;
  };
  const lane = async (): Promise<void> => {
    for (let range = planner.next(); range !== null; range = planner.next()) await visit(range);
  };

  while (planner.isFeeling) {
    const range = planner.next();
    if (range === null) break;
    await visit(range);
  }
  await Promise.all(Array.from({ length: lanes }, lane));
  for (let range = planner.tail(); range !== null; range = planner.tail()) await visit(range);
  const { isFinished, isTrusted, hasGrown, pageCap } = planner;
  return { records, news, isFinished, isTrusted, hasGrown, pageCap, error };
}

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
