import type { StoredPage } from '#main/engine/cache/protocol.ts';

/** A stretch of a list to ask for. */
export interface Range {
  readonly offset: number;
  readonly limit: number;
  /** Records until the place where another range takes over. */
  readonly span: number;
}

/** Pages that reach further without a single new record, one after another, until a sweep believes in no end. */
const STALE_PAGES = 3;
/** Pages that a sweep gives up on before it gives up itself. */
const LOST_PAGES = 3;
/** No sweep asks for more pages than this. */
const MOST_PAGES = 200_000;

/**
 * Which pages of a list are still to be asked for (service's document, section 8: limits are not shown). It believes
 * neither the limit that it asked for nor a short page: the next record after a short page is asked for, until an empty page
 * comes. Until it has felt how much one page holds, it asks for one page at a time.
 */
export class Frontier {
  #limit: number;
  #step = 0;
  #next = 0;
  #end = Infinity;
  /** Behind the last record that any page brought. */
  #covered = 0;
  #fresh = 0;
  #asked = 0;
  #landed = 0;
  #stale = 0;
  #lost = 0;
  #isFeeling = true;
  #isTrusted = true;
  #isStopped = false;
  readonly #gaps: Range[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** True until it knows how much a page holds; till then no second page may be asked for beside one. */
  get isFeeling(): boolean {
    return this.#isFeeling && !this.#isStopped && this.#end === Infinity;
  }

  /**
   * False where something showed that records may have been missed: a page that could not be had, a contradiction, or
   * more places in the list than different records, because it moved while it was read.
   */
  get isTrusted(): boolean {
    return this.#isTrusted && this.#fresh >= this.#covered;
  }

  /** The next stretch to ask for, or null where there is none at the moment. */
  next(): Range | null {
    if (this.#isStopped) return null;
    if (++this.#asked > MOST_PAGES) return this.#distrust();
    const gap = this.#gaps.shift();
    if (gap !== undefined && gap.offset < this.#end) return gap;
    if (this.#next >= this.#end) return null;
    const span = this.#isFeeling ? this.#limit : this.#step;
    const range = { offset: this.#next, limit: this.#limit, span };
    this.#next += span;
    return range;
  }

  /** A page arrived and is stored. */
  landed(range: Range, { records, fresh }: StoredPage): void {
    if (records === 0) return this.#foundEmpty(range);
    const end = range.offset + records;
    if (range.offset >= this.#end) this.#isTrusted = false;
    this.#doubt(end > this.#covered, fresh);
    this.#covered = Math.max(this.#covered, end);
    this.#next = this.#isFeeling ? end : Math.max(this.#next, end);
    this.#step = Math.max(this.#step, records);
    this.#fresh += fresh;
    this.#landed += 1;
    if (this.#isFeeling) this.#isFeeling = records < range.limit && this.#landed === 1;
    else if (records < range.span) this.#leaveGap(range, records);
  }

  /** A page was larger than the client accepts: smaller ones from now on. A single record that is too large is left out. */
  tooLarge(range: Range): void {
    if (range.limit === 1) return this.#skipOne(range);
    this.#limit = Math.min(this.#limit, Math.floor(range.limit / 2));
    this.#step = Math.min(this.#step, this.#limit);
    this.#gaps.push({ ...range, limit: this.#limit });
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

  #foundEmpty(range: Range): void {
    // Records were seen beyond: an empty page there is a hole, not the end.
    if (range.offset < this.#covered) this.#isTrusted = false;
    else this.#end = Math.min(this.#end, range.offset);
  }

  /** Places of the list that were not reached before, but not one record that was not known. */
  #doubt(isFurther: boolean, fresh: number): void {
    if (fresh > 0) this.#stale = 0;
    else if (isFurther) this.#stale += 1;
    if (this.#stale >= STALE_PAGES) this.#distrust();
  }

  #leaveGap(range: Range, records: number): void {
    const span = range.span - records;
    this.#gaps.push({ offset: range.offset + records, limit: Math.min(range.limit, span), span });
  }

  #lose(): void {
    this.#isTrusted = false;
    this.#lost += 1;
    if (this.#lost >= LOST_PAGES) this.stop();
  }

  #skipOne(range: Range): void {
    this.#lose();
    if (this.#isFeeling) this.#next = range.offset + 1;
    else if (range.span > 1) this.#leaveGap(range, 1);
  }

  #distrust(): null {
    this.#isTrusted = false;
    this.stop();
    return null;
  }
}
