import { sql } from '#main/engine/sqlite/sql.ts';

/** The access log: rows are only ever added. Each row's hash covers its own fields and the hash of the row before it. */
export const initialAccessMigration = {
  version: 1,
  name: 'initial',
  schema: sql`
CREATE TABLE entry (
  number INTEGER PRIMARY KEY,
  at INTEGER NOT NULL,
  what TEXT NOT NULL,
  user TEXT,
  account TEXT,
  record TEXT,
  patient TEXT,
  outcome TEXT NOT NULL,
  previous TEXT NOT NULL,
  hash TEXT NOT NULL
) STRICT;
CREATE TRIGGER entry_never_changes BEFORE UPDATE ON entry
BEGIN SELECT RAISE(ABORT, 'entries are only added'); END;
CREATE TRIGGER entry_never_goes BEFORE DELETE ON entry
BEGIN SELECT RAISE(ABORT, 'entries are only added'); END;
`,
};
