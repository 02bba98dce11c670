/** What a requisition held when its result was reviewed: the result, and its completed reviews. */
export interface ReviewedVersion {
  /** The completed reviews at that time, as one text. */
  readonly reviews: string;
  readonly result: string | null;
  /** The times at which results had been received when the review was made, joined into one text. */
  readonly received: string;
}

/** A reviewed version, and the id of its requisition. */
export interface ReviewedVersionWithId extends ReviewedVersion {
  readonly id: string;
}
