import type { Kind } from '#contract/records.ts';
import type { MissingRecord } from '#contract/missing-records.ts';
import type { EpochMs } from '#contract/time.ts';

/** What the service said to the id of a record that its list lacks. */
export type MissingAnswer = MissingRecord['reason'];

/** A record that may leave its list: the last copy of it. */
export interface CertainlyMissing {
  readonly id: string;
  readonly reason: MissingAnswer;
  /** As it was received, to the letter. */
  readonly raw: string;
  readonly fetchedAt: EpochMs;
  /** As its list shows it. */
  readonly needsReview: boolean;
}

/** What the local store does with records that the service no longer returns. */
export interface MissingStoreCalls {
  /** Keeps records that are about to leave the cache. Answers the ids of those that may; a write on its way keeps its record where it is. */
  saveMissing: {
    input: { readonly kind: Kind; readonly records: readonly CertainlyMissing[] };
    output: readonly string[];
  };
  /** The user has seen that these are missing. Answers how many of them waited for that. */
  confirmMissing: { input: { readonly kind: Kind; readonly ids: readonly string[] }; output: number };
  /** Forgets records that the service returns again: they are in the cache. */
  forgetMissing: { input: { readonly kind: Kind; readonly ids: readonly string[] }; output: null };
}
