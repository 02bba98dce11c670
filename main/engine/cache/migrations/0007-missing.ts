import { sql } from '#main/engine/sqlite/sql.ts';
import type { Migration } from '#main/engine/sqlite/migrate.ts';

/**
 * Records that the service no longer lists. `sweeps` counts the certain sweeps in a row without the record,
 * `answer` is what the service returns for its id, and the next three columns are when it first did so: by
 * the running time of the program, by this computer's clock and by the service's clock. The user decides
 * about held records. `running_time` sums the monotonic time of all runs of the program.
 */
export const missing: Migration = {
  version: 7,
  name: 'missing',
  schema: sql`
DROP TABLE suspect;
CREATE TABLE missing_record (
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  sweeps INTEGER NOT NULL,
  answer TEXT,
  answered_ran INTEGER,
  answered_wall INTEGER,
  answered_service INTEGER,
  is_certain INTEGER NOT NULL DEFAULT 0,
  is_held INTEGER NOT NULL DEFAULT 0,
  is_approved INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (kind, id)
) STRICT, WITHOUT ROWID;

CREATE TABLE running_time (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  ms INTEGER NOT NULL
) STRICT;
INSERT INTO running_time (one, ms) VALUES (1, 0);
`,
};
