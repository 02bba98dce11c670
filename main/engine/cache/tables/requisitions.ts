import type { Requisition } from '#contract/requisitions.ts';
import { parseRequisition } from '#main/engine/api/parse/requisition.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { findIdsInRequisition, createIdReferenceUpdater } from './id-references.ts';
import { reusedRowUpdater } from './reused-rows.ts';
import { storeReviewedVersionOfChange } from './reviewed-version.ts';
import { createRecordTable, withDerivedTables, type DerivedTableUpdater } from './table.ts';
import { toSortDate } from './columns.ts';
import { REQUISITION_COLUMNS, toRequisitionColumns, type RequisitionColumns } from './requisition-columns.ts';
import { withRequisitionGroups } from './requisition-groups.ts';
import { searchedTextUpdater } from './search-text.ts';
import { codeUsageUpdater } from './usage.ts';

/** What keeps the tables that are derived from requisitions up to date. */
const REQUISITION_UPDATERS: readonly DerivedTableUpdater<Requisition>[] = [
  searchedTextUpdater,
  createIdReferenceUpdater('requisition', findIdsInRequisition),
  codeUsageUpdater,
  storeReviewedVersionOfChange,
  reusedRowUpdater,
];

const baseTable = createRecordTable<Requisition, RequisitionColumns>({
  kind: 'requisition',
  read: parseRequisition,
  datesOf: ({ createdAt, lastUpdatedAt }) => ({
    createdAt: toSortDate(createdAt),
    updatedAt: toSortDate(lastUpdatedAt),
  }),
  columns: REQUISITION_COLUMNS,
  toColumns: toRequisitionColumns,
  updatedAt: sql`last_updated_at`,
});

/** Reads and writes requisitions (service's document, section 2.3). */
export const requisitionTable = withRequisitionGroups(withDerivedTables(baseTable, REQUISITION_UPDATERS));
