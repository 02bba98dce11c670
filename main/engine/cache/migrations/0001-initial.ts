import { sql } from '#main/engine/sqlite/sql.ts';
import type { Migration } from '#main/engine/sqlite/migrate.ts';

/**
 * Each kind has a narrow summary table, which lists and filters read, and a body table with the raw resource.
 * A missing date is stored as the smallest number in sorted columns, so that comparing one pair of values
 * finds a position (keyset pagination). The `_scan` indexes contain the columns that filters need, so that a
 * scan reads the summaries of matching rows alone.
 */
export const initial: Migration = {
  version: 1,
  name: 'initial',
  schema: sql`
CREATE TABLE requisition (
  row INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  type TEXT NOT NULL,
  name TEXT NOT NULL,
  normalized_name TEXT NOT NULL,
  patient TEXT NOT NULL,
  service_facility TEXT NOT NULL,
  status TEXT NOT NULL,
  share_with_patient INTEGER NOT NULL,
  needs_review INTEGER NOT NULL,
  flagged INTEGER NOT NULL,
  created_at INTEGER,
  last_updated_at INTEGER NOT NULL,
  hash BLOB NOT NULL
) STRICT;
CREATE INDEX requisition_scan ON requisition (last_updated_at, row, share_with_patient, type, normalized_name);
CREATE INDEX requisition_patient ON requisition (patient, last_updated_at);
CREATE INDEX requisition_type ON requisition (type, last_updated_at);
CREATE TABLE requisition_body (
  row INTEGER PRIMARY KEY REFERENCES requisition (row) ON DELETE CASCADE,
  raw TEXT NOT NULL,
  fetched_at INTEGER NOT NULL
) STRICT;
CREATE VIRTUAL TABLE requisition_search USING fts5 (
  normalized_name, content='requisition', content_rowid='row', columnsize=0, tokenize='trigram case_sensitive 1'
);

CREATE TABLE form (
  row INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  name TEXT NOT NULL,
  normalized_name TEXT NOT NULL,
  published INTEGER NOT NULL,
  has_unpublished_changes INTEGER NOT NULL,
  usable_by_all INTEGER NOT NULL,
  open_requests INTEGER NOT NULL,
  flagged INTEGER NOT NULL,
  created_at INTEGER,
  last_updated_at INTEGER NOT NULL,
  hash BLOB NOT NULL
) STRICT;
CREATE INDEX form_scan ON form (last_updated_at, row, normalized_name);
CREATE TABLE form_body (
  row INTEGER PRIMARY KEY REFERENCES form (row) ON DELETE CASCADE,
  raw TEXT NOT NULL,
  fetched_at INTEGER NOT NULL
) STRICT;
CREATE VIRTUAL TABLE form_search USING fts5 (
  normalized_name, content='form', content_rowid='row', columnsize=0, tokenize='trigram case_sensitive 1'
);

CREATE TABLE notification (
  row INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  user TEXT NOT NULL,
  title TEXT NOT NULL,
  text TEXT NOT NULL,
  read INTEGER NOT NULL,
  about_kind TEXT NOT NULL,
  about_id TEXT NOT NULL,
  flagged INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  hash BLOB NOT NULL
) STRICT;
CREATE INDEX notification_scan ON notification (created_at, row, read);
CREATE INDEX notification_user ON notification (user, created_at, row, read);
CREATE INDEX notification_unread ON notification (created_at, row) WHERE read = 0;
CREATE TABLE notification_body (
  row INTEGER PRIMARY KEY REFERENCES notification (row) ON DELETE CASCADE,
  raw TEXT NOT NULL,
  fetched_at INTEGER NOT NULL
) STRICT;

CREATE TABLE change (
  revision INTEGER NOT NULL,
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  PRIMARY KEY (revision, kind, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE quarantine (
  kind TEXT NOT NULL,
  hash BLOB NOT NULL,
  reason TEXT NOT NULL,
  id TEXT,
  seen_at INTEGER NOT NULL,
  PRIMARY KEY (kind, hash)
) STRICT, WITHOUT ROWID;

CREATE TABLE sync_state (
  kind TEXT PRIMARY KEY,
  cached INTEGER NOT NULL,
  outcome TEXT NOT NULL,
  last_success_at INTEGER
) STRICT, WITHOUT ROWID;
INSERT INTO sync_state (kind, cached, outcome)
VALUES ('form', 0, 'never'), ('requisition', 0, 'never'), ('notification', 0, 'never');
`,
};
