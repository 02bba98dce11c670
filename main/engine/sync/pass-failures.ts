/** Pages in a row without a new record, after which a pass assumes that the list has no end. */
const MAX_STALE_PAGES = 3;
/** Maximum number of lost pages before a pass gives up. */
const MAX_LOST_PAGES = 3;
/** Maximum number of smaller pages tried in a row while the service does not respond. */
const MAX_TIMED_OUT_PAGES = 6;

/** Counts the pages of a pass that brought nothing, did not come or came too late. */
export class PassFailures {
  #stalePages = 0;
  #lostPages = 0;
  #timedOutPages = 0;

  /** Whether a page of the list is missing. */
  get hasLostPages(): boolean {
    return this.#lostPages > 0;
  }

  /** Counts a page that is missing. Returns whether the pass has to give up. */
  countLost(): boolean {
    this.#lostPages += 1;
    return this.#lostPages >= MAX_LOST_PAGES;
  }

  /** Counts a timeout. Returns whether a smaller page may be tried. */
  countTimeout(): boolean {
    this.#timedOutPages += 1;
    return this.#timedOutPages <= MAX_TIMED_OUT_PAGES;
  }

  /** The service responded in time. */
  endTimeouts(): void {
    this.#timedOutPages = 0;
  }

  /**
   * Counts the pages that reach further into the list and yet bring no new record. Returns whether the pass has to give up.
   */
  countStale(isFurther: boolean, newInPass: number): boolean {
    if (newInPass > 0) this.#stalePages = 0;
    else if (isFurther) this.#stalePages += 1;
    return this.#stalePages >= MAX_STALE_PAGES;
  }
}
