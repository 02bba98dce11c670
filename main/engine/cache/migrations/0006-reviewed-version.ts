import type { Requisition } from '#contract/requisitions.ts';
import { readRequisition } from '#main/engine/api/parse/requisition.ts';
import type { Migration } from '#main/engine/sqlite/migrate.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { bit } from '../tables/columns.ts';
import type { IndexUpdater } from '../tables/table.ts';
import { fillIndexes } from './fill-indexes.ts';

const columnsUpdater: IndexUpdater<Requisition> = (db, row, { after }) => {
  if (after === null) return;
  db.run(sql`
    UPDATE requisition SET needs_review = ${bit(after.needsReview)}, result_changed = ${bit(after.resultChange !== null)}
    WHERE row = ${row}`);
};

/**
 * The result that was reviewed, for requisitions whose result has changed since, and a column by which lists
 * show it.
 */
export const reviewedVersion: Migration = {
  version: 6,
  name: 'reviewed-version',
  schema: sql`
ALTER TABLE requisition ADD COLUMN result_changed INTEGER NOT NULL DEFAULT 0;
CREATE TABLE reviewed_version (
  row INTEGER PRIMARY KEY,
  reviews TEXT NOT NULL,
  result TEXT,
  received TEXT NOT NULL
) STRICT;
`,
  fill: (db) => fillIndexes(db, 'requisition', readRequisition, [columnsUpdater]),
};
