import { sql } from '#main/engine/sqlite/sql.ts';

/**
 * How often a test is ordered, by its name and type, among the diagnoses and scripts. A program before it does not count
 * them further, so that the numbers may be late: they only sort suggestions.
 */
export const testUsageMigration = {
  version: 5,
  name: 'test-usage',
  opensFrom: 4,
  schema: sql`
INSERT INTO code_usage (list, code, description, uses)
SELECT 'tests', name, type, count(*) FROM requisition WHERE name <> '' AND length(name) <= 200 GROUP BY name, type;
`,
};
