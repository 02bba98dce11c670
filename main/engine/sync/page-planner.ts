import { SERVICE_ASSUMPTIONS } from '#contract/assumptions.ts';
import type { PageReadCounts } from '#main/engine/cache/ingest/protocol.ts';
import { ListEndProbes } from '#main/engine/api/list-end-probes.ts';
import {
  getOverlappingRecordCount,
  type PlannedPageRange,
  PostponedPageRanges,
  toNextRound,
} from './page-segment.ts';
import { PassCoverage } from './pass-coverage.ts';
import { PassFailures } from './pass-failures.ts';

/** Maximum number of further reads of the end of a list, and the records requested by each. */
const MAX_TAIL_READS = 5;
const TAIL_PAGE = 50;
const { listLength } = SERVICE_ASSUMPTIONS;

/**
 * Plans the pages of a list that are still to be requested (service's document, section 8: limits are not shown). It trusts
 * neither the requested limit nor a short page: the records after a short page are requested, until an empty page comes.
 * Pages overlap by a few records. Until the capacity of a page is known, pages are requested one at a time.
 */
export class PagePlanner {
  readonly #wantedLimit: number;
  readonly #coverage: PassCoverage;
  readonly #gaps: PlannedPageRange[] = [];
  readonly #later = new PostponedPageRanges();
  readonly #probes = new ListEndProbes();
  readonly #failures = new PassFailures();
  #limit: number;
  #knownCapacity: number;
  #next = 0;
  /** Whether the next range has no overlap with the page before it. */
  #nextHasNoOverlap = false;
  #requested = 0;
  #pagesAdded = 0;
  #isLearningCapacity: boolean;
  #isStopped = false;
  /** The largest number of requested records to which the service has responded. */
  #accepted = 0;
  #isShrunk = false;
  #tailReads = 0;
  /** End of the page that was found behind a gap. Records before it may be known without being read in order. */
  #probedUntil = 0;

  /**
   * Plans a pass that requests `limit` records at once; `knownCapacity` is what a page holds, if known, and `expected` how
   * many records are known of the list.
   */
  constructor(limit: number, knownCapacity?: number, expected = 0) {
    this.#wantedLimit = limit;
    this.#coverage = new PassCoverage(expected);
    this.#limit = knownCapacity ?? limit;
    this.#knownCapacity = knownCapacity ?? 0;
    this.#isLearningCapacity = knownCapacity === undefined;
  }

  /** Meanwhile pages are requested one at a time. */
  get isLearningCapacity(): boolean {
    return this.#isLearningCapacity && !this.#isStopped && this.#coverage.end === Infinity;
  }

  /** Whether the end of the list was reached and no page before it was lost. */
  get isFinished(): boolean {
    return !this.#isStopped && !this.#failures.hasLostPages && this.#coverage.end < Infinity;
  }

  /** Whether the pass was ended because the list has more pages or records than any list should have. */
  get isTooLong(): boolean {
    return this.#requested > listLength.maxPages || this.#coverage.covered > listLength.maxRecords;
  }

  /** Whether the pass finished, and nothing shows that it missed a record. */
  get isTrusted(): boolean {
    return this.isFinished && this.#coverage.isTrusted;
  }

  /**
   * Whether the pass finished, and the list has only grown at its start meanwhile. Enough to show the list, not to detect missing
   * records.
   */
  get hasGrown(): boolean {
    return this.isFinished && this.#coverage.hasGrown;
  }

  /** Number of positions in the list, as far as it was read, without those that a page repeats. */
  get length(): number {
    return this.#coverage.length;
  }

  /** The capacity of a page, where the list went on and it was less than requested; else null. */
  get pageCap(): number | null {
    const { covered, largestPage } = this.#coverage;
    const isCapped = covered > largestPage && largestPage < this.#wantedLimit;
    const held = isCapped ? largestPage : Infinity;
    const cap = this.#isShrunk && this.#pagesAdded > 0 ? Math.min(held, this.#limit) : held;
    return cap === Infinity ? null : cap;
  }

