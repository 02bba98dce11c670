import { sql } from '#main/engine/sqlite/sql.ts';

/** The last four characters of patients' ids: a search for an id by its end reads no other requisition. */
export const patientEndsMigration = {
  version: 13,
  name: 'patient-ends',
  opensFrom: 10,
  schema: sql`
CREATE INDEX requisition_patient_end ON requisition (substr(patient, -4));
`,
};
