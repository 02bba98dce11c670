import type { Migration } from '#main/engine/sqlite/migrate.ts';
import { sql } from '#main/engine/sqlite/sql.ts';

/**
 * Local data outside the outbox: local names, drafts, follow-up marks, saved views, viewed versions, print
 * log, favourites. Records are referenced by the service's id, or by the local id while there is no other.
 */
export const localData: Migration = {
  version: 2,
  name: 'keepsakes',
  schema: sql`
CREATE TABLE directory (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  normalized_name TEXT NOT NULL,
  saved_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX directory_name ON directory (normalized_name, id);

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

CREATE TABLE viewed_version (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  hash BLOB NOT NULL,
  raw TEXT NOT NULL,
  viewed_at INTEGER NOT NULL,
  UNIQUE (kind, id, number)
) STRICT;

CREATE TABLE print_log (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  requisition TEXT NOT NULL,
  action TEXT NOT NULL,
  at INTEGER NOT NULL,
  version INTEGER,
  hash TEXT NOT NULL
) STRICT;
CREATE INDEX print_log_requisition ON print_log (requisition, number);

CREATE TABLE favourite (
  list TEXT NOT NULL,
  code TEXT NOT NULL,
  description TEXT NOT NULL,
  saved_at INTEGER NOT NULL,
  PRIMARY KEY (list, code, description)
) STRICT, WITHOUT ROWID;

CREATE TABLE offline_policy (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  keep TEXT NOT NULL,
  max_megabytes INTEGER NOT NULL
) STRICT;
`,
};
