import { sql } from '#main/engine/sqlite/sql.ts';

/**
 * The schema of `cache.db`. Each kind of record has a narrow table, which lists and filters read, and a `_body` table with the raw
 * resource. A missing date is the smallest number in the columns that lists are sorted by, so that one comparison of two values
 * finds a position. The indexes of the sort orders hold what the tabs filter by, so that a scan reads the rows of hits alone.
 */
export const initialCacheMigration = {
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
  hash BLOB NOT NULL,
  name_key TEXT NOT NULL DEFAULT '',
  ordering_provider TEXT NOT NULL DEFAULT '',
  status_since INTEGER,
  review_state INTEGER NOT NULL DEFAULT 0,
  review_deadline INTEGER,
  reviewer TEXT NOT NULL DEFAULT '',
  codes TEXT NOT NULL DEFAULT '',
  result_changed INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX requisition_scan ON requisition
  (last_updated_at, row, share_with_patient, type, status, needs_review, normalized_name);
CREATE INDEX requisition_created ON requisition (created_at, row, status, needs_review);
CREATE INDEX requisition_name ON requisition (name_key, row, status, needs_review);
CREATE INDEX requisition_by_patient ON requisition (patient, row, status, needs_review);
CREATE INDEX requisition_deadline ON requisition (review_deadline, row, status, needs_review);
CREATE INDEX requisition_patient ON requisition (patient, last_updated_at);
CREATE INDEX requisition_type ON requisition (type, last_updated_at);
CREATE TABLE requisition_body (
  row INTEGER PRIMARY KEY REFERENCES requisition (row) ON DELETE CASCADE,
  raw TEXT NOT NULL,
  fetched_at INTEGER NOT NULL
) STRICT;
CREATE TABLE requisition_text (
  row INTEGER PRIMARY KEY,
  text TEXT NOT NULL
) STRICT;
CREATE VIRTUAL TABLE requisition_search USING fts5 (
  text, content='requisition_text', content_rowid='row', columnsize=0, detail=none, tokenize='trigram case_sensitive 1'
);

-- Rows whose text is not in the search index yet.
CREATE TABLE search_queue (row INTEGER PRIMARY KEY) STRICT;

-- The result that was reviewed, of requisitions whose result has changed since.
CREATE TABLE reviewed_version (
  row INTEGER PRIMARY KEY,
  reviews TEXT NOT NULL,
  result TEXT,
  received TEXT NOT NULL
) STRICT;

-- How often a diagnosis or script is used.
CREATE TABLE code_usage (
  list TEXT NOT NULL,
  code TEXT NOT NULL,
  description TEXT NOT NULL,
  uses INTEGER NOT NULL,
  PRIMARY KEY (list, code, description)
) STRICT, WITHOUT ROWID;

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

-- Completion requests that left a form between two of its versions, until the local store has noted how they ended.
CREATE TABLE ended_request (
  form TEXT NOT NULL,
  patient TEXT NOT NULL,
  requested_at INTEGER NOT NULL,
  requested_by TEXT NOT NULL,
  ended_after INTEGER NOT NULL,
  ended_before INTEGER NOT NULL,
  PRIMARY KEY (form, patient, requested_at)
) STRICT, WITHOUT ROWID;
CREATE INDEX ended_request_after ON ended_request (ended_after);

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
  hash BLOB NOT NULL,
  created_by TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX notification_scan ON notification (created_at, row, read);
CREATE INDEX notification_user ON notification (user, created_at, row, read);
CREATE INDEX notification_unread ON notification (created_at, row) WHERE read = 0;
CREATE TABLE notification_body (
  row INTEGER PRIMARY KEY REFERENCES notification (row) ON DELETE CASCADE,
  raw TEXT NOT NULL,
  fetched_at INTEGER NOT NULL
) STRICT;
CREATE TABLE notification_text (
  row INTEGER PRIMARY KEY,
  text TEXT NOT NULL
) STRICT;

-- Of notifications about appointments: which one, and when it starts.
CREATE TABLE appointment (
  row INTEGER PRIMARY KEY REFERENCES notification (row) ON DELETE CASCADE,
  appointment TEXT NOT NULL,
  start_at INTEGER,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX appointment_start ON appointment (start_at);
CREATE INDEX appointment_notified ON appointment (appointment, created_at);

-- Which records mention an id.
CREATE TABLE id_reference (
  id TEXT NOT NULL,
  kind INTEGER NOT NULL,
  row INTEGER NOT NULL,
  role INTEGER NOT NULL,
  PRIMARY KEY (id, kind, row)
) STRICT, WITHOUT ROWID;

CREATE TABLE change (
  revision INTEGER NOT NULL,
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  PRIMARY KEY (revision, kind, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX change_by_kind ON change (kind, revision);

CREATE TABLE quarantine (
  kind TEXT NOT NULL,
  hash BLOB NOT NULL,
  reason TEXT NOT NULL,
  id TEXT,
  seen_at INTEGER NOT NULL,
  PRIMARY KEY (kind, hash)
) STRICT, WITHOUT ROWID;

-- Records that the service no longer lists. 'sweeps' counts the certain sweeps in a row that lacked the record; 'answer' is what the
-- service says to its id; the next three columns tell when it said so first: by the running time of the program, by the clock of
-- this computer, by the service's clock. Of a held record the user decides.
CREATE TABLE missing_record (
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  sweeps INTEGER NOT NULL,
  answer TEXT,
  answered_running_ms INTEGER,
  answered_at INTEGER,
  answered_service_at INTEGER,
  is_certain INTEGER NOT NULL DEFAULT 0,
  is_held INTEGER NOT NULL DEFAULT 0,
  is_approved INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (kind, id)
) STRICT, WITHOUT ROWID;

-- The monotonic time of all starts of the program, summed.
CREATE TABLE running_time (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  ms INTEGER NOT NULL
) STRICT;
INSERT INTO running_time (id, ms) VALUES (1, 0);

CREATE TABLE sync_state (
  kind TEXT PRIMARY KEY,
  cached INTEGER NOT NULL,
  outcome TEXT NOT NULL,
  last_success_at INTEGER,
  list_order TEXT,
  max_page INTEGER,
  known_until INTEGER,
  last_checked_at INTEGER,
  etag TEXT,
  etag_request TEXT,
  last_sync_started_at INTEGER,
  last_sweep_started_at INTEGER
) STRICT, WITHOUT ROWID;
INSERT INTO sync_state (kind, cached, outcome)
VALUES ('form', 0, 'never'), ('requisition', 0, 'never'), ('notification', 0, 'never');
`,
};
