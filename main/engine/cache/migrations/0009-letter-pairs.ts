import { sql } from '#main/engine/sqlite/sql.ts';

/**
 * Which pairs of neighbouring letters occur in the searched texts, and texts of one letter: the full-text index has no shorter
 * parts than three letters. The pairs of existing texts are taken from that index.
 */
export const letterPairsMigration = {
  version: 9,
  name: 'letter-pairs',
  schema: sql`
CREATE TABLE letter_pair (pair TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
CREATE VIRTUAL TABLE temp.trigram USING fts5vocab('main', 'requisition_search', 'row');
INSERT OR IGNORE INTO letter_pair SELECT substr(term, 1, 2) FROM trigram;
INSERT OR IGNORE INTO letter_pair SELECT substr(term, 2, 2) FROM trigram;
DROP TABLE temp.trigram;
INSERT OR IGNORE INTO letter_pair SELECT text FROM requisition_text WHERE length(text) BETWEEN 1 AND 2;
`,
};
