import { sql } from '#main/engine/sqlite/sql.ts';

/**
 * The schema of `local.db`: what exists on this computer only. Records are named by the service's id, or by the local one while
 * there is no other.
 */
export const initialLocalMigration = {
  version: 1,
  name: 'initial',
  schema: sql`
-- Pending changes. 'data' is what will be sent, by the service's field names; 'base' the same fields as the service had them when
-- the edit began. Numbers are never given twice, so that an older copy of the file can be told.
CREATE TABLE operation (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  save_id TEXT UNIQUE,
  operation TEXT NOT NULL,
  kind TEXT NOT NULL,
  target TEXT NOT NULL,
  data TEXT NOT NULL,
  base TEXT NOT NULL,
  label TEXT NOT NULL,
  saved_by TEXT NOT NULL,
  state TEXT NOT NULL,
  question TEXT,
  theirs TEXT,
  candidates TEXT,
  error TEXT,
  evidence TEXT,
  attempts INTEGER NOT NULL,
  saved_at INTEGER NOT NULL,
  tried_at INTEGER
) STRICT;
CREATE INDEX operation_target ON operation (target, number);
CREATE INDEX operation_by_state ON operation (operation, state);

-- Saves that a pending change has taken in, by the id that the editor gave each: a repeated call is the same save.
CREATE TABLE joined_save (
  save_id TEXT PRIMARY KEY,
  number INTEGER NOT NULL,
  target TEXT NOT NULL,
  kind TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX joined_save_number ON joined_save (number);
CREATE INDEX joined_save_target ON joined_save (target);

CREATE TABLE local_id (
  local TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  real TEXT
) STRICT, WITHOUT ROWID;
CREATE INDEX local_id_real ON local_id (real);

CREATE TABLE acknowledged (
  number INTEGER PRIMARY KEY,
  save_id TEXT UNIQUE,
  operation TEXT NOT NULL,
  kind TEXT NOT NULL,
  target TEXT NOT NULL,
  label TEXT NOT NULL,
  how TEXT NOT NULL,
  fields TEXT NOT NULL,
  saved_at INTEGER NOT NULL,
  acknowledged_at INTEGER NOT NULL
) STRICT;

-- How far the file has come, to tell an older copy.
CREATE TABLE local_state (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  generation TEXT NOT NULL,
  moves INTEGER NOT NULL
) STRICT;

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

-- Which PDFs stay on this computer.
CREATE TABLE offline_policy (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  keep TEXT NOT NULL,
  max_megabytes INTEGER NOT NULL
) STRICT;

-- Completion requests and how they ended, of which the service keeps no history. A request without a time has 0 for it, because the
-- time is part of the key.
CREATE TABLE completion_request (
  form TEXT NOT NULL,
  patient TEXT NOT NULL,
  requested_at INTEGER NOT NULL,
  requested_by TEXT NOT NULL,
  seen_at INTEGER NOT NULL,
  state TEXT NOT NULL,
  ended_after INTEGER,
  ended_before INTEGER,
  PRIMARY KEY (form, patient, requested_at)
) STRICT, WITHOUT ROWID;
CREATE INDEX completion_request_patient ON completion_request (patient, requested_at);
CREATE INDEX completion_request_open ON completion_request (form) WHERE state = 'open';

-- Reminders of this computer for completion requests.
CREATE TABLE completion_reminder (
  form TEXT NOT NULL,
  patient TEXT NOT NULL,
  remind_on INTEGER NOT NULL,
  note TEXT NOT NULL,
  PRIMARY KEY (form, patient)
) STRICT, WITHOUT ROWID;

-- Since when a form has changes that patients do not see.
CREATE TABLE unpublished_form (
  form TEXT PRIMARY KEY,
  since INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Notifications that the operating system has shown.
CREATE TABLE announced_notification (
  id TEXT PRIMARY KEY,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Records that the service no longer returns: this is the only copy. 'raw' is null where the service no longer lets the user see the
-- record. One that nobody has confirmed has an open review, a reminder or a pending change.
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
