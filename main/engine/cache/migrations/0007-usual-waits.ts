import { sql } from '#main/engine/sqlite/sql.ts';

/**
 * How long results usually take for a type and a facility, and the moment at which a sent requisition has waited that long.
 * Nothing is known yet, so that all get the moment of those without a usual wait: the time since they wait, far beyond all
 * dates.
 */
export const usualWaitsMigration = {
  version: 7,
  name: 'usual-waits',
  schema: sql`
CREATE TABLE usual_wait (
  type TEXT NOT NULL,
  service_facility TEXT NOT NULL,
  median INTEGER NOT NULL,
  PRIMARY KEY (type, service_facility)
) STRICT, WITHOUT ROWID;
ALTER TABLE requisition ADD COLUMN usual_wait_over INTEGER;
UPDATE requisition SET usual_wait_over = coalesce(status_since, created_at) + 1000000000000000 WHERE status = 'sent';
CREATE INDEX requisition_usual_wait ON requisition (usual_wait_over, row, status, needs_review);
`,
};
