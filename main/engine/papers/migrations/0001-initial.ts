import type { Migration } from '#main/engine/store/migration.ts';
import { sql } from '#main/engine/store/sql.ts';

/** PDFs in pieces of 256 KiB, so that the file grows as they arrive and no other file ever holds them. */
export const initial: Migration = {
  version: 1,
  name: 'initial',
  schema: sql`
CREATE TABLE paper (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL,
  version INTEGER,
  hash TEXT NOT NULL DEFAULT '',
  size INTEGER NOT NULL DEFAULT 0,
  fetched_at INTEGER NOT NULL,
  used_at INTEGER NOT NULL,
  is_whole INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE UNIQUE INDEX paper_whole ON paper (id) WHERE is_whole = 1;

CREATE TABLE piece (
  paper INTEGER NOT NULL REFERENCES paper (number) ON DELETE CASCADE,
  place INTEGER NOT NULL,
  bytes BLOB NOT NULL,
  UNIQUE (paper, place)
) STRICT;
`,
};
