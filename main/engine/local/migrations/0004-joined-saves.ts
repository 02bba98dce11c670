import type { Migration } from '#main/engine/sqlite/migrate.ts';
import { sql } from '#main/engine/sqlite/sql.ts';

/** Saves that a waiting write has taken in, by the id that the editor gave each: said again, they are the same saves. */
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
