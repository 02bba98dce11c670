import { sql } from '#main/engine/sqlite/sql.ts';

/** What was lost with an earlier file, until a user has said that it was read. An older program opens the file and says it once. */
export const storeLossMigration = {
  version: 13,
  name: 'store-loss',
  opensFrom: 3,
  schema: sql`
CREATE TABLE store_loss (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  health TEXT NOT NULL,
  -- The numbers of the lost changes, so that none is counted twice.
  numbers TEXT NOT NULL
) STRICT;
`,
};
