/** The result of a requisition as it was reviewed. */
export interface ReviewedVersion {
  /** The completed reviews at that time, as one text. */
  readonly reviews: string;
  readonly result: string | null;
  /** When results had been received by then, as one text. */
  readonly received: string;
}

/** A reviewed version, and the id of its requisition. */
export interface NamedReviewedVersion extends ReviewedVersion {
  readonly id: string;
}
