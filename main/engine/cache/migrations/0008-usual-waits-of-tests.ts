import { sql } from '#main/engine/sqlite/sql.ts';

/**
 * How long results usually take for one test too, by the key of its name; with an empty key, for all tests of a type at a
 * facility. The next sync adds those of tests.
 */
export const usualWaitsOfTestsMigration = {
  version: 8,
  name: 'usual-waits-of-tests',
  schema: sql`
ALTER TABLE usual_wait RENAME TO former_usual_wait;
CREATE TABLE usual_wait (
  type TEXT NOT NULL,
  service_facility TEXT NOT NULL,
  name_key TEXT NOT NULL,
  median INTEGER NOT NULL,
  PRIMARY KEY (type, service_facility, name_key)
) STRICT, WITHOUT ROWID;
INSERT INTO usual_wait (type, service_facility, name_key, median)
SELECT type, service_facility, '', median FROM former_usual_wait;
DROP TABLE former_usual_wait;
`,
};
