import { sql } from '#main/engine/sqlite/sql.ts';

/** From which row on SQLite gives rows to other requisitions again, noted each time when the newest ones were removed. */
export const reusedRowsMigration = {
  version: 16,
  name: 'reused-rows',
  schema: sql`
CREATE TABLE reused_row (number INTEGER PRIMARY KEY, row INTEGER NOT NULL) STRICT;
`,
};
