import { sql } from '#main/engine/sqlite/sql.ts';
import type { Migration } from '#main/engine/sqlite/migrate.ts';

/** What was learned about the service's lists, and the records that a whole sweep did not meet. */
export const listFacts: Migration = {
  version: 2,
  name: 'learned',
  schema: sql`
ALTER TABLE sync_state ADD COLUMN list_order TEXT;
ALTER TABLE sync_state ADD COLUMN max_page INTEGER;
ALTER TABLE sync_state ADD COLUMN known_until INTEGER;
ALTER TABLE sync_state ADD COLUMN last_checked_at INTEGER;
ALTER TABLE sync_state ADD COLUMN etag TEXT;
ALTER TABLE sync_state ADD COLUMN etag_of TEXT;

CREATE TABLE suspect (
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  PRIMARY KEY (kind, id)
) STRICT, WITHOUT ROWID;
`,
};
