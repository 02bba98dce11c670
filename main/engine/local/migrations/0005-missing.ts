import type { Migration } from '#main/engine/sqlite/migrate.ts';
import { sql } from '#main/engine/sqlite/sql.ts';

/**
 * Missing records: these rows are the only copy. `raw` is null where the service no longer lets the user see
 * the record. An unconfirmed record has an open review, a reminder or an unsent change.
 */
export const missing: Migration = {
  version: 5,
  name: 'missing',
  schema: sql`
CREATE TABLE missing_record (
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  reason TEXT NOT NULL,
  name TEXT NOT NULL,
  patient TEXT NOT NULL,
  raw TEXT,
  fetched_at INTEGER NOT NULL,
  has_open_review INTEGER NOT NULL,
  moved_at INTEGER NOT NULL,
  confirmed_at INTEGER,
  PRIMARY KEY (kind, id)
) STRICT;
CREATE INDEX missing_record_open ON missing_record (kind, id) WHERE confirmed_at IS NULL;
`,
};
