import type { Form } from '#contract/forms.ts';
import { readForm } from '#main/engine/api/parse/form.ts';
import type { WritableDb } from '#main/engine/sqlite/db.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { NO_DATE } from './cursor.ts';
import { findFormReferences, idReferenceUpdater } from './mentions.ts';
import { normalize } from '#main/engine/sqlite/text.ts';
import { notingRequests } from './ended-requests.ts';
import { type FreshRow, type RecordTable, type StoredRow, withIndexes, type IndexUpdater } from './table.ts';
import { bit, sortDate, truncateTitle } from './columns.ts';

function putSummary(db: WritableDb, { record, hash }: FreshRow<Form>): number {
  return db.run(sql`
    INSERT INTO form (id, name, normalized_name, published, has_unpublished_changes, usable_by_all, open_requests,
      flagged, created_at, last_updated_at, hash)
    VALUES (${record.id}, ${truncateTitle(record.name)}, ${normalize(record.name)}, ${bit(record.publishedVersion !== '')},
      ${bit(record.hasUnpublishedChanges)}, ${bit(record.usableBy.usableByAll)},
      ${record.requestCompletionFrom.length}, ${bit(record.flags.length > 0)}, ${record.createdAt},
      ${sortDate(record.lastUpdatedAt)}, ${hash})
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, normalized_name = excluded.normalized_name,
      published = excluded.published, has_unpublished_changes = excluded.has_unpublished_changes,
      usable_by_all = excluded.usable_by_all, open_requests = excluded.open_requests, flagged = excluded.flagged,
      created_at = excluded.created_at, last_updated_at = excluded.last_updated_at, hash = excluded.hash`)
    .lastRow;
}

/** Updates the index of names. */
const nameUpdater: IndexUpdater<Form> = (db, row, { before, after }) => {
  if (before !== null && after !== null && before.name === after.name) return;
  if (before !== null) {
    // The index stores no text of its own, so a deletion has to name the old text.
    db.run(sql`
      INSERT INTO form_search (form_search, rowid, normalized_name) VALUES ('delete', ${row}, ${normalize(before.name)})`);
  }
  if (after !== null) {
    db.run(sql`INSERT INTO form_search (rowid, normalized_name) VALUES (${row}, ${normalize(after.name)})`);
  }
};

const bare: RecordTable<Form> = {
  kind: 'form',
  read: readForm,
  datesOf: ({ createdAt, lastUpdatedAt }) => ({
    createdAt: sortDate(createdAt),
    updatedAt: sortDate(lastUpdatedAt),
  }),
  find: (db, id) =>
    db.get(sql<StoredRow>`
      SELECT row, hash, coalesce(created_at, ${NO_DATE}) AS createdAt, last_updated_at AS updatedAt
      FROM form WHERE id = ${id}`),
  put: (db, stored, fresh) => {
    const given = putSummary(db, fresh);
    const row = stored?.row ?? given;
    db.run(sql`
      INSERT INTO form_body (row, raw, fetched_at) VALUES (${row}, ${fresh.raw}, ${fresh.fetchedAt})
      ON CONFLICT (row) DO UPDATE SET raw = excluded.raw, fetched_at = excluded.fetched_at`);
    return row;
  },
  remove: (db, { row }) => void db.run(sql`DELETE FROM form WHERE row = ${row}`),
};

/** Reads and writes forms (service's document, section 2.2). */
export const formTable = notingRequests(
  withIndexes(bare, [nameUpdater, idReferenceUpdater('form', findFormReferences)]),
);
