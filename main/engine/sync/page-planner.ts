import { SERVICE_ASSUMPTIONS } from '#contract/assumptions.ts';
import type { PageReadCounts } from '#main/engine/cache/ingest/protocol.ts';
import { PageOverlapChecker } from './overlap-check.ts';
import { getOverlappingRecordCount, type PlannedPageRange } from './page-segment.ts';

/** Pages in a row without a new record, after which a pass assumes that the list has no end. */
const MAX_STALE_PAGES = 3;
/** Maximum number of lost pages before a pass gives up. */
const MAX_LOST_PAGES = 3;
/** Maximum number of smaller pages tried in a row while the service does not respond. */
const MAX_TIMED_OUT_PAGES = 6;
/** Maximum number of retries after a response that is not the service's. */
const MAX_RETRIES = 5;
/** Maximum number of postponed ranges: with more, they are requested again before the list is read on. */
const MAX_POSTPONED = 4;
/** Maximum number of further reads of the end of a list, and the records requested by each. */
const MAX_TAIL_READS = 5;
const TAIL_PAGE = 50;
const { listLength } = SERVICE_ASSUMPTIONS;

/**
 * Plans the pages of a list that are still to be requested (service's document, section 8: limits are not
 * shown). It trusts neither the requested limit nor a short page: the records after a short page are
 * requested, until an empty page comes. Pages overlap by a few records. Until the capacity of a page is
 * known, pages are requested one at a time.
 */
export class PagePlanner {
  readonly #wantedLimit: number;
  readonly #expected: number;
  readonly #overlaps = new PageOverlapChecker();
  readonly #gaps: PlannedPageRange[] = [];
  /** Ranges of the list that are requested after all others. */
  readonly #later: PlannedPageRange[] = [];
  #limit: number;
  #knownCapacity: number;
  /** Size of the largest page so far. */
  #largestPage = 0;
  #next = 0;
  /** Whether the next range has no overlap with the page before it. */
  #nextHasNoOverlap = false;
  #end = Infinity;
  /** Position behind the last record of any page. */
  #covered = 0;
  #fresh = 0;
  /** Number of records that were in one page more than once. */
  #repeated = 0;
  #requested = 0;
  #pagesAdded = 0;
  #stalePages = 0;
  #lostPages = 0;
  #isLearningCapacity: boolean;
  #hasHoles = false;
  #isStopped = false;
  /** The largest number of requested records to which the service has responded. */
  #accepted = 0;
  #isShrunk = false;
  /** Pages in a row that timed out. */
  #timedOutPages = 0;
  #isNewestFirst = false;
  #tailReads = 0;
  #isTailRead = false;
  #isEndChecked = false;

  /**
   * Plans a pass that requests `limit` records at once; `knownCapacity` is what a page holds, if known, and
   * `expected` how many records are known of the list.
   */
  constructor(limit: number, knownCapacity?: number, expected = 0) {
    this.#wantedLimit = limit;
    this.#expected = expected;
    this.#limit = knownCapacity ?? limit;
    this.#knownCapacity = knownCapacity ?? 0;
    this.#isLearningCapacity = knownCapacity === undefined;
  }

  /** True until the capacity of a page is known; meanwhile pages are requested one at a time. */
  get isLearningCapacity(): boolean {
    return this.#isLearningCapacity && !this.#isStopped && this.#end === Infinity;
  }

  /** Whether the end of the list was reached and no page before it was lost. */
  get isFinished(): boolean {
    return !this.#isStopped && this.#lostPages === 0 && this.#end < Infinity;
  }

  /** Whether the pass was ended because the list has more pages or records than any list should have. */
  get isTooLong(): boolean {
    return this.#requested > listLength.maxPages || this.#covered > listLength.maxRecords;
  }

  /**
   * Whether it finished and nothing shows that a record was missed: no pages that disagree about shared
   * records, no records behind the end, and no more positions in the list than different records, as when it
   * moves while it is read. The end of a list that is shorter than known has to be read twice.
   */
  get isTrusted(): boolean {
    return this.#isConsistent && (this.#isEndChecked || this.length >= this.#expected);
  }

  get #isConsistent(): boolean {
    if (!this.isFinished || this.#hasHoles || this.#covered > this.#end) return false;
    return this.#fresh >= this.#covered && this.#overlaps.agree;
  }

