import { sql } from '#main/engine/sqlite/sql.ts';

/**
 * Names have a second identifier and a source; what documents say about ids is kept beside them. A source counts only
 * where `sourced_at` is `saved_at`: an older program changes a name and its time alone.
 */
export const nameSourcesMigration = {
  version: 5,
  name: 'name-sources',
  opensFrom: 3,
  schema: sql`
ALTER TABLE directory ADD COLUMN identifier TEXT NOT NULL DEFAULT '';
ALTER TABLE directory ADD COLUMN source TEXT NOT NULL DEFAULT 'unknown';
ALTER TABLE directory ADD COLUMN saved_by TEXT NOT NULL DEFAULT '';
ALTER TABLE directory ADD COLUMN reading TEXT;
ALTER TABLE directory ADD COLUMN sourced_at INTEGER NOT NULL DEFAULT 0;
-- Documents that were read until this time contradict the name no longer: the user has seen them.
ALTER TABLE directory ADD COLUMN checked_at INTEGER NOT NULL DEFAULT 0;

-- What documents on this computer say about ids.
CREATE TABLE name_reading (
  id TEXT NOT NULL,
  name_key TEXT NOT NULL,
  document TEXT NOT NULL,
  name TEXT NOT NULL,
  line TEXT NOT NULL,
  read_at INTEGER NOT NULL,
  PRIMARY KEY (id, name_key, document)
) STRICT, WITHOUT ROWID;
CREATE INDEX name_reading_document ON name_reading (document);

-- Which documents were read, and in which version.
CREATE TABLE read_document (
  document TEXT PRIMARY KEY,
  version TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`,
};
