import type { Requisition } from '#contract/requisitions.ts';
import { readRequisition } from '#main/engine/api/parse/requisition.ts';
import type { WritableDb } from '#main/engine/sqlite/db.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { NO_DATE } from './cursor.ts';
import { findRequisitionReferences, idReferenceUpdater } from './mentions.ts';
import { reviewedVersionUpdater } from './reviewed-version.ts';
import { type FreshRow, type RecordTable, type StoredRow, withIndexes, type IndexUpdater } from './table.ts';
import { sortDate } from './columns.ts';
import { toColumns } from './requisition-columns.ts';
import { searchedTextUpdater } from './search-text.ts';
import { codeUsageUpdater } from './usage.ts';

function putSummary(db: WritableDb, { record, hash }: FreshRow<Requisition>): number {
  const of = toColumns(record);
  return db.run(sql`
    INSERT INTO requisition (id, type, name, normalized_name, name_key, patient, service_facility, ordering_provider,
      status, status_since, share_with_patient, needs_review, result_changed, review_state, review_deadline, reviewer,
      codes, flagged, created_at, last_updated_at, hash)
    VALUES (${record.id}, ${of.type}, ${of.name}, ${of.normalizedName}, ${of.nameKey}, ${of.patient},
      ${of.serviceFacility}, ${of.orderingProvider}, ${of.status}, ${of.statusSince}, ${of.share},
      ${of.needsReview}, ${of.resultChanged}, ${of.reviewState}, ${of.reviewDeadline}, ${of.reviewer}, ${of.codes}, ${of.flagged},
      ${of.createdAt}, ${of.lastUpdatedAt}, ${hash})
    ON CONFLICT (id) DO UPDATE SET type = excluded.type, name = excluded.name, normalized_name = excluded.normalized_name,
      name_key = excluded.name_key, patient = excluded.patient, service_facility = excluded.service_facility,
      ordering_provider = excluded.ordering_provider, status = excluded.status,
      status_since = excluded.status_since, share_with_patient = excluded.share_with_patient,
      needs_review = excluded.needs_review, result_changed = excluded.result_changed, review_state = excluded.review_state,
      review_deadline = excluded.review_deadline, reviewer = excluded.reviewer, codes = excluded.codes,
      flagged = excluded.flagged, created_at = excluded.created_at, last_updated_at = excluded.last_updated_at,
      hash = excluded.hash`).lastRow;
}

/** Everything besides the tables of its own that follows a requisition. */
const REQUISITION_UPDATERS: readonly IndexUpdater<Requisition>[] = [
  searchedTextUpdater,
  idReferenceUpdater('requisition', findRequisitionReferences),
  codeUsageUpdater,
  reviewedVersionUpdater,
];

const bare: RecordTable<Requisition> = {
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
    const given = putSummary(db, fresh);
    const row = stored?.row ?? given;
    db.run(sql`
      INSERT INTO requisition_body (row, raw, fetched_at) VALUES (${row}, ${fresh.raw}, ${fresh.fetchedAt})
      ON CONFLICT (row) DO UPDATE SET raw = excluded.raw, fetched_at = excluded.fetched_at`);
    return row;
  },
  remove: (db, { row }) => void db.run(sql`DELETE FROM requisition WHERE row = ${row}`),
};

/** Reads and writes requisitions (service's document, section 2.3). */
export const requisitionTable = withIndexes(bare, REQUISITION_UPDATERS);
