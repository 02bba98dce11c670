import { sql } from '#main/engine/sqlite/sql.ts';

/**
 * Counts of requisitions without their facility and provider, so that tabs and most filters are counted from few rows: a group of clinics
 * has nearly as many groups as requisitions. Each group knows its total; those of a provider are found by an index.
 */
export const requisitionTotalsMigration = {
  version: 17,
  name: 'requisition-totals',
  schema: sql`
CREATE TABLE requisition_total (
  number INTEGER PRIMARY KEY,
  type TEXT NOT NULL,
  status TEXT NOT NULL,
  needs_review INTEGER NOT NULL,
  share_with_patient INTEGER NOT NULL,
  review_state INTEGER NOT NULL,
  row_count INTEGER NOT NULL,
  UNIQUE (type, status, needs_review, share_with_patient, review_state)
) STRICT;
INSERT INTO requisition_total (type, status, needs_review, share_with_patient, review_state, row_count)
SELECT type, status, needs_review, share_with_patient, review_state, sum(row_count)
FROM requisition_group GROUP BY 1, 2, 3, 4, 5;
ALTER TABLE requisition_group ADD COLUMN total INTEGER NOT NULL DEFAULT 0;
UPDATE requisition_group SET total = (
  SELECT each.number FROM requisition_total AS each
  WHERE (each.type, each.status, each.needs_review, each.share_with_patient, each.review_state) =
    (requisition_group.type, requisition_group.status, requisition_group.needs_review,
      requisition_group.share_with_patient, requisition_group.review_state));
CREATE INDEX requisition_group_total ON requisition_group (total);
CREATE INDEX requisition_group_provider ON requisition_group (ordering_provider);
`,
};
