import { sql } from '#main/engine/sqlite/sql.ts';

/**
 * Requisitions counted by the columns that tabs and most filters test, which rows are in each such group, the open
 * reviews by reviewer, and an index on the date of the status. A review without a deadline has one beyond all dates.
 */
export const requisitionGroupsMigration = {
  version: 4,
  name: 'requisition-groups',
  schema: sql`
CREATE TABLE requisition_group (
  number INTEGER PRIMARY KEY,
  service_facility TEXT NOT NULL,
  ordering_provider TEXT NOT NULL,
  type TEXT NOT NULL,
  status TEXT NOT NULL,
  needs_review INTEGER NOT NULL,
  share_with_patient INTEGER NOT NULL,
  review_state INTEGER NOT NULL,
  row_count INTEGER NOT NULL,
  UNIQUE (service_facility, ordering_provider, type, status, needs_review, share_with_patient, review_state)
) STRICT;
CREATE TABLE requisition_group_row (
  number INTEGER NOT NULL,
  row INTEGER NOT NULL,
  PRIMARY KEY (number, row)
) STRICT, WITHOUT ROWID;
CREATE TABLE open_review (
  reviewer TEXT NOT NULL,
  deadline INTEGER NOT NULL,
  row INTEGER NOT NULL,
  PRIMARY KEY (reviewer, deadline, row)
) STRICT, WITHOUT ROWID;

INSERT INTO requisition_group (service_facility, ordering_provider, type, status, needs_review, share_with_patient,
  review_state, row_count)
SELECT service_facility, ordering_provider, type, status, needs_review, share_with_patient, review_state, count(*)
FROM requisition GROUP BY 1, 2, 3, 4, 5, 6, 7;
INSERT INTO requisition_group_row (number, row)
SELECT number, row FROM requisition JOIN requisition_group USING
  (service_facility, ordering_provider, type, status, needs_review, share_with_patient, review_state)
ORDER BY 1, 2;
INSERT INTO open_review (reviewer, deadline, row)
SELECT review.value ->> 0, min(coalesce(review.value ->> 1, 9000000000000000)), requisition.row
FROM requisition, json_each(open_reviews) AS review WHERE open_reviews <> '[]' GROUP BY 3, 1;

CREATE INDEX requisition_status_since ON requisition (status_since, row, status, needs_review);
`,
};
