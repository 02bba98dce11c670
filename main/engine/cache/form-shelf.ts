import type { Form } from '#contract/form.ts';
import { readForm } from '#main/engine/service/wire/form.ts';
import { sql } from '#main/engine/store/sql.ts';
import { NO_DATE } from './cursor.ts';
import { namedShelf } from './named-shelf.ts';
import type { StoredRow } from './shelf.ts';
import { bit, sortDate, title } from './summary.ts';

/** Reads and writes forms (service's document, section 2.2). */
export const formShelf = namedShelf<Form>('form', readForm, {
  find: (id) => sql<StoredRow>`
    SELECT row, hash, coalesce(created_at, ${NO_DATE}) AS createdAt, last_updated_at AS updatedAt,
      name_folded AS folded
    FROM form WHERE id = ${id}`,
  putSummary: ({ record, hash }, folded) => sql`
    INSERT INTO form (id, name, name_folded, published, has_unpublished_changes, usable_by_all, open_requests,
      flagged, created_at, last_updated_at, hash)
    VALUES (${record.id}, ${title(record.name)}, ${folded}, ${bit(record.publishedVersion !== '')},
      ${bit(record.hasUnpublishedChanges)}, ${bit(record.usableBy.usableByAll)},
      ${record.requestCompletionFrom.length}, ${bit(record.flags.length > 0)}, ${record.createdAt},
      ${sortDate(record.lastUpdatedAt)}, ${hash})
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, name_folded = excluded.name_folded,
      published = excluded.published, has_unpublished_changes = excluded.has_unpublished_changes,
      usable_by_all = excluded.usable_by_all, open_requests = excluded.open_requests, flagged = excluded.flagged,
      created_at = excluded.created_at, last_updated_at = excluded.last_updated_at, hash = excluded.hash`,
  putBody: (row, { raw, fetchedAt }) => sql`
    INSERT INTO form_body (row, raw, fetched_at) VALUES (${row}, ${raw}, ${fetchedAt})
    ON CONFLICT (row) DO UPDATE SET raw = excluded.raw, fetched_at = excluded.fetched_at`,
  remove: (row) => sql`DELETE FROM form WHERE row = ${row}`,
  putSearch: (row, folded) => sql`INSERT INTO form_search (rowid, name_folded) VALUES (${row}, ${folded})`,
  removeSearch: (row, folded) => sql`
    INSERT INTO form_search (form_search, rowid, name_folded) VALUES ('delete', ${row}, ${folded})`,
});
