import { ASSUMPTIONS } from '#contract/assumptions.ts';
import type { StoredPage } from '#main/engine/cache/protocol.ts';
import { OverlapCheck } from './overlap-check.ts';

/** A segment of a list to request. */
export interface Range {
  readonly offset: number;
  readonly limit: number;
  /**
   * Number of records up to the end of the segment that this range covers, including the overlap with the
   * next one.
   */
  readonly span: number;
  /** True where the range starts right behind a page, without an overlap. */
  readonly meets: boolean;
  /** How often it was moved to the end of the queue. */
  readonly round?: number;
  /** True where it reads behind the end of a list that has grown. */
  readonly isTail?: boolean;
  /** True where it continues the list behind all earlier ranges. */
  readonly isForward?: boolean;
}

/**
 * Pages in a row that reach further without a new record, after which a pass assumes that the list has no
 * end.
 */
const STALE_PAGES = 3;
/** Maximum number of lost pages before a pass gives up. */
const LOST_PAGES = 3;
/** Maximum number of smaller pages tried in a row while the service does not respond. */
const SILENT_PAGES = 6;
/** Maximum number of retries after a response that is not the service's. */
const ROUNDS = 5;
/** Maximum number of reads behind the end of a list that has grown, and the records requested by each. */
const TAILS = 5;
const TAIL_PAGE = 50;
/** Maximum number of pages in a pass. */
const MAX_PAGES = 200_000;

/** Returns the number of records that two pages of this size share. */
function getOverlap(records: number): number {
  return Math.min(ASSUMPTIONS.pageOverlap.value, Math.floor(records / 2));
}

/**
 * Plans the pages of a list that are still to be requested (service's document, section 8: limits are not
 * shown). It trusts neither the requested limit nor a short page: the records after a short page are
 * requested, until an empty page comes. Pages overlap by a few records. Until the capacity of a page is
 * known, pages are requested one at a time.
 */
export class PagePlanner {
  readonly #asksFor: number;
  readonly #overlaps = new OverlapCheck();
  readonly #gaps: Range[] = [];
  /** Ranges that come after everything else. */
  readonly #later: Range[] = [];
  #limit: number;
  #step: number;
  /** Size of the largest page so far. */
  #held = 0;
  #next = 0;
  /** Whether the next range has no overlap with the page before it. */
  #nextMeets = false;
  #end = Infinity;
  /** Position behind the last record of any page. */
  #covered = 0;
  #fresh = 0;
  /** Records that a page contained more than once. */
  #repeated = 0;
  #asked = 0;
  #landed = 0;
  #stale = 0;
  #lost = 0;
  #isFeeling: boolean;
  #isHoled = false;
  #isStopped = false;
  /** The largest limit that was answered. */
  #accepted = 0;
  #isShrunk = false;
  /** Pages in a row that timed out. */
  #silent = 0;
  #isNewestFirst = false;
  #tails = 0;
  #isTailRead = false;

  /**
   * @param limit number of records to request at once
   * @param step known capacity of a page
   */
  constructor(limit: number, step?: number) {
    this.#asksFor = limit;
    this.#limit = step ?? limit;
    this.#step = step ?? 0;
    this.#isFeeling = step === undefined;
  }

  /** True until the capacity of a page is known; meanwhile pages are requested one at a time. */
  get isFeeling(): boolean {
    return this.#isFeeling && !this.#isStopped && this.#end === Infinity;
  }

  /** Whether the end of the list was reached and no page before it was lost. */
  get isFinished(): boolean {
    return !this.#isStopped && this.#lost === 0 && this.#end < Infinity;
  }

  /**
   * Whether it finished and nothing shows that a record was missed: no pages that disagree about shared
   * records, and no more positions in the list than different records, as when it moves while it is read.
   */
  get isTrusted(): boolean {
    return this.isFinished && !this.#isHoled && this.#fresh >= this.#covered && this.#overlaps.agree;
  }

