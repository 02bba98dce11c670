import type { Form, FormFilter, BasicFormRow, FormPublicationState } from '#contract/forms.ts';
import { parseForm } from '#main/engine/api/parse/form.ts';
import type { ReadableDb } from '#main/engine/sqlite/db.ts';
import { sql, buildConditionOrEmptySql, type Sql } from '#main/engine/sqlite/sql.ts';
import type { ListDefinition, ListRowIdAndState } from '../query/list-definition.ts';
import type { ListClauses } from '../query/page.ts';
import { normalizeForSearch } from '#main/engine/sqlite/text.ts';
import { getMatchIfFewRowsMatch, toTrigramPhraseQuery } from '../query/full-text.ts';
import { fromColumnDate } from '../tables/columns.ts';
import type { FormColumns } from '../tables/forms.ts';
import { PENDING_FORM_TABLE } from '../tables/pending-tables.ts';

/** The columns of a form's row that lists show. */
export interface FormSummary
  extends ListRowIdAndState,
    Omit<FormColumns, 'normalizedName' | 'lastUpdatedAt'> {}

const SCAN = sql`form INDEXED BY form_scan`;

/**
 * The states of a form with regard to patients (service's document, section 3), as conditions on its columns.
 */
const STATES: Readonly<Record<FormPublicationState, Sql>> = {
  never_published: sql`published = 0`,
  published: sql`published = 1 AND has_unpublished_changes = 0`,
  unpublished_changes: sql`published = 1 AND has_unpublished_changes = 1`,
};

/**
 * Returns the FROM and WHERE clauses for the rows of a filter: all, those whose name contains the search text,
 * or those in a state.
 */
export function toFormListClauses(db: ReadableDb, { search, state }: FormFilter): ListClauses {
  const needle = normalizeForSearch(search ?? '');
  const inState = buildConditionOrEmptySql(state, (asked) => sql` AND ${STATES[asked]}`);
  if (needle === '') return { from: SCAN, where: sql`TRUE${inState}`, scans: state !== undefined };
  const where = sql`instr(form.normalized_name, ${needle}) > 0${inState}`;
  const match = getMatchIfFewRowsMatch(db, sql`form_search`, toTrigramPhraseQuery(needle));
  if (match === null) return { from: SCAN, where, scans: true };
  const hits = sql`(SELECT rowid AS hit FROM form_search WHERE form_search MATCH ${match})`;
  return { from: sql`${hits} CROSS JOIN form ON row = hit`, where, scans: false };
}

/** The list of forms: newest update first, without a date last. */
export const FORM_LIST: ListDefinition<FormFilter, Form, FormSummary> = {
  kind: 'form',
  columns: sql<Omit<FormSummary, 'pending'>>`row, last_updated_at AS at, id, name, published,
  has_unpublished_changes AS unpublished, usable_by_all AS byAll, open_requests AS openRequests,
  created_at AS createdAt, flagged`,
  order: sql`last_updated_at`,
  table: sql`form`,
  scan: SCAN,
  pendingTable: PENDING_FORM_TABLE,
  read: parseForm,
  toScope: toFormListClauses,
};

/** Converts a row of the form table to the row that the contract returns. */
export function toFormRow(row: FormSummary): BasicFormRow {
  return {
    id: row.id,
    name: row.name,
    published: row.published === 1,
    hasUnpublishedChanges: row.unpublished === 1,
    usableByAll: row.byAll === 1,
    openRequests: row.openRequests,
    createdAt: fromColumnDate(row.createdAt),
    lastUpdatedAt: fromColumnDate(row.at),
    flagged: row.flagged === 1,
    pending: row.pending,
  };
}
