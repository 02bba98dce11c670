import { sql } from '#main/engine/sqlite/sql.ts';

/** The filters, tab and order of each screen as the user left them, as JSON. */
export const screenStatesMigration = {
  version: 7,
  name: 'screen-states',
  opensFrom: 3,
  schema: sql`
CREATE TABLE screen_state (
  screen TEXT PRIMARY KEY,
  state TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`,
};
