import { ok } from '#contract/result.ts';
import type { WritableDb } from '#main/engine/sqlite/db.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import type { ChangeOrError } from './protocol.ts';

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

/**
 * Stores which results were reviewed, as the cache holds them now. The service does not keep it. A version is
 * kept for a requisition that the service no longer returns.
 */
export function noteReviewedVersions(
  db: WritableDb,
  { versions }: { readonly versions: readonly NamedReviewedVersion[] },
): ChangeOrError<null> {
  for (const { id, reviews, result, received } of versions) {
    db.run(sql`
      INSERT INTO reviewed_version (id, reviews, result, received)
      VALUES (${id}, ${reviews}, ${result}, ${received})
      ON CONFLICT (id) DO UPDATE
        SET reviews = excluded.reviews, result = excluded.result, received = excluded.received
        WHERE (reviews, result, received) IS NOT (excluded.reviews, excluded.result, excluded.received)`);
  }
  // The versions are not shown themselves: the cache announces the requisitions that they change.
  return ok({ answer: null, ids: [] });
}
