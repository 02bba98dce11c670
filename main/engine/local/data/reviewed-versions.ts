import { ok } from '#contract/result.ts';
import type { WritableDb } from '#main/engine/sqlite/db.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import type { ResultAndChangedIdsOrError, ReviewedVersionWithId } from './protocol.ts';

/**
 * Stores which results were reviewed, as the cache holds them now. The service does not keep it. A version is
 * kept for a requisition that the service no longer returns.
 */
export function storeReviewedResults(
  db: WritableDb,
  { versions }: { readonly versions: readonly ReviewedVersionWithId[] },
): ResultAndChangedIdsOrError<null> {
  for (const { id, reviews, result, received } of versions) {
    db.run(sql`
      INSERT INTO reviewed_version (id, reviews, result, received)
      VALUES (${id}, ${reviews}, ${result}, ${received})
      ON CONFLICT (id) DO UPDATE
        SET reviews = excluded.reviews, result = excluded.result, received = excluded.received
        WHERE (reviews, result, received) IS NOT (excluded.reviews, excluded.result, excluded.received)`);
  }
  // No event is needed: the cache announces the requisitions of these versions itself.
  return ok({ answer: null, ids: [] });
}
