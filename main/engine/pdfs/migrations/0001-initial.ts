import { sql } from '#main/engine/sqlite/sql.ts';

/** The schema of `pdfs.db`: PDFs in chunks of 256 KiB, so that the file grows as they arrive and no other file ever holds them. */
export const initialPdfMigration = {
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
  is_complete INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE UNIQUE INDEX pdf_complete ON pdf (id) WHERE is_complete = 1;

CREATE TABLE chunk (
  pdf INTEGER NOT NULL REFERENCES pdf (number) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  bytes BLOB NOT NULL,
  UNIQUE (pdf, position)
) STRICT;
`,
};
