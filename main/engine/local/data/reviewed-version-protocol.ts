/** The result of a requisition as it was reviewed. */
export interface ReviewedVersion {
  /** The completed reviews at that time, as one text. */
  readonly reviews: string;
  readonly result: string | null;
  /** The times at which results had been received when the review was made, joined into one text. */
  readonly received: string;
}

/** A reviewed version, and the id of its requisition. */
export interface NamedReviewedVersion extends ReviewedVersion {
  readonly id: string;
}
