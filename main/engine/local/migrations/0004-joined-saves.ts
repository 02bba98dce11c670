import type { Migration } from '#main/engine/sqlite/migrate.ts';
import { sql } from '#main/engine/sqlite/sql.ts';

/**
 * Saves that were merged into a pending write, by the save id from the editor: a repeated save is recognised
 * by it.
 */
export const joinedSaves: Migration = {
  version: 4,
  name: 'joined-saves',
  schema: sql`
CREATE TABLE joined_save (
  save_id TEXT PRIMARY KEY,
  number INTEGER NOT NULL,
  target TEXT NOT NULL,
  kind TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX joined_save_number ON joined_save (number);
CREATE INDEX joined_save_target ON joined_save (target);
`,
};
