import type { Requisition } from '#contract/requisition.ts';
import { readRequisition } from '#main/engine/service/wire/requisition.ts';
import type { WritableDb } from './db.ts';
import { fold } from './search.ts';
import type { FreshRow, Shelf, StoredRow } from './shelf.ts';
import { sql } from './sql.ts';
import { bit, sortDate, title, word } from './summary.ts';

function putSummary(db: WritableDb, { record, hash }: FreshRow<Requisition>, folded: string): number {
  return db.run(sql`
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
      hash = excluded.hash`).lastRow;
}

function putSearch(db: WritableDb, row: number, before: string | undefined, folded: string): void {
  if (before === folded) return;
  if (before !== undefined) {
    db.run(sql`
      INSERT INTO requisition_search (requisition_search, rowid, name_folded) VALUES ('delete', ${row}, ${before})`);
  }
  db.run(sql`INSERT INTO requisition_search (rowid, name_folded) VALUES (${row}, ${folded})`);
}

function put(db: WritableDb, stored: StoredRow | undefined, fresh: FreshRow<Requisition>): number {
  const folded = fold(fresh.record.name);
  const given = putSummary(db, fresh, folded);
  const row = stored?.row ?? given;
  db.run(sql`
    INSERT INTO requisition_body (row, raw, fetched_at) VALUES (${row}, ${fresh.raw}, ${fresh.fetchedAt})
    ON CONFLICT (row) DO UPDATE SET raw = excluded.raw, fetched_at = excluded.fetched_at`);
  putSearch(db, row, stored?.folded, folded);
  return row;
}

/** Reads and writes requisitions (service's document, section 2.3). */
export const requisitionShelf: Shelf<Requisition> = {
  kind: 'requisition',
  read: readRequisition,
  updatedAt: (record) => sortDate(record.lastUpdatedAt),
  find: (db, id) =>
    db.get(sql<StoredRow>`
      SELECT row, hash, last_updated_at AS updatedAt, name_folded AS folded FROM requisition WHERE id = ${id}`),
  put,
};
