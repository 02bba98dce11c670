import type { Requisition } from '#contract/requisition.ts';
import { readRequisition } from '#main/engine/service/wire/requisition.ts';
import { sql } from '#main/engine/store/sql.ts';
import { NO_DATE } from './cursor.ts';
import { namedShelf } from './named-shelf.ts';
import type { StoredRow } from './shelf.ts';
import { bit, sortDate, title, word } from './summary.ts';

/** Reads and writes requisitions (service's document, section 2.3). */
export const requisitionShelf = namedShelf<Requisition>('requisition', readRequisition, {
  find: (id) => sql<StoredRow>`
    SELECT row, hash, coalesce(created_at, ${NO_DATE}) AS createdAt, last_updated_at AS updatedAt,
      name_folded AS folded
    FROM requisition WHERE id = ${id}`,
  putSummary: ({ record, hash }, folded) => sql`
    INSERT INTO requisition (id, type, name, name_folded, patient, service_facility, status, share_with_patient,
      needs_review, flagged, created_at, last_updated_at, hash)
    VALUES (${record.id}, ${word(record.type)}, ${title(record.name)}, ${folded}, ${word(record.patient)},
      ${word(record.serviceFacility)}, ${word(record.status)}, ${bit(record.shareWithPatient)},
      ${bit(record.needsReview)}, ${bit(record.flags.length > 0)}, ${record.createdAt},
      ${sortDate(record.lastUpdatedAt)}, ${hash})
    ON CONFLICT (id) DO UPDATE SET type = excluded.type, name = excluded.name, name_folded = excluded.name_folded,
      patient = excluded.patient, service_facility = excluded.service_facility, status = excluded.status,
      share_with_patient = excluded.share_with_patient, needs_review = excluded.needs_review,
      flagged = excluded.flagged, created_at = excluded.created_at, last_updated_at = excluded.last_updated_at,
      hash = excluded.hash`,
  putBody: (row, { raw, fetchedAt }) => sql`
    INSERT INTO requisition_body (row, raw, fetched_at) VALUES (${row}, ${raw}, ${fetchedAt})
    ON CONFLICT (row) DO UPDATE SET raw = excluded.raw, fetched_at = excluded.fetched_at`,
  remove: (row) => sql`DELETE FROM requisition WHERE row = ${row}`,
  putSearch: (row, folded) =>
    sql`INSERT INTO requisition_search (rowid, name_folded) VALUES (${row}, ${folded})`,
  removeSearch: (row, folded) => sql`
    INSERT INTO requisition_search (requisition_search, rowid, name_folded) VALUES ('delete', ${row}, ${folded})`,
});
