import { SERVICE_ASSUMPTIONS } from '#contract/assumptions.ts';
import { type AppError, err, type ErrorCode, type Result } from '#contract/result.ts';
import { RESPONSE_NOT_FROM_SERVICE_CODES, isGatewayTimeout } from '#main/engine/api/errors.ts';
import { isRefusalBehindEnd } from '#main/engine/api/list-end-probes.ts';
import type { PageReadCounts } from '#main/engine/cache/ingest/protocol.ts';
import { PagePlanner } from './page-planner.ts';
import type { PlannedPageRange } from './page-segment.ts';

export interface SweepPassOptions {
  /** Maximum number of records to request at once. */
  readonly limit: number;
  /**
   * Maximum number of records that the service is known to return in one page, where it is less than
   * `limit`.
   */
  readonly knownCapacity?: number | undefined;
  /** How many records of the list are known; a pass that receives fewer reads the end twice. */
  readonly expected?: number;
  /** Maximum number of pages that are requested at the same time. */
  readonly lanes: number;
  /** Fetches a segment of the list and stores it, including retries. */
  readonly fetchSegment: (
    range: Pick<PlannedPageRange, 'offset' | 'limit' | 'round'>,
  ) => Promise<Result<PageReadCounts>>;
  /** Whether a refusal may concern the size of the page. False where another parameter may be the reason. */
  readonly isRefusalOfSize?: boolean;
}

export interface SweepPassResult {
  /** Number of records received, including known ones. */
  readonly records: number;
  /** Number of records that this and earlier passes received for the first time. */
  readonly newInSweep: number;
  /** Number of positions in the list, as far as it was read. */
  readonly length: number;
  /** Whether the end of the list was reached and every page arrived. */
  readonly isFinished: boolean;
  /** Whether nothing has shown that the pass missed a record. */
  readonly isTrusted: boolean;
  /** Whether the only change meanwhile was new records at the front. */
  readonly hasGrown: boolean;
  /** Largest page received, where it was smaller than requested. */
  readonly pageCap: number | null;
  /** What each request was answered with, by its offset and limit. */
  readonly answers: ReadonlyMap<string, string>;
  readonly error: AppError | null;
}

/** Returns what tells one page from another: how many records it holds, and the first and last of them. */
function summarizePage({ records, first, last }: PageReadCounts): string {
  return JSON.stringify([records, first, last]);
}

function createListTooLongError(): AppError {
  const { maxPages, maxRecords } = SERVICE_ASSUMPTIONS.listLength;
  return err('list-endless', { detail: `the list has more than ${maxPages} pages or ${maxRecords} records` })
    .error;
}

/** Errors of a single page that say nothing about the next one. */
const PAGE_ERRORS: ReadonlySet<ErrorCode> = new Set(['bad-payload', 'server-error', 'timeout', 'internal']);

/**
 * Returns whether a smaller page may succeed (service's document, section 8: the maximum of a page is not
 * shown).
 */
function isTooMuch(
  error: AppError,
  range: PlannedPageRange,
  planner: PagePlanner,
  isRefusalOfSize: boolean,
): boolean {
  const { code } = error;
  if (code === 'timeout' || isGatewayTimeout(error)) return planner.recordTimeout(range);
  if (code === 'rejected') return isRefusalOfSize && planner.isUntried(range);
  return code === 'too-large' && range.limit > 1;
}

/** Handles a page that did not arrive. Returns whether it is requested again in another way. */
function handleMissedPage(
  planner: PagePlanner,
  range: PlannedPageRange,
  error: AppError,
  isRefusalOfSize: boolean,
): boolean {
  const { code } = error;
  const isSplit = isTooMuch(error, range, planner, isRefusalOfSize);
  if (isSplit || code === 'too-large') planner.shrinkPages(range);
  else if (RESPONSE_NOT_FROM_SERVICE_CODES.has(code) && planner.postpone(range)) return true;
  else if (PAGE_ERRORS.has(code)) planner.countLost();
  else planner.stop();
  return isSplit;
}

/** Returns whether a page was refused that may be the end of the list, and takes it as the end then. */
function isRefusedEnd(planner: PagePlanner, range: PlannedPageRange, error: AppError): boolean {
  return range.isProbe !== true && isRefusalBehindEnd(error) && planner.addRefusedPage(range);
}

/** Handles a page behind the end that did not arrive. Returns whether the pass goes on without an error. */
function handleMissedProbe(planner: PagePlanner, error: AppError): boolean {
  const isEndConfirmed = isRefusalBehindEnd(error);
  planner.endProbes(!isEndConfirmed);
  const goesOn = isEndConfirmed || PAGE_ERRORS.has(error.code);
  if (!goesOn) planner.stop();
  return goesOn;
}

/**
 * Runs one pass of a sweep: reads every page of a list once, in any order and page size. Until the capacity of
 * a page is known, pages are requested one at a time, then concurrently. A single bad page does not end the
 * pass; an error of all pages does.
 */
