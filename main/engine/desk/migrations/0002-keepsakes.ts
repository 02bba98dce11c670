import type { Migration } from '#main/engine/store/migration.ts';
import { sql } from '#main/engine/store/sql.ts';

/**
 * What exists on this desk alone besides the outbox: names for ids, drafts, follow-up marks, saved views, versions that were
 * looked at, what was put on paper, favourites. Records are named by the service's id, by the local one while there is no other.
 */
export const keepsakes: Migration = {
  version: 2,
  name: 'keepsakes',
  schema: sql`
CREATE TABLE directory (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  name_folded TEXT NOT NULL,
  saved_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX directory_name ON directory (name_folded, id);

CREATE TABLE draft (
  key TEXT PRIMARY KEY,
  operation TEXT NOT NULL,
  target TEXT,
  label TEXT NOT NULL,
  fields TEXT NOT NULL,
  seen TEXT NOT NULL,
  saved_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE follow_up (
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  note TEXT NOT NULL,
  marked_at INTEGER NOT NULL,
  remind_on INTEGER,
  PRIMARY KEY (kind, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE saved_view (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  query TEXT NOT NULL,
  tab TEXT NOT NULL,
  sorted_by TEXT NOT NULL,
  descending INTEGER NOT NULL,
  saved_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE look (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  hash BLOB NOT NULL,
  raw TEXT NOT NULL,
  looked_at INTEGER NOT NULL,
  UNIQUE (kind, id, number)
) STRICT;

CREATE TABLE paper_ledger (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  requisition TEXT NOT NULL,
  action TEXT NOT NULL,
  at INTEGER NOT NULL,
  version INTEGER,
  hash TEXT NOT NULL
) STRICT;
CREATE INDEX paper_ledger_requisition ON paper_ledger (requisition, number);

CREATE TABLE favourite (
  list TEXT NOT NULL,
  code TEXT NOT NULL,
  description TEXT NOT NULL,
  saved_at INTEGER NOT NULL,
  PRIMARY KEY (list, code, description)
) STRICT, WITHOUT ROWID;

CREATE TABLE paper_rule (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  keep TEXT NOT NULL,
  cap_megabytes INTEGER NOT NULL
) STRICT;
`,
};
