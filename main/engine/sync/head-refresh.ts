import { SERVICE_ASSUMPTIONS } from '#contract/assumptions.ts';
import type { EpochMs } from '#contract/time.ts';
import type { AppError, ErrorCode, Result } from '#contract/result.ts';
import type { PageReadCounts } from '#main/engine/cache/ingest/protocol.ts';
import { isGatewayTimeout } from '#main/engine/api/errors.ts';
import { isRefusalBehindEnd } from '#main/engine/api/list-end-probes.ts';
import { PageOverlapChecker } from './overlap-check.ts';

/** Size of the first page: small, because usually little is new. Each further page has twice the size. */
export const FIRST_HEAD_PAGE_RECORDS = 50;

export interface HeadRefreshInput {
  /** Maximum number of records to request at once. */
  readonly limit: number;
  /** The time up to which every update of a record is in the cache. */
  readonly knownUntil: EpochMs;
  /** Fetches a segment of the list and stores it. */
  readonly fetchSegment: (range: {
    readonly offset: number;
    readonly limit: number;
  }) => Promise<Result<PageReadCounts>>;
}

/** Errors after which a smaller page may succeed. */
const SIZE_ERRORS: ReadonlySet<ErrorCode> = new Set(['too-large', 'rejected', 'timeout']);

/** Maximum number of pages that are read from the beginning of a list. */
const MAX_PAGES = SERVICE_ASSUMPTIONS.listLength.maxRecords / SERVICE_ASSUMPTIONS.pageLimit.value;

/** Smallest page worth requesting: its overlap with the page before leaves room for further records. */
const SMALLEST_PAGE = 7;

/**
 * `moved`: pages contradict each other. `unordered`: the list is not ordered by last update, or the latest
 * updates are gone from its front, as after a restore of the service; then the whole list has to be read.
 */
export interface HeadRefreshResult {
  readonly type: 'known' | 'moved' | 'unordered' | 'failed';
  readonly records: number;
  readonly error: AppError | null;
}

/** Returns whether the latest known update is gone from the front of the list. */
function hasGoneBack(newestUpdate: number | null, knownUntil: EpochMs): boolean {
  return newestUpdate !== null && newestUpdate < knownUntil;
}

/**
 * Returns whether a page has nothing new: all its records are cached and none was updated after the known
 * time.
 */
function isKnownPage({ isUnchanged, newestUpdate }: PageReadCounts, knownUntil: EpochMs): boolean {
  return isUnchanged && newestUpdate !== null && newestUpdate <= knownUntil;
}

/** A page that could not be read. */
interface UnreadPage {
  readonly error: AppError;
  readonly size: number;
  /** Whether the page before it had no further record: as many records were accepted there. */
  readonly isAtEnd: boolean;
}

/** Returns whether the page was refused because the list ends before it. */
function isBehindEnd({ error, isAtEnd }: UnreadPage): boolean {
  return isAtEnd && isRefusalBehindEnd(error);
}

/** Returns a smaller page size to try; null where a smaller page would not help. */
function getSmallerSize(page: UnreadPage): number | null {
  const { error, size } = page;
  const isTooMuch = SIZE_ERRORS.has(error.code) || isGatewayTimeout(error);
  if (!isTooMuch || size <= SMALLEST_PAGE || isBehindEnd(page)) return null;
  return Math.max(SMALLEST_PAGE, Math.floor(size / 2));
}

/** Returns the result of a refresh that ends with this page. */
function toResultAtUnreadPage(page: UnreadPage, records: number): HeadRefreshResult {
  return isBehindEnd(page)
    ? { type: 'known', records, error: null }
    : { type: 'failed', records, error: page.error };
}

/**
 * Reads the beginning of a list that is ordered by last update, newest first, until a whole page has only
 * cached records that were updated no later than the known time. Both conditions are needed: records may have
 * been cached one by one while others that changed before them were not.
 */
export async function refreshListHead({
  limit,
  knownUntil,
  fetchSegment,
}: HeadRefreshInput): Promise<HeadRefreshResult> {
  const overlaps = new PageOverlapChecker();
  const share = SERVICE_ASSUMPTIONS.pageOverlap.value;
  let most = limit;
  let size = Math.min(FIRST_HEAD_PAGE_RECORDS, limit);
  let covered = 0;
  let isAtEnd = false;
  for (let page = 0; page < MAX_PAGES; page++) {
    // A page without progress may be short for any reason, so the records right behind it are requested as
    // well.
    const offset: number = isAtEnd ? covered : Math.max(0, covered - share);
    const taken = await fetchSegment({ offset, limit: size });
    if (!taken.ok) {
      const unread = { error: taken.error, size, isAtEnd };
      const smaller = getSmallerSize(unread);
      if (smaller === null) return toResultAtUnreadPage(unread, covered);
      size = smaller;
      most = smaller;
      continue;
    }
    const { records, isNewestFirst, newestUpdate } = taken.value;
    if (records === 0) return { type: 'known', records: covered, error: null };
    overlaps.add(offset, taken.value);
    if (!isNewestFirst || (page === 0 && hasGoneBack(newestUpdate, knownUntil)))
      return { type: 'unordered', records: covered, error: null };
    if (!overlaps.agree) return { type: 'moved', records: covered, error: null };
    isAtEnd = offset + records <= covered;
    covered = Math.max(covered, offset + records);
    // At the end the size stays one that was accepted, so that a refusal behind it is not about the size.
    if (isAtEnd) continue;
    if (isKnownPage(taken.value, knownUntil)) return { type: 'known', records: covered, error: null };
    size = Math.min(size * 2, most);
  }
  return { type: 'moved', records: covered, error: null };
}
