import { sql } from '#main/engine/sqlite/sql.ts';

/**
 * The patient of the requisition that a change is about, so that a closed change names the patient where no record does.
 * Null for other kinds of records, where it is unknown, and in rows from before.
 */
export const operationPatientsMigration = {
  version: 12,
  name: 'operation-patients',
  opensFrom: 3,
  schema: sql`
ALTER TABLE operation ADD COLUMN patient TEXT;
ALTER TABLE acknowledged ADD COLUMN patient TEXT;
`,
};
