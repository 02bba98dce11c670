import { sql } from '#main/engine/sqlite/sql.ts';

/**
 * The result that was reviewed, now of every reviewed requisition and by id: the local store has a copy, which
 * fills a new cache before its first record arrives.
 */
export const cacheReviewedVersionMigration = {
  version: 2,
  name: 'reviewed-version',
  schema: sql`
ALTER TABLE reviewed_version RENAME TO changed_since_review;
CREATE TABLE reviewed_version (
  id TEXT PRIMARY KEY,
  reviews TEXT NOT NULL,
  result TEXT,
  received TEXT NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO reviewed_version (id, reviews, result, received)
  SELECT id, reviews, result, received FROM changed_since_review JOIN requisition USING (row);
DROP TABLE changed_since_review;
`,
};
