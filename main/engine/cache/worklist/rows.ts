import type { Requisition } from '#contract/requisition.ts';
import type { WorklistRow, WorklistTerm } from '#contract/worklist.ts';
import { readRequisition } from '#main/engine/service/wire/requisition.ts';
import { listed, sql, type Sql } from '#main/engine/store/sql.ts';
import { mentionsInRequisition } from '../mentions.ts';
import { readDate } from '../summary.ts';
import { recordIn } from '../trace.ts';
import type { RequisitionColumns } from './columns.ts';
import type { FoundPlace } from './find.ts';
import type { Ground } from './ground.ts';
import { hitOf, neededTexts } from './hit.ts';

type Shown = Omit<RequisitionColumns, 'nameFolded' | 'nameKey' | 'reviewState' | 'codes'>;
type StoredColumns = Shown & { readonly row: number };

const COLUMNS: Sql<StoredColumns> = sql`row, type, name, patient, service_facility AS serviceFacility,
  ordering_provider AS orderingProvider, status, status_since AS statusSince, share_with_patient AS share,
  needs_review AS needsReview, result_changed AS resultChanged, review_deadline AS reviewDeadline, reviewer, flagged, created_at AS createdAt,
  last_updated_at AS lastUpdatedAt`;

type Marks = Pick<WorklistRow, 'isChanged' | 'followUp' | 'hit'>;

function rowOf({ id, laid }: FoundPlace, columns: Shown, marks: Marks): WorklistRow {
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
    pending: laid?.pending ?? null,
    ...marks,
  };
}

function storedColumns({ cache }: Ground, places: readonly FoundPlace[]): ReadonlyMap<number, StoredColumns> {
  const rows = places.filter(({ laid }) => laid === null).map(({ row }) => row);
  if (rows.length === 0) return new Map();
  const found = cache.all(
    sql<StoredColumns>`SELECT ${COLUMNS} FROM requisition WHERE row IN ${listed(rows)}`,
  );
  return new Map(found.map((columns) => [columns.row, columns]));
}

/** The records of places, for what no column says. */
function recordsOf({ cache }: Ground, places: readonly FoundPlace[]): ReadonlyMap<string, Requisition> {
  const records = new Map<string, Requisition>();
  for (const { id, row, laid } of places) {
    const record = laid?.record ?? recordIn(cache, 'requisition', row, readRequisition);
    if (record !== null) records.set(id, record);
  }
  return records;
}

function hitsOf(
  ground: Ground,
  places: readonly FoundPlace[],
  terms: readonly WorklistTerm[],
): ReadonlyMap<string, WorklistRow['hit']> {
  const texts = neededTexts(terms);
  if (texts.length === 0) return new Map();
  const records = recordsOf(ground, places);
  const people = [...records.values()].flatMap((record) => [...mentionsInRequisition(record).keys()]);
  const names = ground.keepsakes.namesOf([...new Set(people)]);
  return new Map([...records].map(([id, record]) => [id, hitOf(record, texts, names)]));
}

/** Lines of the worklist for places in their order, with what the desk knows of each. */
export function worklistRows(
  ground: Ground,
  places: readonly FoundPlace[],
  terms: readonly WorklistTerm[],
): readonly WorklistRow[] {
  const stored = storedColumns(ground, places);
  const changed = new Set(ground.changedAmong(places.map(({ id }) => id)).map(({ id }) => id));
  const followUps = ground.keepsakes.followUps('requisition');
  const hits = hitsOf(ground, places, terms);
  return places.flatMap((place) => {
    const columns = place.laid?.columns ?? stored.get(place.row);
    if (columns === undefined) return [];
    const remindOn = followUps.get(place.id);
    const followUp = remindOn === undefined ? null : { remindOn: readDate(remindOn) };
    return rowOf(place, columns, {
      isChanged: changed.has(place.id),
      followUp,
      hit: hits.get(place.id) ?? null,
    });
  });
}
