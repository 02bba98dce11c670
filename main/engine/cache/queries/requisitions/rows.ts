import type { Requisition, WorklistRow, WorklistTerm } from '#contract/requisitions.ts';
import { readRequisition } from '#main/engine/api/parse/requisition.ts';
import { listed, sql, type Sql } from '#main/engine/sqlite/sql.ts';
import { findRequisitionReferences } from '#main/engine/cache/tables/mentions.ts';
import { readDate } from '#main/engine/cache/tables/columns.ts';
import { findRecord } from '#main/engine/cache/tables/table.ts';
import type { RequisitionColumns } from '#main/engine/cache/tables/requisition-columns.ts';
import type { FoundPosition } from './find.ts';
import type { QueryContext } from './context.ts';
import { getHit, neededTexts } from '#main/engine/cache/query/excerpt.ts';

type Shown = Omit<RequisitionColumns, 'normalizedName' | 'nameKey' | 'reviewState' | 'codes'>;
type StoredColumns = Shown & { readonly row: number };

const COLUMNS: Sql<StoredColumns> = sql`row, type, name, patient, service_facility AS serviceFacility,
  ordering_provider AS orderingProvider, status, status_since AS statusSince, share_with_patient AS share,
  needs_review AS needsReview, result_changed AS resultChanged, review_deadline AS reviewDeadline, reviewer, flagged, created_at AS createdAt,
  last_updated_at AS lastUpdatedAt`;

type RowMarks = Pick<WorklistRow, 'isChanged' | 'followUp' | 'hit'>;

function toRow({ id, pending }: FoundPosition, columns: Shown, marks: RowMarks): WorklistRow {
  return {
    id,
    type: columns.type,
    name: columns.name,
    patient: columns.patient,
    serviceFacility: columns.serviceFacility,
    orderingProvider: columns.orderingProvider,
    status: columns.status,
    statusSince: readDate(columns.statusSince),
    shareWithPatient: columns.share === 1,
    needsReview: columns.needsReview === 1,
    isResultChanged: columns.resultChanged === 1,
    reviewDeadline: readDate(columns.reviewDeadline),
    reviewer: columns.reviewer,
    createdAt: readDate(columns.createdAt),
    lastUpdatedAt: readDate(columns.lastUpdatedAt),
    flagged: columns.flagged === 1,
    pending: pending?.pending ?? null,
    ...marks,
  };
}

function storedColumns(
  { cache }: QueryContext,
  positions: readonly FoundPosition[],
): ReadonlyMap<number, StoredColumns> {
  const rows = positions.filter(({ pending }) => pending === null).map(({ row }) => row);
  if (rows.length === 0) return new Map();
  const found = cache.all(
    sql<StoredColumns>`SELECT ${COLUMNS} FROM requisition WHERE row IN ${listed(rows)}`,
  );
  return new Map(found.map((columns) => [columns.row, columns]));
}

/** Reads the records of positions, for values that are in no column. */
function getRecords(
  { cache }: QueryContext,
  positions: readonly FoundPosition[],
): ReadonlyMap<string, Requisition> {
  const records = new Map<string, Requisition>();
  for (const { id, row, pending } of positions) {
    const record = pending?.record ?? findRecord(cache, 'requisition', row, readRequisition);
    if (record !== null) records.set(id, record);
  }
  return records;
}

function getHits(
  context: QueryContext,
  positions: readonly FoundPosition[],
  terms: readonly WorklistTerm[],
): ReadonlyMap<string, WorklistRow['hit']> {
  const texts = neededTexts(terms);
  if (texts.length === 0) return new Map();
  const records = getRecords(context, positions);
  const people = [...records.values()].flatMap((record) => [...findRequisitionReferences(record).keys()]);
  const names = context.localData.namesOf([...new Set(people)]);
  return new Map([...records].map(([id, record]) => [id, getHit(record, texts, names)]));
}

/**
 * Returns the rows of the worklist for positions in their order, with what the local store knows about each.
 */
export function worklistRows(
  context: QueryContext,
  positions: readonly FoundPosition[],
  terms: readonly WorklistTerm[],
): readonly WorklistRow[] {
  const stored = storedColumns(context, positions);
  const changed = new Set(context.changedAmong(positions.map(({ id }) => id)).map(({ id }) => id));
  const followUps = context.localData.followUps('requisition');
  const hits = getHits(context, positions, terms);
  return positions.flatMap((position) => {
    const columns = position.pending?.columns ?? stored.get(position.row);
    if (columns === undefined) return [];
    const remindOn = followUps.get(position.id);
    const followUp = remindOn === undefined ? null : { remindOn: readDate(remindOn) };
    return toRow(position, columns, {
      isChanged: changed.has(position.id),
      followUp,
      hit: hits.get(position.id) ?? null,
    });
  });
}