export async function runSweepPass({
  limit,
  knownCapacity,
  expected,
  lanes,
  fetchSegment,
  isRefusalOfSize = true,
}: SweepPassOptions): Promise<SweepPassResult> {
  const planner = new PagePlanner(limit, knownCapacity, expected);
  let records = 0;
  let newInSweep = 0;
  const answers = new Map<string, string>();
  let error: AppError | null = null;
  let refusedEnd: AppError | null = null;

  const visit = async (range: PlannedPageRange): Promise<void> => {
    const stored = await fetchSegment(range);
    if (stored.ok) {
      records += stored.value.records;
      newInSweep += stored.value.newInSweep;
      answers.set(`${range.offset} ${range.limit}`, summarizePage(stored.value));
      planner.addPage(range, stored.value);
      return;
    }
    if (isRefusedEnd(planner, range, stored.error)) return void (refusedEnd = stored.error);
    const isAskedAgain =
      range.isProbe === true
        ? handleMissedProbe(planner, stored.error)
        : handleMissedPage(planner, range, stored.error, isRefusalOfSize);
    if (!isAskedAgain) error = stored.error;
  };
  const runLane = async (): Promise<void> => {
    for (let range = planner.next(); range !== null; range = planner.next()) await visit(range);
  };

  while (planner.isLearningCapacity) {
    const range = planner.next();
    if (range === null) break;
    await visit(range);
  }
  const readOn = () => Promise.all(Array.from({ length: lanes }, runLane));
  await readOn();
  for (let range = planner.planTail(); range !== null; range = planner.planTail()) {
    await visit(range);
    await readOn();
  }
  const { length, isFinished, isTrusted, hasGrown, pageCap } = planner;
  if (planner.isTooLong) error ??= createListTooLongError();
  if (!isFinished) error ??= refusedEnd;
  return { records, newInSweep, length, isFinished, isTrusted, hasGrown, pageCap, answers, error };
}

/** Passes in a row without a new record, after which a list that changes while it is read counts as known. */
const QUIET_PASSES = 3;
/** Maximum number of passes. */
const MAX_PASSES = 20;

/** Whether two passes made the same requests, most of them at least, and each was answered in the same way. */
function areAnswersSame(
  answers: ReadonlyMap<string, string>,
  before: ReadonlyMap<string, string> | null,
): boolean {
  if (before === null) return false;
  const shared = [...answers].filter(([request]) => before.has(request));
  const isMost = shared.length * 2 > Math.max(answers.size, before.size);
  return isMost && shared.every(([request, answer]) => before.get(request) === answer);
}

/** Result of one or several passes over a list. */
export interface RepeatedPassesResult {
  /** Number of records received by the pass with the most, including those that pages share. */
  readonly records: number;
  /** Number of different records received by all passes. */
  readonly distinct: number;
  /** Whether every record of the list was received. */
  readonly isComplete: boolean;
  /** Whether the last pass is known to have missed nothing. */
  readonly isCertain: boolean;
  /**
   * Whether the last pass missed at most new records at the front: enough to show the list, not to detect
   * missing ones.
   */
  readonly isGapless: boolean;
  readonly pageCap: number | null;
  readonly error: AppError | null;
}

/**
 * Repeats passes over a list until it is known. One pass suffices where the list did not change meanwhile.
 * Otherwise passes are repeated until as many records are known as the list has positions and several passes
 * in a row bring no new one. Records that only arrived at the front are left to the next sync. A pass that
 * does not reach the end is not repeated, nor are passes that are answered as the ones before them: the list stands still, but
 * its positions do not fit its records.
 */
export async function repeatPassesUntilListIsKnown(
  pass: () => Promise<SweepPassResult>,
): Promise<RepeatedPassesResult> {
  let quiet = 0;
  let same = 0;
  let before: ReadonlyMap<string, string> | null = null;
  let records = 0;
  let distinct = 0;
  for (let passes = 1; ; passes++) {
    const end = await pass();
    records = Math.max(records, end.records);
    distinct += end.newInSweep;
    quiet = end.newInSweep === 0 ? quiet + 1 : 0;
    const { isTrusted, isFinished, hasGrown, pageCap, answers, error } = end;
    same = areAnswersSame(answers, before) ? same + 1 : 0;
    before = answers;
    const isGapless = isTrusted || hasGrown;
    // Under an order that changes with every request, passes may miss the same record several times.
    const isKnown = quiet >= QUIET_PASSES && distinct >= end.length;
    const isComplete = isGapless || (isFinished && isKnown);
    const isStill = Math.min(quiet, same) >= QUIET_PASSES;
    if (isComplete || isStill || !isFinished || passes === MAX_PASSES) {
      return { records, distinct, isComplete, isCertain: isTrusted, isGapless, pageCap, error };
    }
  }
}
