import type { Migration } from '#main/engine/store/migration.ts';
import { sql } from '#main/engine/store/sql.ts';

/** PDFs in pieces of 256 KiB, so that the file grows as they arrive and no other file ever holds them. */
export const initial: Migration = {
  version: 1,
  name: 'initial',
  schema: sql`
CREATE TABLE pdf (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL,
  version INTEGER,
  hash TEXT NOT NULL DEFAULT '',
  size INTEGER NOT NULL DEFAULT 0,
  fetched_at INTEGER NOT NULL,
  used_at INTEGER NOT NULL,
  is_whole INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE UNIQUE INDEX pdf_whole ON pdf (id) WHERE is_whole = 1;

CREATE TABLE piece (
  pdf INTEGER NOT NULL REFERENCES pdf (number) ON DELETE CASCADE,
  place INTEGER NOT NULL,
  bytes BLOB NOT NULL,
  UNIQUE (pdf, place)
) STRICT;
`,
};
