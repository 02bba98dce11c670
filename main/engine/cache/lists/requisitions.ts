import type { Requisition, RequisitionFilter } from '#contract/requisitions.ts';
import { parseRequisition } from '#main/engine/api/parse/requisition.ts';
import type { ReadableDb } from '#main/engine/sqlite/db.ts';
import { emptySql, sql, buildConditionOrEmptySql, type Sql } from '#main/engine/sqlite/sql.ts';
import type { ListDefinition, ListRowIdAndState } from '../query/list-definition.ts';
import type { ListClauses } from '../query/page.ts';
import { normalizeForSearch } from '#main/engine/sqlite/text.ts';
import { addReviewedVersionToRecord } from '../tables/reviewed-version.ts';
import { getMatchIfFewRowsMatch, toAllTrigramsQuery } from '../query/full-text.ts';
import { toSqlBoolean } from '../tables/columns.ts';
import { PENDING_REQUISITION_TABLE } from '../tables/pending-tables.ts';
import { normalizeText } from '../tables/search-text.ts';

const SCAN = sql`requisition INDEXED BY requisition_scan`;

function conditions(filter: RequisitionFilter, needle: string): Sql {
  const type = buildConditionOrEmptySql(filter.type, (value) => sql` AND type = ${value}`);
  const share = buildConditionOrEmptySql(
    filter.shareWithPatient,
    (value) => sql` AND share_with_patient = ${toSqlBoolean(value)}`,
  );
  const name = needle === '' ? emptySql : sql` AND instr(requisition.normalized_name, ${needle}) > 0`;
  return sql`TRUE${type}${share}${name}`;
}

/**
 * Returns the FROM and WHERE clauses for the rows of a filter (service's document, section 4.2: `patient`,
 * `type`, `search`, `share_with_patient`) with the index that needs the shortest scan. The index is fixed,
 * because the query planner assumes that a type is as selective as a patient.
 */
export function toRequisitionListClauses(db: ReadableDb, filter: RequisitionFilter): ListClauses {
  const needle = normalizeForSearch(filter.search ?? '');
  const where = conditions(filter, needle);
  if (filter.patient !== undefined) {
    const from = sql`requisition INDEXED BY requisition_patient`;
    return { from, where: sql`patient = ${filter.patient} AND ${where}`, scans: false };
  }
  const match =
    needle === ''
      ? null
      : getMatchIfFewRowsMatch(db, sql`requisition_search`, toAllTrigramsQuery(normalizeText(needle)));
  if (match !== null) {
    const hits = sql`(SELECT rowid AS hit FROM requisition_search WHERE requisition_search MATCH ${match})`;
    return { from: sql`${hits} CROSS JOIN requisition ON row = hit`, where, scans: false };
  }
  const isByTypeAlone = filter.type !== undefined && filter.shareWithPatient === undefined && needle === '';
  if (isByTypeAlone) return { from: sql`requisition INDEXED BY requisition_type`, where, scans: false };
  return { from: SCAN, where, scans: !isEverything(filter) };
}

function isEverything({ patient, type, search, shareWithPatient }: RequisitionFilter): boolean {
  return patient === undefined && type === undefined && shareWithPatient === undefined && !search;
}

/** The list of requisitions: newest update first, without a date last. */
export const REQUISITION_LIST: ListDefinition<RequisitionFilter, Requisition, ListRowIdAndState> = {
  kind: 'requisition',
  columns: sql<Omit<ListRowIdAndState, 'pending'>>`row, last_updated_at AS at, id`,
  order: sql`last_updated_at`,
  table: sql`requisition`,
  scan: SCAN,
  pendingTable: PENDING_REQUISITION_TABLE,
  read: parseRequisition,
  complete: addReviewedVersionToRecord,
  toScope: toRequisitionListClauses,
};
