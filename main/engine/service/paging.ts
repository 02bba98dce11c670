/** Paging of every list (service's document, section 8). */
export interface Paging {
  /** The most records that an answer may hold. */
  readonly limit?: number;
  /** How many records to skip. */
  readonly offset?: number;
}
