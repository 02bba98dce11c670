import type { PageReadCounts } from '#main/engine/cache/ingest/protocol.ts';
import { PageOverlapChecker } from './overlap-check.ts';
import type { PlannedPageRange } from './page-segment.ts';

/**
 * What a pass has read of a list, and whether that shows that nothing was missed: where pages began and ended, what they
 * share, and how many of their records were new.
 */
export class PassCoverage {
  readonly #expected: number;
  readonly #overlaps = new PageOverlapChecker();
  #end = Infinity;
  #covered = 0;
  #largestPage = 0;
  #fresh = 0;
  /** Number of records that were in one page more than once. */
  #repeated = 0;
  #hasHoles = false;
  #isNewestFirst = false;
  #isTailRead = false;
  #isEndChecked = false;
  /** Whether a page was refused and taken as the end. */
  #isEndRefused = false;

  /** Creates the coverage of a pass that has read nothing; `expected` is how many records are known of the list. */
  constructor(expected: number) {
    this.#expected = expected;
  }

  /** Position of the first page that was empty or refused behind all records; infinite before there is one. */
  get end(): number {
    return this.#end;
  }

  /** Position behind the last record of any page. */
  get covered(): number {
    return this.#covered;
  }

  /** Size of the largest page so far. */
  get largestPage(): number {
    return this.#largestPage;
  }

  /** Number of positions in the list, as far as it was read, without those that a page repeats. */
  get length(): number {
    return this.#covered - this.#repeated;
  }

  /** A list of one page ends with an empty page; a refused one leaves it open whether it is of one page. */
  get isOnePage(): boolean {
    return this.#covered <= this.#largestPage && !this.#isEndRefused;
  }

  /** Whether the list goes on behind a page that was refused: the refusal was none of its end. */
  get isRefusedEndPassed(): boolean {
    return this.#isEndRefused && this.#covered > this.#end;
  }

  /**
   * Whether the pages agree about the records that they share, no record came behind the end, and the list has no more positions
   * than different records, as when it moves while it is read.
   */
  get isConsistent(): boolean {
    if (this.#hasHoles || this.#covered > this.#end) return false;
    return this.#fresh >= this.#covered && this.#overlaps.agree;
  }

  /**
   * Whether nothing shows that a record was missed. The end of a list that is shorter than known has to be read twice, and so has
   * one that is a refused page: a single refusal may come from a gateway.
   */
  get isTrusted(): boolean {
    const isEndDoubtful = this.#isEndRefused || this.length < this.#expected;
    return this.isConsistent && (this.#isEndChecked || !isEndDoubtful);
  }

  /**
   * Whether the only change meanwhile was records added at the start of a list that is sorted newest first: all records that were
   * there at the beginning were met, except those that an update moved to the start.
   */
  get hasGrown(): boolean {
    const { shift } = this.#overlaps;
    if (this.#hasHoles || !this.#isNewestFirst || !this.#isTailRead) return false;
    return shift !== null && this.#fresh >= this.#covered - shift;
  }

  /** Whether the list may have grown at its start, so that records moved behind the end that was found. */
  get mayHaveGrown(): boolean {
    if (this.#hasHoles || this.isTrusted || !this.#isNewestFirst) return false;
    return !this.#isTailRead && this.#overlaps.shift !== null;
  }

  /** Adds a page with records. */
  addPage(range: PlannedPageRange, page: PageReadCounts): void {
    const { records, newInPass } = page;
    this.#isEndChecked ||= range.isEndCheck === true;
    if (range.offset >= this.#end) this.#hasHoles = true;
    // All records at the end of the list were known already, so none has moved there unseen.
    if (range.isTail === true && newInPass === 0 && records < range.limit) this.#isTailRead = true;
    this.#overlaps.add(range.offset, page);
    this.#covered = Math.max(this.#covered, range.offset + records);
    this.#largestPage = Math.max(this.#largestPage, records);
    this.#fresh += newInPass;
    this.#repeated += records - page.distinct;
    this.#isNewestFirst = page.isPassNewestFirst;
  }

  /** Adds a page without a record: the end of the list, or a gap where records are known behind it. */
  addEmptyPage({ offset, isEndCheck = false }: PlannedPageRange): void {
    this.#isEndChecked ||= isEndCheck;
    if (offset < this.#covered) this.#hasHoles = true;
    else this.#end = Math.min(this.#end, offset);
  }

  /** Adds a page that the service refused, as an empty one. */
  addRefusedPage(range: PlannedPageRange): void {
    this.#isEndRefused = true;
    this.addEmptyPage(range);
  }

  /** Takes the end that was found as a gap: records came behind it. */
  reopenEnd(): void {
    this.#hasHoles = true;
    this.#end = Infinity;
    this.#isEndRefused = false;
  }

  /** Notes that records may be missing. */
  noteHole(): void {
    this.#hasHoles = true;
  }
}
