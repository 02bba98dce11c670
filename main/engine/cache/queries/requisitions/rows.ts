import type { Requisition, WorklistRow } from '#contract/requisitions.ts';
import type { WorklistSearchTerm } from '#contract/worklist-search.ts';
import { parseRequisition } from '#main/engine/api/parse/requisition.ts';
import { toSqlList, sql, type Sql } from '#main/engine/sqlite/sql.ts';
import { findIdsInRequisition } from '#main/engine/cache/tables/id-references.ts';
import { fromColumnDate } from '#main/engine/cache/tables/columns.ts';
import { readRecordAtRow } from '#main/engine/cache/tables/table.ts';
import type { RequisitionColumns } from '#main/engine/cache/tables/requisition-columns.ts';
import { PENDING_REQUISITION_TABLE } from '#main/engine/cache/tables/pending-tables.ts';
import { PENDING_SEARCH_TABLES, STORED_SEARCH_TABLES } from './conditions.ts';
import type { FoundPosition } from './scan-positions.ts';
import type { WorklistQueryContext } from './context.ts';
import { findRequisitionExcerpt, listNormalizedTextsToFind } from '#main/engine/cache/query/excerpt.ts';

type Shown = Omit<
  RequisitionColumns,
  'normalizedName' | 'nameKey' | 'reviewState' | 'codes' | 'usualWaitOver'
>;
type RowColumns = Shown & Pick<WorklistRow, 'pending'> & { readonly row: number };

const COLUMNS = sql`row, type, name, patient, service_facility AS serviceFacility,
  ordering_provider AS orderingProvider, status, status_since AS statusSince, share_with_patient AS share,
  needs_review AS needsReview, result_changed AS resultChanged, review_deadline AS reviewDeadline, reviewer,
  open_reviews AS openReviews, flagged, created_at AS createdAt,
  last_updated_at AS lastUpdatedAt`;

/** Parses the column of open reviews: pairs of reviewer and deadline as JSON text. */
function readOpenReviews(column: string): WorklistRow['openReviews'] {
  const pairs = JSON.parse(column) as readonly (readonly [string, number | null])[]; // This program has written the column in this shape.
  return pairs.map(([reviewer, deadline]) => ({ reviewer, deadline: fromColumnDate(deadline) }));
}

type RowMarks = Pick<WorklistRow, 'isChanged' | 'isViewed' | 'followUp' | 'hit'>;

function toRow(id: string, columns: RowColumns, marks: RowMarks): WorklistRow {
  return {
    id,
    type: columns.type,
    name: columns.name,
    patient: columns.patient,
    serviceFacility: columns.serviceFacility,
    orderingProvider: columns.orderingProvider,
    status: columns.status,
    statusSince: fromColumnDate(columns.statusSince),
    shareWithPatient: columns.share === 1,
    needsReview: columns.needsReview === 1,
    isResultChanged: columns.resultChanged === 1,
    reviewDeadline: fromColumnDate(columns.reviewDeadline),
    reviewer: columns.reviewer,
    openReviews: readOpenReviews(columns.openReviews),
    createdAt: fromColumnDate(columns.createdAt),
    lastUpdatedAt: fromColumnDate(columns.lastUpdatedAt),
    flagged: columns.flagged === 1,
    pending: columns.pending,
    ...marks,
  };
}

/** Returns the columns of positions by their rows, which stored and pending ones do not share. */
function getColumns(
  { cache }: WorklistQueryContext,
  positions: readonly FoundPosition[],
): ReadonlyMap<number, RowColumns> {
  const { pending = [], stored = [] } = Object.groupBy(positions, ({ isPending }) =>
    isPending ? 'pending' : 'stored',
  );
  const read = (from: Sql, state: Sql, found: readonly FoundPosition[]): readonly RowColumns[] => {
    if (found.length === 0) return [];
    const rows = toSqlList(found.map(({ row }) => row));
    return cache.all(
      sql<RowColumns>`SELECT ${COLUMNS}, ${state} AS pending FROM ${from} WHERE row IN ${rows}`,
    );
  };
  const columns = [
    ...read(sql`requisition`, STORED_SEARCH_TABLES.pending, stored),
    ...read(PENDING_REQUISITION_TABLE.from, PENDING_SEARCH_TABLES.pending, pending),
  ];
  return new Map(columns.map((each) => [each.row, each]));
}

/**
 * Reads the requisition at a position that a search found, with its pending changes if it has any; null where
 * it cannot be parsed.
 */
export function getRecordAtPosition(
  context: WorklistQueryContext,
  { row, isPending }: FoundPosition,
): Requisition | null {
  return isPending
    ? context.recordWithPending(row)
    : readRecordAtRow(context.cache, 'requisition', row, parseRequisition);
}

/** Reads the whole records of positions, for values that no column holds. */
function getRecords(
  context: WorklistQueryContext,
  positions: readonly FoundPosition[],
): ReadonlyMap<string, Requisition> {
  const records = new Map<string, Requisition>();
  for (const position of positions) {
    const record = getRecordAtPosition(context, position);
    if (record !== null) records.set(position.id, record);
  }
  return records;
}

function getHits(
  context: WorklistQueryContext,
  positions: readonly FoundPosition[],
  terms: readonly WorklistSearchTerm[],
): ReadonlyMap<string, WorklistRow['hit']> {
  const texts = listNormalizedTextsToFind(terms);
  if (texts.length === 0) return new Map();
  const records = getRecords(context, positions);
  const people = [...records.values()].flatMap((record) => [...findIdsInRequisition(record).keys()]);
  const names = context.localData.namesOf([...new Set(people)]);
  return new Map([...records].map(([id, record]) => [id, findRequisitionExcerpt(record, texts, names)]));
}

/**
 * Returns the rows of the worklist for positions in their order, with what the local store knows about each.
 */
export function readWorklistRows(
  context: WorklistQueryContext,
  positions: readonly FoundPosition[],
  terms: readonly WorklistSearchTerm[],
): readonly WorklistRow[] {
  const columnsOf = getColumns(context, positions);
  const changed = new Set(context.changedSinceViewedAmong(positions.map(({ id }) => id)).map(({ id }) => id));
  const viewed = context.localData.viewedVersions('requisition');
  const followUps = context.localData.followUps('requisition');
  const hits = getHits(context, positions, terms);
  return positions.flatMap((position) => {
    const columns = columnsOf.get(position.row);
    if (columns === undefined) return [];
    const remindOn = followUps.get(position.id);
    const followUp = remindOn === undefined ? null : { remindOn: fromColumnDate(remindOn) };
    return toRow(position.id, columns, {
      isChanged: changed.has(position.id),
      isViewed: viewed.has(position.id) && !changed.has(position.id),
      followUp,
      hit: hits.get(position.id) ?? null,
    });
  });
}
