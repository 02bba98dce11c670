import { sql } from '#main/engine/sqlite/sql.ts';

/**
 * The open completion requests of all forms, so that a count reads no form. Those of existing forms are added when the cache is
 * opened, by the code that reads forms. The index of unread notifications also gets the kind of what each is about.
 */
export const openRequestsMigration = {
  version: 15,
  name: 'open-requests',
  schema: sql`
CREATE TABLE open_request (
  form INTEGER NOT NULL REFERENCES form (row) ON DELETE CASCADE,
  patient TEXT NOT NULL,
  -- Epoch milliseconds; 0 where the service names no time.
  requested_at INTEGER NOT NULL,
  PRIMARY KEY (form, patient, requested_at)
) STRICT, WITHOUT ROWID;
CREATE INDEX open_request_time ON open_request (requested_at);
CREATE TABLE form_without_requests (row INTEGER PRIMARY KEY) STRICT;
INSERT INTO form_without_requests SELECT row FROM form;
DROP INDEX notification_unread;
CREATE INDEX notification_unread ON notification (created_at, row, about_kind) WHERE read = 0;
`,
};
