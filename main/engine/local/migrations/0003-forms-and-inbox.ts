import type { Migration } from '#main/engine/sqlite/migrate.ts';
import { sql } from '#main/engine/sqlite/sql.ts';

/**
 * Data of which the service keeps no history: completion requests and how they ended, and since when a draft
 * is ahead of the published version. Also the local reminders for completion requests, and the notifications
 * that were shown as system notifications. An index finds the pending writes of a kind among thousands. A
 * request without a time has 0, because the time is part of the key.
 */
export const formsAndInbox: Migration = {
  version: 3,
  name: 'forms-and-inbox',
  schema: sql`
CREATE INDEX operation_by_state ON operation (operation, state);

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

CREATE TABLE form_unpublished (
  form TEXT PRIMARY KEY,
  since INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE completion_reminder (
  form TEXT NOT NULL,
  patient TEXT NOT NULL,
  remind_on INTEGER NOT NULL,
  note TEXT NOT NULL,
  PRIMARY KEY (form, patient)
) STRICT, WITHOUT ROWID;

CREATE TABLE announced (
  id TEXT PRIMARY KEY,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`,
};
