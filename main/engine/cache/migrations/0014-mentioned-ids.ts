import { sql } from '#main/engine/sqlite/sql.ts';

/**
 * Each id that records mention is stored once, and mentions refer to it by a number: a text of thirty characters in each of some
 * eight mentions of a record made a tenth of the file, and an index whose pages each transaction of a first sync wrote again.
 */
export const mentionedIdsMigration = {
  version: 14,
  name: 'mentioned-ids',
  schema: sql`
CREATE TABLE mentioned_id (number INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE) STRICT;
INSERT INTO mentioned_id (id) SELECT DISTINCT id FROM id_reference ORDER BY id;
CREATE TABLE id_mention (
  number INTEGER NOT NULL,
  kind INTEGER NOT NULL,
  row INTEGER NOT NULL,
  role INTEGER NOT NULL,
  PRIMARY KEY (number, kind, row)
) STRICT, WITHOUT ROWID;
INSERT INTO id_mention (number, kind, row, role)
SELECT number, kind, row, role FROM mentioned_id CROSS JOIN id_reference USING (id) ORDER BY number, kind, row;
DROP TABLE id_reference;
CREATE VIEW id_reference (id, kind, row, role) AS
SELECT id, kind, row, role FROM mentioned_id CROSS JOIN id_mention USING (number);
`,
};