  /** Returns the next segment to request; null where there is none at the moment. */
  next(): PlannedPageRange | null {
    if (!this.#isStopped) this.#requested += 1;
    if (this.isTooLong) this.stop();
    if (this.#isStopped) return null;
    const { end } = this.#coverage;
    for (let gap = this.#gaps.shift(); gap !== undefined; gap = this.#gaps.shift()) {
      if (gap.offset < end) return gap;
    }
    if (this.#next >= end || this.#later.areMany) return this.#later.take();
    const span = this.#isLearningCapacity ? this.#limit : this.#knownCapacity;
    const hasNoOverlap = this.#nextHasNoOverlap;
    const pages = { offset: this.#next, limit: Math.min(this.#limit, span), span };
    const range = { ...pages, hasNoOverlap, isForward: true };
    this.#nextHasNoOverlap = false;
    this.#next += span - (this.#isLearningCapacity ? 0 : getOverlappingRecordCount(span));
    return range;
  }

  /** Adds a page that has arrived and is stored. */
  addPage(range: PlannedPageRange, page: PageReadCounts): void {
    const { records, newInPass } = page;
    this.#accepted = Math.max(this.#accepted, range.limit);
    this.#failures.endTimeouts();
    if (records === 0) return this.#coverage.addEmptyPage(range);
    const end = range.offset + records;
    if (range.isProbe === true) this.#readOnBehindGap(end);
    const isFurther = this.#readsFurther(range, end);
    this.#coverage.addPage(range, page);
    if (this.#failures.countStale(isFurther, newInPass) || this.#coverage.isRefusedEndPassed) this.stop();
    this.#knownCapacity = Math.max(this.#knownCapacity, records);
    this.#pagesAdded += 1;
    if (this.#isLearningCapacity) this.#learnCapacity(range, records);
    else if (records < range.span) this.#leaveGap(range, records);
    if (range.hasNoOverlap) this.#lookAtJoint(range.offset);
  }

  /**
   * Takes a page that the service refused as an empty one, where it may be the end of the list: no page has reached further, and as
   * many records were accepted before (see the assumptions: pageLimit). Returns false where it cannot be.
   */
  addRefusedPage(range: PlannedPageRange): boolean {
    const { covered } = this.#coverage;
    if (covered === 0 || range.offset < covered || range.limit > this.#accepted) return false;
    this.#coverage.addRefusedPage(range);
    return true;
  }

  /**
   * Returns whether pages of this size were refused and none as large was ever answered: then the size may be the reason.
   */
  isUntried(range: PlannedPageRange): boolean {
    return range.limit > 1 && range.limit > this.#accepted;
  }

  /** Counts a timeout. Returns whether a smaller page may be tried. */
  recordTimeout(range: PlannedPageRange): boolean {
    return this.#failures.countTimeout() && range.limit > 1;
  }

  /**
   * Switches to smaller pages after one that the client or the service finds too large. A single record that is too large is
   * skipped.
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
    const again = toNextRound(range);
    if (again === null) return false;
    if (this.isLearningCapacity) this.#gaps.push(again);
    else this.#later.add(again);
    return true;
  }

  /**
   * Returns a last range: records may have moved behind the end that was found while the list grew, and an empty page may
   * have hidden the rest of a list that is shorter than known.
   */
  planTail(): PlannedPageRange | null {
    const probe = this.#planProbe();
    if (probe !== null) return probe;
    if (this.#tailReads === MAX_TAIL_READS) return null;
    if (!this.isFinished) return null;
    const { isConsistent, isTrusted, largestPage, mayHaveGrown } = this.#coverage;
    if (isConsistent && !isTrusted)
      return this.#toTail(getOverlappingRecordCount(largestPage), { isEndCheck: true });
    return mayHaveGrown ? this.#toTail(SERVICE_ASSUMPTIONS.pageOverlap.value, { isTail: true }) : null;
  }

  /** Requests no further page behind the end. Where records `mayFollow` it, the pass is not trusted. */
  endProbes(mayFollow: boolean): void {
    this.#probes.stop();
    if (mayFollow) this.#coverage.noteHole();
  }

  #planProbe(): PlannedPageRange | null {
    const { end, isOnePage, largestPage } = this.#coverage;
    if (!this.isFinished || isOnePage) return null;
    const page = this.#probes.next(end, Math.min(this.#limit, largestPage));
    return page && { ...page, span: 0, hasNoOverlap: false, isProbe: true };
  }

  /** Reads the list on behind a gap, in which pages are empty; `until` is where the page ends that was found behind it. */
  #readOnBehindGap(until: number): void {
    this.#probedUntil = until;
    this.#next = Math.min(this.#next, this.#coverage.end);
    this.#coverage.reopenEnd();
    this.#probes.restart();
  }

  #toTail(overlap: number, purpose: Pick<PlannedPageRange, 'isTail' | 'isEndCheck'>): PlannedPageRange {
    this.#tailReads += 1;
    const offset = Math.max(0, this.#coverage.covered - overlap);
    return { offset, limit: Math.min(this.#limit, TAIL_PAGE), span: 0, hasNoOverlap: false, ...purpose };
  }

  /** Counts a lost page. Without the first page nothing is known about the others. */
  countLost(): void {
    if (this.#failures.countLost() || this.#pagesAdded === 0) this.stop();
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

  /** Whether a page reads on. Pages may arrive out of order, so that one that does may end before another one. */
  #readsFurther({ offset, isForward = false }: PlannedPageRange, end: number): boolean {
    return (isForward && offset >= this.#probedUntil) || end > this.#coverage.covered;
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

  #skipOne(range: PlannedPageRange): void {
    if (this.#failures.countLost()) this.stop();
    if (this.#isLearningCapacity) this.#next = range.offset + 1;
    else if (range.span > 1) this.#leaveGap(range, 1);
  }
}
