import { ASSUMPTIONS } from '#contract/assumptions.ts';
import type { StoredPage } from '#main/engine/cache/protocol.ts';
import { OverlapCheck } from './overlap-check.ts';

/** A stretch of a list to ask for. */
export interface Range {
  readonly offset: number;
  readonly limit: number;
  /** Records until the end of what this range answers for; what the next one begins with is among them. */
  readonly span: number;
  /** True where it begins right behind a page and shares nothing with it. */
  readonly meets: boolean;
  /** How often it was put at the end of the queue. */
  readonly round?: number;
  /** True where it looks behind the end of a list that has grown. */
  readonly isTail?: boolean;
}

/** Pages that reach further without a single new record, one after another, until a pass believes in no end. */
const STALE_PAGES = 3;
/** Pages that a pass gives up on before it gives up itself. */
const LOST_PAGES = 3;
/** Smaller pages that are tried one after another while the service says nothing at all. */
const SILENT_PAGES = 6;
/** Times that an answer that is none of the service's is asked for. */
const ROUNDS = 5;
/** Looks behind the end of a list that has grown, and records that are asked for in one. */
const TAILS = 5;
const TAIL_PAGE = 50;
/** No pass asks for more pages than this. */
const MAX_PAGES = 200_000;

/** How many records two pages share that hold so many. */
function getOverlap(records: number): number {
  return Math.min(ASSUMPTIONS.pageOverlap.value, Math.floor(records / 2));
}

/**
 * Which pages of a list are still to be asked for (service's document, section 8: limits are not shown). It believes
 * neither the limit that it asked for nor a short page: what comes after a short page is asked for, until an empty page
 * comes. Pages share a few records with those before them. Until it has felt how much one page holds, it asks for one page
 * at a time.
 */
export class PagePlanner {
  readonly #asksFor: number;
  readonly #overlaps = new OverlapCheck();
  readonly #gaps: Range[] = [];
  /** What comes after everything else. */
  readonly #later: Range[] = [];
  #limit: number;
  #step: number;
  /** The most that one page held. */
  #held = 0;
  #next = 0;
  /** Whether the next range shares nothing with the page before it. */
  #nextMeets = false;
  #end = Infinity;
  /** Behind the last record that any page brought. */
  #covered = 0;
  #fresh = 0;
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
  /** Pages in a row that came to nothing for lack of time. */
  #silent = 0;
  #isNewestFirst = false;
  #tails = 0;
  #isTailRead = false;

  /**
   * @param limit records to ask for at once
   * @param step how many a page is known to hold, where that is known
   */
  constructor(limit: number, step?: number) {
    this.#asksFor = limit;
    this.#limit = step ?? limit;
    this.#step = step ?? 0;
    this.#isFeeling = step === undefined;
  }

  /** True until it knows how much a page holds; till then no second page may be asked for beside one. */
  get isFeeling(): boolean {
    return this.#isFeeling && !this.#isStopped && this.#end === Infinity;
  }

  /** Whether the end of the list was reached and no page on the way was given up. */
  get isFinished(): boolean {
    return !this.#isStopped && this.#lost === 0 && this.#end < Infinity;
  }

  /**
   * Whether it finished and nothing shows that a record may have been missed: pages that disagree about what they share, or
   * more places in the list than different records, because it moved while it was read.
   */
  get isTrusted(): boolean {
    return this.isFinished && !this.#isHoled && this.#fresh >= this.#covered && this.#overlaps.agree;
  }

