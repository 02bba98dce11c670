import type { Form } from '#contract/form.ts';
import { readForm } from '#main/engine/service/wire/form.ts';
import type { WritableDb } from './db.ts';
import { fold } from './search.ts';
import type { FreshRow, Shelf, StoredRow } from './shelf.ts';
import { sql } from './sql.ts';
import { bit, sortDate, title } from './summary.ts';

function putSummary(db: WritableDb, { record, hash }: FreshRow<Form>, folded: string): number {
  return db.run(sql`
    INSERT INTO form (id, name, name_folded, published, has_unpublished_changes, usable_by_all, open_requests,
      flagged, created_at, last_updated_at, hash)
    VALUES (${record.id}, ${title(record.name)}, ${folded}, ${bit(record.publishedVersion !== '')},
      ${bit(record.hasUnpublishedChanges)}, ${bit(record.usableBy.usableByAll)},
      ${record.requestCompletionFrom.length}, ${bit(record.flags.length > 0)}, ${record.createdAt},
      ${sortDate(record.lastUpdatedAt)}, ${hash})
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, name_folded = excluded.name_folded,
      published = excluded.published, has_unpublished_changes = excluded.has_unpublished_changes,
      usable_by_all = excluded.usable_by_all, open_requests = excluded.open_requests, flagged = excluded.flagged,
      created_at = excluded.created_at, last_updated_at = excluded.last_updated_at, hash = excluded.hash`)
    .lastRow;
}

function putSearch(db: WritableDb, row: number, before: string | undefined, folded: string): void {
  if (before === folded) return;
  if (before !== undefined) {
    db.run(
      sql`INSERT INTO form_search (form_search, rowid, name_folded) VALUES ('delete', ${row}, ${before})`,
    );
  }
  db.run(sql`INSERT INTO form_search (rowid, name_folded) VALUES (${row}, ${folded})`);
}

function put(db: WritableDb, stored: StoredRow | undefined, fresh: FreshRow<Form>): number {
  const folded = fold(fresh.record.name);
  const given = putSummary(db, fresh, folded);
  const row = stored?.row ?? given;
  db.run(sql`
    INSERT INTO form_body (row, raw, fetched_at) VALUES (${row}, ${fresh.raw}, ${fresh.fetchedAt})
    ON CONFLICT (row) DO UPDATE SET raw = excluded.raw, fetched_at = excluded.fetched_at`);
  putSearch(db, row, stored?.folded, folded);
  return row;
}

/** Reads and writes forms (service's document, section 2.2). */
export const formShelf: Shelf<Form> = {
  kind: 'form',
  read: readForm,
  updatedAt: (record) => sortDate(record.lastUpdatedAt),
  find: (db, id) =>
    db.get(
      sql<StoredRow>`SELECT row, hash, last_updated_at AS updatedAt, name_folded AS folded FROM form WHERE id = ${id}`,
    ),
  put,
};
