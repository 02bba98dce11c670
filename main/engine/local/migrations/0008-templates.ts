import { sql } from '#main/engine/sqlite/sql.ts';

/** Templates of requisitions; their fields are JSON. */
export const templatesMigration = {
  version: 8,
  name: 'templates',
  opensFrom: 3,
  schema: sql`
CREATE TABLE template (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  fields TEXT NOT NULL,
  saved_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`,
};
