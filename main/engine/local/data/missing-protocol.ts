import type { Kind } from '#contract/records.ts';
import type { MissingRecord } from '#contract/missing-records.ts';
import type { EpochMs } from '#contract/time.ts';

/** What the service answered when a record that its list no longer contains was requested by its id. */
export type MissingReason = MissingRecord['reason'];

/** The last copy of a record that is about to leave its list. */
export interface MissingRecordCopy {
  readonly id: string;
  readonly reason: MissingReason;
  /** The record as received from the service, unchanged. */
  readonly raw: string;
  readonly fetchedAt: EpochMs;
  /** Whether the record needs a review, from its column in the cache. */
  readonly needsReview: boolean;
}

/** Calls of the local store about missing records. */
export interface MissingRecordStoreCalls {
  /**
   * Saves records that are about to leave the cache. Returns the ids of those that may leave; a change in
   * flight keeps its record in the cache.
   */
  saveMissing: {
    input: { readonly kind: Kind; readonly records: readonly MissingRecordCopy[] };
    output: readonly string[];
  };
  /** Confirms missing records for the user. Returns how many of them waited for that. */
  confirmMissing: { input: { readonly kind: Kind; readonly ids: readonly string[] }; output: number };
  /** Removes the copies of records that the service returns again: they are in the cache. */
  forgetMissing: { input: { readonly kind: Kind; readonly ids: readonly string[] }; output: null };
}
