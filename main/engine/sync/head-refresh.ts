import { ASSUMPTIONS } from '#contract/assumptions.ts';
import type { EpochMs } from '#contract/time.ts';
import type { AppError, ErrorCode, Result } from '#contract/result.ts';
import type { StoredPage } from '#main/engine/cache/protocol.ts';
import { isGatewayTimeout } from '#main/engine/api/errors.ts';
import { OverlapCheck } from './overlap-check.ts';

/** Records of the first page: few, because mostly nothing is new. Each further page is twice as large. */
export const HEAD_PAGE = 50;

export interface HeadOptions {
  /** The most records to ask for at once. */
  readonly limit: number;
  /** Everything that was changed up to then is here. */
  readonly knownUntil: EpochMs;
  /** Fetches a stretch of the list and stores it. */
  readonly take: (range: { readonly offset: number; readonly limit: number }) => Promise<Result<StoredPage>>;
}

/** What may come as a smaller page. */
const TOO_MUCH: ReadonlySet<ErrorCode> = new Set(['too-large', 'rejected', 'timeout']);

/** No head is longer than this. */
const MAX_PAGES = 10_000;

/** A page as small as this goes no further than the overlap. */
const SMALLEST_PAGE = 7;

/**
 * `moved`: pages did not fit together; `unordered`: the list does not stand by its last update, or what was updated last is gone from its
 * front, as after a restore of the service; then its end has to be reached.
 */
export interface HeadEnd {
  readonly is: 'known' | 'moved' | 'unordered' | 'failed';
  readonly records: number;
  readonly error: AppError | null;
}

/** Whether what was updated last is gone from the front of the list. */
function hasGoneBack(newestUpdate: number | null, knownUntil: EpochMs): boolean {
  return newestUpdate !== null && newestUpdate < knownUntil;
}

/** Whether a page shows nothing new: all of it is here, and was updated no later than what was known before. */
function isKnownPage({ isUnchanged, newestUpdate }: StoredPage, knownUntil: EpochMs): boolean {
  return isUnchanged && newestUpdate !== null && newestUpdate <= knownUntil;
}

/** How many records to ask for after an error that a smaller page may not meet; null where none may. */
function smallerAfter(error: AppError, size: number): number | null {
  const isTooMuch = TOO_MUCH.has(error.code) || isGatewayTimeout(error);
  if (!isTooMuch || size <= SMALLEST_PAGE) return null;
  return Math.max(SMALLEST_PAGE, Math.floor(size / 2));
}

/**
 * Takes the beginning of a list that stands by its last update, newest first, until a whole page of records that are here
 * already and were updated no later than what was known before. Neither alone would do: records may be here because they
 * came one by one, while others that changed before them are not.
 */
export async function readHead({ limit, knownUntil, take }: HeadOptions): Promise<HeadEnd> {
  const overlaps = new OverlapCheck();
  const share = ASSUMPTIONS.pageOverlap.value;
  let most = limit;
  let size = Math.min(HEAD_PAGE, limit);
  let covered = 0;
  let isAtEnd = false;
  for (let page = 0; page < MAX_PAGES; page++) {
    // A page that reaches no further may be short for any reason: what comes right behind it is asked for as well.
    const offset: number = isAtEnd ? covered : Math.max(0, covered - share);
    const taken = await take({ offset, limit: size });
    if (!taken.ok) {
      const smaller = smallerAfter(taken.error, size);
      if (smaller === null) return { is: 'failed', records: covered, error: taken.error };
      size = smaller;
      most = smaller;
      continue;
    }
    const { records, isNewestFirst, newestUpdate } = taken.value;
    if (records === 0) return { is: 'known', records: covered, error: null };
    overlaps.add(offset, taken.value);
    if (!isNewestFirst || (page === 0 && hasGoneBack(newestUpdate, knownUntil)))
      return { is: 'unordered', records: covered, error: null };
    if (!overlaps.agree) return { is: 'moved', records: covered, error: null };
    isAtEnd = offset + records <= covered;
    covered = Math.max(covered, offset + records);
    if (!isAtEnd && isKnownPage(taken.value, knownUntil))
      return { is: 'known', records: covered, error: null };
    size = Math.min(size * 2, most);
  }
  return { is: 'moved', records: covered, error: null };
}
