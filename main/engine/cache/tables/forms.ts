import type { Form } from '#contract/forms.ts';
import { parseForm } from '#main/engine/api/parse/form.ts';
import type { ColumnNamesByKey } from '#main/engine/sqlite/columns.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { findIdsInForm, createIdReferenceUpdater } from './id-references.ts';
import { normalizeForSearch } from '#main/engine/sqlite/text.ts';
import { withCompletionRequestTracking } from './ended-requests.ts';
import { openRequestUpdater } from './open-requests.ts';
import { createRecordTable, withDerivedTables, type DerivedTableUpdater } from './table.ts';
import { toSqlBoolean, toSortDate, truncateTitle } from './columns.ts';

/** The columns of the form table, except row, id and hash. */
export interface FormColumns {
  readonly name: string;
  readonly normalizedName: string;
  readonly published: 0 | 1;
  readonly unpublished: 0 | 1;
  readonly byAll: 0 | 1;
  readonly openRequests: number;
  readonly flagged: 0 | 1;
  readonly createdAt: number | null;
  readonly lastUpdatedAt: number;
}

/** The names of the form table's columns, by the keys of their values. */
export const FORM_COLUMNS: ColumnNamesByKey<FormColumns> = {
  name: sql`name`,
  normalizedName: sql`normalized_name`,
  published: sql`published`,
  unpublished: sql`has_unpublished_changes`,
  byAll: sql`usable_by_all`,
  openRequests: sql`open_requests`,
  flagged: sql`flagged`,
  createdAt: sql`created_at`,
  lastUpdatedAt: sql`last_updated_at`,
};

/** Converts a form to its columns for lists and filters (service's document, section 2.2). */
export function toFormColumns(record: Form): FormColumns {
  return {
    name: truncateTitle(record.name),
    normalizedName: normalizeForSearch(record.name),
    published: toSqlBoolean(record.publishedVersion !== ''),
    unpublished: toSqlBoolean(record.hasUnpublishedChanges),
    byAll: toSqlBoolean(record.usableBy.usableByAll),
    openRequests: record.requestCompletionFrom.length,
    flagged: toSqlBoolean(record.flags.length > 0),
    createdAt: record.createdAt,
    lastUpdatedAt: toSortDate(record.lastUpdatedAt),
  };
}

/** Keeps the full-text index of form names up to date with the form table. */
const nameUpdater: DerivedTableUpdater<Form> = (db, row, { before, after }) => {
  if (before !== null && after !== null && before.name === after.name) return;
  if (before !== null) {
    // The index stores no text of its own, so a deletion has to name the old text.
    db.run(sql`
      INSERT INTO form_search (form_search, rowid, normalized_name) VALUES ('delete', ${row}, ${normalizeForSearch(before.name)})`);
  }
  if (after !== null) {
    db.run(
      sql`INSERT INTO form_search (rowid, normalized_name) VALUES (${row}, ${normalizeForSearch(after.name)})`,
    );
  }
};

const baseTable = createRecordTable<Form, FormColumns>({
  kind: 'form',
  read: parseForm,
  datesOf: ({ createdAt, lastUpdatedAt }) => ({
    createdAt: toSortDate(createdAt),
    updatedAt: toSortDate(lastUpdatedAt),
  }),
  columns: FORM_COLUMNS,
  toColumns: toFormColumns,
  updatedAt: sql`last_updated_at`,
});

/** Reads and writes forms (service's document, section 2.2). */
export const formTable = withCompletionRequestTracking(
  withDerivedTables(baseTable, [
    nameUpdater,
    createIdReferenceUpdater('form', findIdsInForm),
    openRequestUpdater,
  ]),
);
