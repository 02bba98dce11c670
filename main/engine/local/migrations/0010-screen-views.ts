import { sql } from '#main/engine/sqlite/sql.ts';

/** Saved views of the lists besides the worklist; their queries are JSON. */
export const screenViewsMigration = {
  version: 10,
  name: 'screen-views',
  opensFrom: 3,
  schema: sql`
CREATE TABLE screen_view (
  id TEXT PRIMARY KEY,
  screen TEXT NOT NULL,
  name TEXT NOT NULL,
  query TEXT NOT NULL,
  saved_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`,
};
