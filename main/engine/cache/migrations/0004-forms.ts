import type { Migration } from '#main/engine/sqlite/migrate.ts';
import { sql } from '#main/engine/sqlite/sql.ts';

/**
 * Limits the time at which a completion request ended: the syncs before and after, and the requests that
 * disappeared from a form between two of its versions, until the local store has recorded them. An index
 * finds the newest change of a kind without a scan.
 */
export const forms: Migration = {
  version: 4,
  name: 'forms',
  schema: sql`
ALTER TABLE sync_state ADD COLUMN checked_all_at INTEGER;
ALTER TABLE sync_state ADD COLUMN whole_checked_at INTEGER;

CREATE TABLE request_ended (
  form TEXT NOT NULL,
  patient TEXT NOT NULL,
  requested_at INTEGER NOT NULL,
  requested_by TEXT NOT NULL,
  left_after INTEGER NOT NULL,
  left_before INTEGER NOT NULL,
  PRIMARY KEY (form, patient, requested_at)
) STRICT, WITHOUT ROWID;
CREATE INDEX request_ended_after ON request_ended (left_after);

CREATE INDEX change_by_kind ON change (kind, revision);
`,
};