  /**
   * Whether the pass finished, and the only change meanwhile was records added at the start of a list that is
   * sorted newest first: all records that were there at the beginning were met, except those that an update
   * moved to the start. Enough to show the list, not to detect missing records.
   */
  get hasGrown(): boolean {
    const { shift } = this.#overlaps;
    if (!this.isFinished || this.#hasHoles || !this.#isNewestFirst || !this.#isTailRead) return false;
    return shift !== null && this.#fresh >= this.#covered - shift;
  }

  /** Number of positions in the list, as far as it was read, without those that a page repeats. */
  get length(): number {
    return this.#covered - this.#repeated;
  }

  /** The capacity of a page, where the list went on and it was less than requested; else null. */
  get pageCap(): number | null {
    const isCapped = this.#covered > this.#largestPage && this.#largestPage < this.#wantedLimit;
    const held = isCapped ? this.#largestPage : Infinity;
    const cap = this.#isShrunk && this.#pagesAdded > 0 ? Math.min(held, this.#limit) : held;
    return cap === Infinity ? null : cap;
  }

  /** Returns the next segment to request; null where there is none at the moment. */
  next(): PlannedPageRange | null {
    if (this.#isStopped) return null;
    this.#requested += 1;
    if (this.isTooLong) return this.#giveUp();
    for (let gap = this.#gaps.shift(); gap !== undefined; gap = this.#gaps.shift()) {
      if (gap.offset < this.#end) return gap;
    }
    if (this.#next >= this.#end || this.#later.length >= MAX_POSTPONED) return this.#later.shift() ?? null;
    const span = this.#isLearningCapacity ? this.#limit : this.#knownCapacity;
    const hasNoOverlap = this.#nextHasNoOverlap;
    const range = {
      offset: this.#next,
      limit: Math.min(this.#limit, span),
      span,
      hasNoOverlap,
      isForward: true,
    };
    this.#nextHasNoOverlap = false;
    this.#next += span - (this.#isLearningCapacity ? 0 : getOverlappingRecordCount(span));
    return range;
  }

  /** Adds a page that has arrived and is stored. */
  addPage(range: PlannedPageRange, page: PageReadCounts): void {
    const { records, newInPass } = page;
    this.#accepted = Math.max(this.#accepted, range.limit);
    this.#timedOutPages = 0;
    this.#isEndChecked ||= range.isEndCheck === true;
    if (records === 0) return this.#handleEmpty(range);
    const end = range.offset + records;
    if (range.offset >= this.#end) this.#hasHoles = true;
    // All records at the end of the list were known already, so none has moved there unseen.
    if (range.isTail === true && newInPass === 0 && records < range.limit) this.#isTailRead = true;
    this.#overlaps.add(range.offset, page);
    // Pages may arrive out of order, so that one that reads on may end before another one.
    this.#countStale(range.isForward === true || end > this.#covered, newInPass);
    this.#covered = Math.max(this.#covered, end);
    this.#largestPage = Math.max(this.#largestPage, records);
    this.#knownCapacity = Math.max(this.#knownCapacity, records);
    this.#fresh += newInPass;
    this.#repeated += records - page.distinct;
    this.#pagesAdded += 1;
    this.#isNewestFirst = page.isPassNewestFirst;
    if (this.#isLearningCapacity) this.#learnCapacity(range, records);
    else if (records < range.span) this.#leaveGap(range, records);
    if (range.hasNoOverlap) this.#lookAtJoint(range.offset);
  }

  /**
   * Returns whether pages of this size were refused and none as large was ever answered: then the size may be the reason.
   */
  isUntried(range: PlannedPageRange): boolean {
    return range.limit > 1 && range.limit > this.#accepted;
  }

  /** Counts a timeout. Returns whether a smaller page may be tried. */
  recordTimeout(range: PlannedPageRange): boolean {
    this.#timedOutPages += 1;
    return range.limit > 1 && this.#timedOutPages <= MAX_TIMED_OUT_PAGES;
  }

  /**
   * Switches to smaller pages after one that the client or the service finds too large. A single record that
   * is too large is skipped.
   */
  shrinkPages(range: PlannedPageRange): void {
    if (range.limit === 1) return this.#skipOne(range);
    this.#isShrunk = true;
    this.#limit = Math.min(this.#limit, Math.floor(range.limit / 2));
    this.#knownCapacity = Math.min(this.#knownCapacity, this.#limit);
    this.#gaps.push({ ...range, limit: this.#limit });
  }

  /**
   * Moves a range to the end of the queue after a response that is not the service's. Returns false after too many retries.
   */
  postpone(range: PlannedPageRange): boolean {
    const round = (range.round ?? 0) + 1;
    if (round >= MAX_RETRIES) return false;
    (this.isLearningCapacity ? this.#gaps : this.#later).push({ ...range, round });
    return true;
  }

  /**
   * Returns a last range: records may have moved behind the end that was found while the list grew, and an
   * empty page may have hidden the rest of a list that is shorter than known.
   */
  planTail(): PlannedPageRange | null {
    if (this.#tailReads === MAX_TAIL_READS) return null;
    if (this.#isConsistent && !this.isTrusted)
      return this.#toTail(getOverlappingRecordCount(this.#largestPage), { isEndCheck: true });
    const mayHaveGrown = this.isFinished && !this.#hasHoles && !this.isTrusted && this.#isNewestFirst;
    if (!mayHaveGrown || this.#isTailRead || this.#overlaps.shift === null) return null;
    return this.#toTail(SERVICE_ASSUMPTIONS.pageOverlap.value, { isTail: true });
  }

  #toTail(overlap: number, purpose: Pick<PlannedPageRange, 'isTail' | 'isEndCheck'>): PlannedPageRange {
    this.#tailReads += 1;
    const offset = Math.max(0, this.#covered - overlap);
    return { offset, limit: Math.min(this.#limit, TAIL_PAGE), span: 0, hasNoOverlap: false, ...purpose };
  }

  /** Counts a lost page. Without the first page nothing is known about the others. */
  countLost(): void {
    this.#loseOne();
    if (this.#pagesAdded === 0) this.stop();
  }

  /** Ends the pass: no further page is planned. */
  stop(): void {
    this.#isStopped = true;
  }

  /**
   * Learns the capacity of a page from the first pages. A short page may be the last one or a full one; the next shows which.
   */
  #learnCapacity(range: PlannedPageRange, records: number): void {
    const end = range.offset + records;
    const isFull = records >= range.limit || (this.#pagesAdded > 1 && records >= this.#knownCapacity);
    this.#next = isFull ? end - getOverlappingRecordCount(records) : end;
    this.#nextHasNoOverlap = !isFull;
    this.#isLearningCapacity = records < range.limit && this.#pagesAdded === 1;
  }

  #handleEmpty(range: PlannedPageRange): void {
    // There were records behind this empty page, so it is a gap and not the end.
    if (range.offset < this.#covered) this.#hasHoles = true;
    else this.#end = Math.min(this.#end, range.offset);
  }

  /** Counts the pages that reach further into the list and yet bring no new record. */
  #countStale(isFurther: boolean, newInPass: number): void {
    if (newInPass > 0) this.#stalePages = 0;
    else if (isFurther) this.#stalePages += 1;
    if (this.#stalePages >= MAX_STALE_PAGES) this.#giveUp();
  }

  /**
   * Queues the remainder of a range: after a full page with an overlap, after a short one right behind it.
   */
  #leaveGap(range: PlannedPageRange, records: number): void {
    const isFull = records >= range.limit;
    const shared = isFull ? getOverlappingRecordCount(records) : 0;
    const span = range.span - records + shared;
    const offset = range.offset + records - shared;
    this.#gaps.push({ offset, limit: Math.min(range.limit, span), span, hasNoOverlap: !isFull });
  }

  /** Queues a small page across the border between two pages that share no record. */
  #lookAtJoint(at: number): void {
    const shared = getOverlappingRecordCount(this.#knownCapacity);
    const offset = Math.max(0, at - shared);
    if (shared > 0) this.#gaps.push({ offset, limit: at - offset + shared, span: 0, hasNoOverlap: false });
  }

  #loseOne(): void {
    this.#lostPages += 1;
    if (this.#lostPages >= MAX_LOST_PAGES) this.stop();
  }

  #skipOne(range: PlannedPageRange): void {
    this.#loseOne();
    if (this.#isLearningCapacity) this.#next = range.offset + 1;
    else if (range.span > 1) this.#leaveGap(range, 1);
  }

  #giveUp(): null {
    this.stop();
    return null;
  }
}
