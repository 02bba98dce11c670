import type { EpochMs } from '#contract/time.ts';

/** Calls of the local store about what is removed after a time without use. Each looks at a slice. */
export interface RetentionCalls {
  /**
   * Returns whether there is a pending change or a draft, and the requisitions whose PDFs stay: those to which they refer,
   * and last copies with a follow-up mark.
   */
  findUnsentWork: {
    input: null;
    output: { readonly isThere: boolean; readonly protectedRequisitions: readonly string[] };
  };
  /**
   * Removes versions that were last viewed before a time, except the newest of each record.
   * @param after the number after which the slice begins, 0 for the first
   */
  expireViewedVersions: {
    input: { readonly before: EpochMs; readonly after: number };
    /** `next`: after which number the next slice begins; null at the end. */
    output: { readonly removed: number; readonly next: number | null };
  };
  /** Removes copies of records that the service no longer returns, confirmed before a time. */
  expireMissingRecords: {
    input: { readonly before: EpochMs };
    output: { readonly removed: number; readonly isComplete: boolean };
  };
}
