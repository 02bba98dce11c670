import { sql } from '#main/engine/sqlite/sql.ts';

/** The result that was reviewed, by requisition: the service does not keep it, and the cache may be replaced. */
export const localReviewedVersionMigration = {
  version: 3,
  name: 'reviewed-version',
  schema: sql`
CREATE TABLE reviewed_version (
  id TEXT PRIMARY KEY,
  reviews TEXT NOT NULL,
  result TEXT,
  received TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`,
};
