import type { Requisition } from '#contract/requisitions.ts';
import { readRequisition } from '#main/engine/api/parse/requisition.ts';
import { createInsert, buildReplaceClause } from '#main/engine/sqlite/columns.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { NO_DATE } from './cursor.ts';
import { findRequisitionReferences, idReferenceUpdater } from './mentions.ts';
import { reviewedVersionUpdater } from './reviewed-version.ts';
import { type RecordTable, type StoredRow, withIndexes, type IndexUpdater } from './table.ts';
import { sortDate } from './columns.ts';
import { REQUISITION_COLUMNS, toRequisitionColumns } from './requisition-columns.ts';
import { searchedTextUpdater } from './search-text.ts';
import { codeUsageUpdater } from './usage.ts';

const WRITTEN = { ...REQUISITION_COLUMNS, hash: sql`hash` };
const putSummary = createInsert(sql`requisition`, { id: sql`id`, ...WRITTEN }, buildReplaceClause(WRITTEN));

/** Everything besides the tables of its own that follows a requisition. */
const REQUISITION_UPDATERS: readonly IndexUpdater<Requisition>[] = [
  searchedTextUpdater,
  idReferenceUpdater('requisition', findRequisitionReferences),
  codeUsageUpdater,
  reviewedVersionUpdater,
];

const baseTable: RecordTable<Requisition> = {
  kind: 'requisition',
  read: readRequisition,
  datesOf: ({ createdAt, lastUpdatedAt }) => ({
    createdAt: sortDate(createdAt),
    updatedAt: sortDate(lastUpdatedAt),
  }),
  find: (db, id) =>
    db.get(sql<StoredRow>`
      SELECT row, hash, coalesce(created_at, ${NO_DATE}) AS createdAt, last_updated_at AS updatedAt
      FROM requisition WHERE id = ${id}`),
  put: (db, stored, fresh) => {
    const { record, hash } = fresh;
    const given = db.run(putSummary({ id: record.id, ...toRequisitionColumns(record), hash })).lastRow;
    const row = stored?.row ?? given;
    db.run(sql`
      INSERT INTO requisition_body (row, raw, fetched_at) VALUES (${row}, ${fresh.raw}, ${fresh.fetchedAt})
      ON CONFLICT (row) DO UPDATE SET raw = excluded.raw, fetched_at = excluded.fetched_at`);
    return row;
  },
  remove: (db, { row }) => void db.run(sql`DELETE FROM requisition WHERE row = ${row}`),
};

/** Reads and writes requisitions (service's document, section 2.3). */
export const requisitionTable = withIndexes(baseTable, REQUISITION_UPDATERS);
