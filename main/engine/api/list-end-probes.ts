import type { AppError, ErrorCode } from '#contract/result.ts';
import type { LimitAndOffset } from './http-types.ts';

/** How many pages behind the end of a list are requested, in this order. */
const PROBED_PAGES = [1, 3, 7] as const;
/** Maximum number of gaps of a list that are passed over. */
const MAX_GAPS = 6;
/** Refusals by which a service may say that a list has no such page. */
const REFUSALS_BEHIND_END: ReadonlySet<ErrorCode> = new Set(['rejected', 'not-found']);

/**
 * Returns whether the service refuses a page behind the end of a list, which confirms the end; any other error leaves it open
 * whether records follow (service's document, section 7: errors are not shown).
 */
export function isRefusalBehindEnd({ code }: AppError): boolean {
  return REFUSALS_BEHIND_END.has(code);
}

/**
 * The pages that are requested behind the first empty page of a list: a service that counts records which it does not show may
 * answer with an empty page in the middle (service's document, section 8: paging is not shown).
 */
export class ListEndProbes {
  #done = 0;
  #gaps = 0;

  /**
   * Returns the next page to request; null where the end of the list counts as found.
   * @param end offset of the first empty page
   * @param limit number of records that a page holds
   */
  next(end: number, limit: number): Required<LimitAndOffset> | null {
    const pages = this.#gaps >= MAX_GAPS ? undefined : PROBED_PAGES[this.#done];
    if (pages === undefined) return null;
    this.#done += 1;
    return { offset: end + pages * limit, limit };
  }

  /** A page behind the empty one holds records: the end is looked for behind them. */
  restart(): void {
    this.#done = 0;
    this.#gaps += 1;
  }

  /** Requests no further page: the service does not answer them. */
  stop(): void {
    this.#done = PROBED_PAGES.length;
  }
}
