import type { RequisitionFilter, RequisitionRow } from '#contract/requisition.ts';
import type { Place } from './cursor.ts';
import type { ReadableDb } from './db.ts';
import { countScope, findPage, type Found, type Listed, type Scope, type Window } from './page.ts';
import { fold, rarePhrase } from './search.ts';
import { nothing, sql, when, type Sql } from './sql.ts';
import { bit, readDate } from './summary.ts';
import { cachedCount } from './sync-state.ts';

interface SummaryRow extends Place {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly patient: string;
  readonly serviceFacility: string;
  readonly status: string;
  readonly share: 0 | 1;
  readonly needsReview: 0 | 1;
  readonly createdAt: number | null;
  readonly flagged: 0 | 1;
}

/** The list of requisitions: newest update first, without a date last. */
export const REQUISITIONS: Listed<SummaryRow> = {
  kind: 'requisition',
  columns: sql<SummaryRow>`row, last_updated_at AS at, id, type, name, patient, service_facility AS serviceFacility, status,
  share_with_patient AS share, needs_review AS needsReview, created_at AS createdAt, flagged`,
  order: sql`last_updated_at`,
  walk: sql`requisition INDEXED BY requisition_walk`,
};

function hydrate(row: SummaryRow): RequisitionRow {
  return {
    id: row.id,
    type: row.type,
    name: row.name,
    patient: row.patient,
    serviceFacility: row.serviceFacility,
    status: row.status,
    shareWithPatient: row.share === 1,
    needsReview: row.needsReview === 1,
    createdAt: readDate(row.createdAt),
    lastUpdatedAt: readDate(row.at),
    flagged: row.flagged === 1,
  };
}

function conditions(filter: RequisitionFilter, needle: string): Sql {
  const type = when(filter.type, (value) => sql` AND type = ${value}`);
  const share = when(filter.shareWithPatient, (value) => sql` AND share_with_patient = ${bit(value)}`);
  const name = needle === '' ? nothing : sql` AND instr(requisition.name_folded, ${needle}) > 0`;
  return sql`TRUE${type}${share}${name}`;
}

/**
 * The rows of a filter (service's document, section 4.2: `patient`, `type`, `search`, `share_with_patient`) and the index
 * that finds them with the least walking. It is pinned, because the planner takes a type for as rare as a patient.
 */
export function requisitionScope(db: ReadableDb, filter: RequisitionFilter): Scope {
  const needle = fold(filter.search ?? '');
  const where = conditions(filter, needle);
  if (filter.patient !== undefined) {
    const from = sql`requisition INDEXED BY requisition_patient`;
    return { from, where: sql`patient = ${filter.patient} AND ${where}`, walks: false };
  }
  const phrase = needle === '' ? null : rarePhrase(db, sql`requisition_search`, needle);
  if (phrase !== null) {
    const hits = sql`(SELECT rowid AS hit FROM requisition_search WHERE requisition_search MATCH ${phrase})`;
    return { from: sql`${hits} CROSS JOIN requisition ON row = hit`, where, walks: false };
  }
  const isByTypeAlone = filter.type !== undefined && filter.shareWithPatient === undefined && needle === '';
  if (isByTypeAlone) return { from: sql`requisition INDEXED BY requisition_type`, where, walks: false };
  return { from: REQUISITIONS.walk, where, walks: !isEverything(filter) };
}

function isEverything({ patient, type, search, shareWithPatient }: RequisitionFilter): boolean {
  return patient === undefined && type === undefined && shareWithPatient === undefined && !search;
}

/** Places and row numbers of a page, for whoever wants the bodies. */
export function findRequisitions(
  db: ReadableDb,
  filter: RequisitionFilter,
  window: Window,
): Found<SummaryRow> {
  return findPage(db, REQUISITIONS, { scope: requisitionScope(db, filter), ...window });
}

/** One page of summaries, newest update first. May be short while `next` is not null (see `findPage`). */
export function requisitionPage(
  db: ReadableDb,
  filter: RequisitionFilter,
  window: Window,
): { items: readonly RequisitionRow[]; next: string | null } {
  const { rows, next } = findRequisitions(db, filter, window);
  return { items: rows.map(hydrate), next };
}

/** How many requisitions a filter finds: all of them from a counter, else up to the cap. */
export function countRequisitions(
  db: ReadableDb,
  filter: RequisitionFilter,
): { count: number; capped: boolean } {
  if (isEverything(filter)) return { count: cachedCount(db, 'requisition'), capped: false };
  return countScope(db, requisitionScope(db, filter));
}
