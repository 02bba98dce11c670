import type { Migration } from '#main/engine/sqlite/migrate.ts';
import { sql } from '#main/engine/sqlite/sql.ts';

/**
 * The outbox, which exists on this computer only. `data` holds the fields to send, by the service's names;
 * `base` their values at the service when the edit began. Numbers are never reused, so that a restored backup
 * can be detected.
 */
export const outbox: Migration = {
  version: 1,
  name: 'outbox',
  schema: sql`
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

CREATE TABLE local_state (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  generation TEXT NOT NULL,
  moves INTEGER NOT NULL
) STRICT;
`,
};
