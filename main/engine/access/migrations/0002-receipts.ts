import { sql } from '#main/engine/sqlite/sql.ts';

/**
 * The receipt of a finished removal, as JSON. The hash of its entry covers it; a former Intray goes on with the file, but
 * takes such an entry for a changed one.
 */
export const receiptsMigration = {
  version: 2,
  name: 'receipts',
  opensFrom: 1,
  schema: sql`ALTER TABLE entry ADD COLUMN receipt TEXT;`,
};