  /**
   * Whether it finished, and the only change meanwhile was records that came in front of a list in the order
   * newest first: all records of the beginning were met, except those that an update moved to the front.
   * Enough to show the list, not to detect missing records.
   */
  get hasGrown(): boolean {
    const { shift } = this.#overlaps;
    if (!this.isFinished || this.#isHoled || !this.#isNewestFirst || !this.#isTailRead) return false;
    return shift !== null && this.#fresh >= this.#covered - shift;
  }

  /** Number of positions in the list, as far as it was read, without those that a page repeats. */
  get length(): number {
    return this.#covered - this.#repeated;
  }

  /** The capacity of a page, where the list went on and it was less than requested; else null. */
  get pageCap(): number | null {
    const isCapped = this.#covered > this.#held && this.#held < this.#asksFor;
    const held = isCapped ? this.#held : Infinity;
    const cap = this.#isShrunk && this.#landed > 0 ? Math.min(held, this.#limit) : held;
    return cap === Infinity ? null : cap;
  }

  /** Returns the next segment to request; null where there is none at the moment. */
  next(): Range | null {
    if (this.#isStopped) return null;
    if (++this.#asked > MAX_PAGES) return this.#giveUp();
    for (let gap = this.#gaps.shift(); gap !== undefined; gap = this.#gaps.shift()) {
      if (gap.offset < this.#end) return gap;
    }
    if (this.#next >= this.#end) return this.#later.shift() ?? null;
    const span = this.#isFeeling ? this.#limit : this.#step;
    const meets = this.#nextMeets;
    const range = { offset: this.#next, limit: Math.min(this.#limit, span), span, meets, isForward: true };
    this.#nextMeets = false;
    this.#next += span - (this.#isFeeling ? 0 : getOverlap(span));
    return range;
  }

  /** Adds a page that has arrived and is stored. */
  landed(range: Range, page: StoredPage): void {
    const { records, fresh } = page;
    this.#accepted = Math.max(this.#accepted, range.limit);
    this.#silent = 0;
    if (records === 0) return this.#foundEmpty(range);
    const end = range.offset + records;
    if (range.offset >= this.#end) this.#isHoled = true;
    // Where all records at the current end are known, none has moved behind it unseen.
    if (range.isTail === true && fresh === 0 && records < range.limit) this.#isTailRead = true;
    this.#overlaps.add(range.offset, page);
    // Pages may arrive out of order, so that one that reads on may end before another one.
    this.#doubt(range.isForward === true || end > this.#covered, fresh);
    this.#covered = Math.max(this.#covered, end);
    this.#held = Math.max(this.#held, records);
    this.#step = Math.max(this.#step, records);
    this.#fresh += fresh;
    this.#repeated += records - page.distinct;
    this.#landed += 1;
    this.#isNewestFirst = page.isPassNewestFirst;
    if (this.#isFeeling) this.#felt(range, records);
    else if (records < range.span) this.#leaveGap(range, records);
    if (range.meets) this.#lookAtJoint(range.offset);
  }

  /**
   * Returns whether pages of this size were refused and none as large was ever answered: then the size may be
   * the reason.
   */
  isUntried(range: Range): boolean {
    return range.limit > 1 && range.limit > this.#accepted;
  }

  /** Counts a timeout. Returns whether a smaller page may be tried. */
  maySplit(range: Range): boolean {
    this.#silent += 1;
    return range.limit > 1 && this.#silent <= SILENT_PAGES;
  }

  /**
   * Switches to smaller pages after one that the client or the service finds too large. A single record that
   * is too large is skipped.
   */
  tooLarge(range: Range): void {
    if (range.limit === 1) return this.#skipOne(range);
    this.#isShrunk = true;
    this.#limit = Math.min(this.#limit, Math.floor(range.limit / 2));
    this.#step = Math.min(this.#step, this.#limit);
    this.#gaps.push({ ...range, limit: this.#limit });
  }

  /**
   * Moves a range to the end of the queue after a response that is not the service's. Returns false after too
   * many retries.
   */
  postpone(range: Range): boolean {
    const round = (range.round ?? 0) + 1;
    if (round >= ROUNDS) return false;
    (this.isFeeling ? this.#gaps : this.#later).push({ ...range, round });
    return true;
  }

  /** Returns a last range: records may have moved behind the end that was found while the list grew. */
  tail(): Range | null {
    const mayHaveGrown = this.isFinished && !this.#isHoled && !this.isTrusted && this.#isNewestFirst;
    if (!mayHaveGrown || this.#isTailRead || this.#overlaps.shift === null || this.#tails === TAILS)
      return null;
    this.#tails += 1;
    const offset = Math.max(0, this.#covered - ASSUMPTIONS.pageOverlap.value);
    return { offset, limit: Math.min(this.#limit, TAIL_PAGE), span: 0, meets: false, isTail: true };
  }

  /** Counts a lost page. Without the first page nothing is known about the others. */
  lost(): void {
    this.#lose();
    if (this.#landed === 0) this.stop();
  }

  /** Stops the pass. */
  stop(): void {
    this.#isStopped = true;
  }

  /**
   * Learns the capacity of a page from the first pages. A short page may be the last one or a full one; the
   * next page shows which.
   */
  #felt(range: Range, records: number): void {
    const end = range.offset + records;
    const isFull = records >= range.limit || (this.#landed > 1 && records >= this.#step);
    this.#next = isFull ? end - getOverlap(records) : end;
    this.#nextMeets = !isFull;
    this.#isFeeling = records < range.limit && this.#landed === 1;
  }

  #foundEmpty(range: Range): void {
    // Records were seen beyond, so an empty page is a hole and not the end.
    if (range.offset < this.#covered) this.#isHoled = true;
    else this.#end = Math.min(this.#end, range.offset);
  }

  /** Counts pages that reach further without a new record. */
  #doubt(isFurther: boolean, fresh: number): void {
    if (fresh > 0) this.#stale = 0;
    else if (isFurther) this.#stale += 1;
    if (this.#stale >= STALE_PAGES) this.#giveUp();
  }

  /**
   * Queues the remainder of a range: after a full page with an overlap, after a short one right behind it.
   */
  #leaveGap(range: Range, records: number): void {
    const isFull = records >= range.limit;
    const shared = isFull ? getOverlap(records) : 0;
    const span = range.span - records + shared;
    const offset = range.offset + records - shared;
    this.#gaps.push({ offset, limit: Math.min(range.limit, span), span, meets: !isFull });
  }

  /** Queues a small page across the joint of two pages without a shared record. */
  #lookAtJoint(at: number): void {
    const shared = getOverlap(this.#step);
    const offset = Math.max(0, at - shared);
    if (shared > 0) this.#gaps.push({ offset, limit: at - offset + shared, span: 0, meets: false });
  }

  #lose(): void {
    this.#lost += 1;
    if (this.#lost >= LOST_PAGES) this.stop();
  }

  #skipOne(range: Range): void {
    this.#lose();
    if (this.#isFeeling) this.#next = range.offset + 1;
    else if (range.span > 1) this.#leaveGap(range, 1);
  }

  #giveUp(): null {
    this.stop();
    return null;
  }
}
