import { sql } from '#main/engine/sqlite/sql.ts';

/** Changes that were imported, by the id of their save: a second import skips them, however long ago they were sent. */
export const importedSaveMigration = {
  version: 4,
  name: 'imported-save',
  opensFrom: 3,
  schema: sql`
CREATE TABLE imported_save (
  save_id TEXT PRIMARY KEY,
  imported_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
`,
};
