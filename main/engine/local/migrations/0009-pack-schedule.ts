import { sql } from '#main/engine/sqlite/sql.ts';

/** When downtime packs are made by themselves, and what came of the last one: one row, whose schedule is JSON. */
export const packScheduleMigration = {
  version: 9,
  name: 'pack-schedule',
  opensFrom: 3,
  schema: sql`
CREATE TABLE pack_schedule (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  schedule TEXT NOT NULL
) STRICT;
`,
};
