import { sql } from '#main/engine/sqlite/sql.ts';

/**
 * The open reviews of each requisition as a JSON text: pairs of reviewer and deadline, the one that is due first
 * in front. They are read from the stored resources. An element of an unexpected shape is ignored.
 */
export const openReviewsMigration = {
  version: 3,
  name: 'open-reviews',
  schema: sql`
ALTER TABLE requisition ADD COLUMN open_reviews TEXT NOT NULL DEFAULT '[]';
UPDATE requisition SET open_reviews = (
  SELECT json_group_array(json_array(reviewer, deadline)) FROM (
    SELECT
      CASE WHEN json_type(review, '$.reviewer') = 'text' THEN substr(review ->> 'reviewer', 1, 259) ELSE '' END AS reviewer,
      CAST(round((julianday(review ->> 'review_deadline') - 2440587.5) * 86400000) AS INTEGER) AS deadline
    FROM (
      SELECT CASE WHEN type = 'object' THEN value ELSE '{"status":"reviewed"}' END AS review
      FROM requisition_body AS body,
        json_each(CASE WHEN json_valid(body.raw) THEN body.raw ELSE '{}' END, '$.reviews')
      WHERE body.row = requisition.row
    )
    WHERE coalesce(review ->> 'status', '') <> 'reviewed' AND julianday(review ->> 'reviewed_at') IS NULL
    ORDER BY deadline IS NULL, deadline LIMIT 20
  )
) WHERE review_state = 2;
`,
};
