import { sql } from '#main/engine/sqlite/sql.ts';

/**
 * How many bytes the full-text index keeps in memory before it writes them, 1 MB by default. A transaction of a first sync has some
 * 15 MB: fewer parts are written and merged again.
 */
export const searchBufferMigration = {
  version: 11,
  name: 'search-buffer',
  opensFrom: 10,
  schema: sql`
INSERT INTO requisition_search (requisition_search, rank) VALUES ('hashsize', 8000000);
`,
};