  /**
   * Whether it finished, and all that happened meanwhile is that records came in front of a list that stands newest first: what
   * was there from the beginning on was met, but for what was updated and so moved in front. Enough to show, not to miss anything.
   */
  get hasGrown(): boolean {
    const { shift } = this.#overlaps;
    if (!this.isFinished || this.#isHoled || !this.#isNewestFirst || !this.#isTailRead) return false;
    return shift !== null && this.#fresh >= this.#covered - shift;
  }

  /** The most that a page held or may be asked for, where the list went on and that was less than was asked for; else null. */
  get pageCap(): number | null {
    const isCapped = this.#covered > this.#held && this.#held < this.#asksFor;
    const held = isCapped ? this.#held : Infinity;
    const cap = this.#isShrunk && this.#landed > 0 ? Math.min(held, this.#limit) : held;
    return cap === Infinity ? null : cap;
  }

  /** The next stretch to ask for, or null where there is none at the moment. */
  next(): Range | null {
    if (this.#isStopped) return null;
    if (++this.#asked > MAX_PAGES) return this.#giveUp();
    for (let gap = this.#gaps.shift(); gap !== undefined; gap = this.#gaps.shift()) {
      if (gap.offset < this.#end) return gap;
    }
    if (this.#next >= this.#end) return this.#later.shift() ?? null;
    const span = this.#isFeeling ? this.#limit : this.#step;
    const meets = this.#nextMeets;
    const range = { offset: this.#next, limit: Math.min(this.#limit, span), span, meets };
    this.#nextMeets = false;
    this.#next += span - (this.#isFeeling ? 0 : getOverlap(span));
    return range;
  }

  /** A page arrived and is stored. */
  landed(range: Range, page: StoredPage): void {
    const { records, fresh } = page;
    this.#accepted = Math.max(this.#accepted, range.limit);
    this.#silent = 0;
    if (records === 0) return this.#foundEmpty(range);
    const end = range.offset + records;
    if (range.offset >= this.#end) this.#isHoled = true;
    // Where all that stands at the end now is known, nothing has moved behind it unseen.
    if (range.isTail === true && fresh === 0 && records < range.limit) this.#isTailRead = true;
    this.#overlaps.add(range.offset, page);
    this.#doubt(end > this.#covered, fresh);
    this.#covered = Math.max(this.#covered, end);
    this.#held = Math.max(this.#held, records);
    this.#step = Math.max(this.#step, records);
    this.#fresh += fresh;
    this.#landed += 1;
    this.#isNewestFirst = page.isPassNewestFirst;
    if (this.#isFeeling) this.#felt(range, records);
    else if (records < range.span) this.#leaveGap(range, records);
    if (range.meets) this.#lookAtJoint(range.offset);
  }

  /** Whether pages of this size were refused though none as large was ever answered: then it may be the size. */
  isUntried(range: Range): boolean {
    return range.limit > 1 && range.limit > this.#accepted;
  }

  /** Whether a page that did not come in time may come if it is smaller. Counts. */
  maySplit(range: Range): boolean {
    this.#silent += 1;
    return range.limit > 1 && this.#silent <= SILENT_PAGES;
  }

  /** A page is larger than the client or the service accepts: smaller ones from now on. A single record that is too large is left out. */
  tooLarge(range: Range): void {
    if (range.limit === 1) return this.#skipOne(range);
    this.#isShrunk = true;
    this.#limit = Math.min(this.#limit, Math.floor(range.limit / 2));
    this.#step = Math.min(this.#step, this.#limit);
    this.#gaps.push({ ...range, limit: this.#limit });
  }

  /** An answer was none of the service's: it is asked for again when all else has come. False where that was done often enough. */
  postpone(range: Range): boolean {
    const round = (range.round ?? 0) + 1;
    if (round >= ROUNDS) return false;
    (this.isFeeling ? this.#gaps : this.#later).push({ ...range, round });
    return true;
  }

  /** What else to ask for once all is read: behind the end that was found may stand what moved there while the list grew. */
  tail(): Range | null {
    const mayHaveGrown = this.isFinished && !this.#isHoled && !this.isTrusted && this.#isNewestFirst;
    if (!mayHaveGrown || this.#isTailRead || this.#overlaps.shift === null || this.#tails === TAILS)
      return null;
    this.#tails += 1;
    const offset = Math.max(0, this.#covered - ASSUMPTIONS.pageOverlap.value);
    return { offset, limit: Math.min(this.#limit, TAIL_PAGE), span: 0, meets: false, isTail: true };
  }

  /** A page could not be had. Without the first one nothing is known about the others. */
  lost(): void {
    this.#lose();
    if (this.#landed === 0) this.stop();
  }

  /** Nothing more is asked for. */
  stop(): void {
    this.#isStopped = true;
  }

  /** The first pages tell how much one holds. One that is short may be the last one or a full one: the next page tells. */
  #felt(range: Range, records: number): void {
    const end = range.offset + records;
    const isFull = records >= range.limit || (this.#landed > 1 && records >= this.#step);
    this.#next = isFull ? end - getOverlap(records) : end;
    this.#nextMeets = !isFull;
    this.#isFeeling = records < range.limit && this.#landed === 1;
  }

  #foundEmpty(range: Range): void {
    // Records were seen beyond: an empty page there is a hole, not the end.
    if (range.offset < this.#covered) this.#isHoled = true;
    else this.#end = Math.min(this.#end, range.offset);
  }

  /** Places of the list that were not reached before, but not one record that was not known. */
  #doubt(isFurther: boolean, fresh: number): void {
    if (fresh > 0) this.#stale = 0;
    else if (isFurther) this.#stale += 1;
    if (this.#stale >= STALE_PAGES) this.#giveUp();
  }

  /** What a page left of its span: after a page as large as asked for with an overlap, after a short one right behind it. */
  #leaveGap(range: Range, records: number): void {
    const isFull = records >= range.limit;
    const shared = isFull ? getOverlap(records) : 0;
    const span = range.span - records + shared;
    const offset = range.offset + records - shared;
    this.#gaps.push({ offset, limit: Math.min(range.limit, span), span, meets: !isFull });
  }

  /** Two pages that meet without a shared record: a small one across the joint makes up for it. */
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
