import { sql } from '#main/engine/sqlite/sql.ts';

/**
 * Each id to which records refer is stored once, and references hold its number: a text of thirty characters in each of some
 * eight references of a record made a tenth of the file, and an index whose pages each transaction of a first sync wrote again.
 */
export const referencedIdsMigration = {
  version: 14,
  name: 'referenced-ids',
  schema: sql`
CREATE TABLE referenced_id (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE) STRICT;
INSERT INTO referenced_id (id) SELECT DISTINCT id FROM id_reference ORDER BY id;
CREATE TABLE numbered_reference (
  number INTEGER NOT NULL,
  kind INTEGER NOT NULL,
  row INTEGER NOT NULL,
  role INTEGER NOT NULL,
  PRIMARY KEY (number, kind, row)
) STRICT, WITHOUT ROWID;
INSERT INTO numbered_reference (number, kind, row, role)
SELECT number, kind, row, role FROM referenced_id CROSS JOIN id_reference USING (id) ORDER BY number, kind, row;
DROP TABLE id_reference;
CREATE VIEW id_reference (id, kind, row, role) AS
SELECT id, kind, row, role FROM referenced_id CROSS JOIN numbered_reference USING (number);
`,
};
