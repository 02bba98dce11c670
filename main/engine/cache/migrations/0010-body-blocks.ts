import { sql } from '#main/engine/sqlite/sql.ts';

/**
 * The bodies of requisitions, compressed in blocks of neighbouring rows. `requisition_body` keeps those that are too large for a
 * block, and those of an older version of the program until they change.
 */
export const bodyBlocksMigration = {
  version: 10,
  name: 'body-blocks',
  schema: sql`
CREATE TABLE requisition_body_block (
  number INTEGER PRIMARY KEY,
  content BLOB NOT NULL
) STRICT;
`,
};
