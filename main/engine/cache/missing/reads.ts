import type { CallOutput, ValidatedInput } from '#contract/api.ts';
import type { MissingRecordCounts, MissingRecord } from '#contract/missing-records.ts';
import type { Kind } from '#contract/records.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { toEpochMs, type EpochMs } from '#contract/time.ts';
import { buildRecordRemindersAndUnsentCountSql } from '#main/engine/local/data/missing.ts';
import type { ReadableDb } from '#main/engine/sqlite/db.ts';
import { sql, buildConditionOrEmptySql, type Sql } from '#main/engine/sqlite/sql.ts';
import { getRowsAndHashes } from '../tables/bodies.ts';

/** Reads about missing records that only the engine calls, not the page. */
export interface MissingRecordReadsForEngineOnly {
  /** Counts the missing records that need the user's decision. */
  'missing.counts': { input: Record<string, never>; output: MissingRecordCounts };
  /** Returns the records of a kind that are missing by the local store but back in the cache. */
  'missing.returned': { input: { readonly kind: Kind }; output: readonly string[] };
}

/** What the reads about missing records need: the cache and the local store. */
export interface MissingRecordReadContext {
  readonly db: ReadableDb;
  readonly local: ReadableDb;
}

interface Row extends Pick<MissingRecord, 'kind' | 'id' | 'reason' | 'name' | 'patient'> {
  readonly hasOpenReview: number;
  readonly reminders: number;
  readonly unsentChanges: number;
  readonly movedAt: number | null;
  readonly confirmedAt: number | null;
}

const { reminders: REMINDERS, unsent: UNSENT } = buildRecordRemindersAndUnsentCountSql(
  sql`kind`,
  sql`missing_record.id`,
);
const COLUMNS = sql`kind, id, reason, name, patient, has_open_review AS hasOpenReview,
  (SELECT ${REMINDERS}) AS reminders, (SELECT ${UNSENT}) AS unsentChanges,
  moved_at AS movedAt, confirmed_at AS confirmedAt`;

function toDate(value: number | null): EpochMs | null {
  return value === null ? null : toEpochMs(value);
}

function toRecord({ hasOpenReview, movedAt, confirmedAt, ...row }: Row): MissingRecord {
  const state = movedAt === null ? 'held' : confirmedAt === null ? 'open' : 'closed';
  return {
    ...row,
    state,
    hasOpenReview: hasOpenReview === 1,
    movedAt: toDate(movedAt),
    confirmedAt: toDate(confirmedAt),
  };
}

/**
 * Filters out records that are back: a cached record is no longer missing, even if the local store does not
 * know it yet.
 */
function filterMissing<R extends Pick<Row, 'kind' | 'id'>>(db: ReadableDb, rows: readonly R[]): readonly R[] {
  const back = new Map(
    [...Map.groupBy(rows, ({ kind }) => kind)].map(([kind, ofKind]) => [
      kind,
      getRowsAndHashes(
        db,
        kind,
        ofKind.map(({ id }) => id),
      ),
    ]),
  );
  return rows.filter(({ kind, id }) => back.get(kind)?.has(id) !== true);
}

/** The columns shown of a missing record that has not left its list yet. */
const SHOWN_COLUMNS: Sql = sql`
  coalesce(form.name, requisition.name, notification.title, '') AS name, coalesce(requisition.patient, '') AS patient,
  coalesce(requisition.needs_review, 0) AS hasOpenReview`;
const HELD_CONDITION = sql`is_held = 1 AND is_approved = 0`;

function readHeldPage(
  { db }: MissingRecordReadContext,
  { limit, after }: Pick<ValidatedInput<'missing.list'>, 'limit' | 'after'>,
): readonly Row[] {
  return db.all(sql<Row>`
    SELECT missing_record.kind AS kind, missing_record.id AS id, answer AS reason, ${SHOWN_COLUMNS},
      0 AS reminders, 0 AS unsentChanges, NULL AS movedAt, NULL AS confirmedAt
    FROM missing_record
      LEFT JOIN form ON missing_record.kind = 'form' AND form.id = missing_record.id
      LEFT JOIN requisition ON missing_record.kind = 'requisition' AND requisition.id = missing_record.id
      LEFT JOIN notification ON missing_record.kind = 'notification' AND notification.id = missing_record.id
    WHERE is_certain = 1 AND ${HELD_CONDITION}
      ${buildConditionOrEmptySql(after, ({ kind, id }) => sql`AND (missing_record.kind, missing_record.id) > (${kind}, ${id})`)}
    ORDER BY missing_record.kind, missing_record.id LIMIT ${limit}`);
}

function readMovedPage(
  { local }: MissingRecordReadContext,
  { state, limit, after }: ValidatedInput<'missing.list'>,
): readonly Row[] {
  const confirmed = state === 'open' ? sql`IS NULL` : sql`IS NOT NULL`;
  return local.all(sql<Row>`
    SELECT ${COLUMNS} FROM missing_record WHERE confirmed_at ${confirmed}
      ${buildConditionOrEmptySql(after, ({ kind, id }) => sql`AND (kind, id) > (${kind}, ${id})`)}
    ORDER BY kind, id LIMIT ${limit}`);
}

function list(
  source: MissingRecordReadContext,
  input: ValidatedInput<'missing.list'>,
): Result<CallOutput<'missing.list'>> {
  const isHeld = input.state === 'held';
  const rows = isHeld ? readHeldPage(source, input) : readMovedPage(source, input);
  const last = rows.length < input.limit ? undefined : rows.at(-1);
  const shown = isHeld ? rows : filterMissing(source.db, rows);
  return ok({
    items: shown.map(toRecord),
    next: last === undefined ? null : { kind: last.kind, id: last.id },
  });
}

function readOne(
  { db, local }: MissingRecordReadContext,
  { kind, id }: ValidatedInput<'missing.get'>,
): Result<CallOutput<'missing.get'>> {
  const found = local.get(sql<Row & { raw: string | null; fetchedAt: number }>`
    SELECT ${COLUMNS}, raw, fetched_at AS fetchedAt FROM missing_record WHERE kind = ${kind} AND id = ${id}`);
  if (found === undefined || filterMissing(db, [found]).length === 0) return err('not-found');
  const { raw, fetchedAt, ...row } = found;
  return ok({ record: toRecord(row), raw, fetchedAt: toEpochMs(fetchedAt) });
}

function countMissing({ db, local }: MissingRecordReadContext): Result<MissingRecordCounts> {
  const held = db.get(sql<{ held: number; beingChecked: number }>`
    SELECT count(*) FILTER (WHERE is_certain = 1) AS held,
      count(*) FILTER (WHERE is_certain = 0 AND answer IS NOT 'returned') AS beingChecked
    FROM missing_record WHERE ${HELD_CONDITION}`) ?? { held: 0, beingChecked: 0 };
  const open = local.all(sql<Pick<Row, 'kind' | 'id'>>`
    SELECT kind, id FROM missing_record WHERE confirmed_at IS NULL`);
  return ok({ ...held, open: filterMissing(db, open).length });
}

function listReturned(
  { db, local }: MissingRecordReadContext,
  { kind }: MissingRecordReadsForEngineOnly['missing.returned']['input'],
): Result<readonly string[]> {
  const moved = local.all(sql<{ id: string }>`SELECT id FROM missing_record WHERE kind = ${kind}`);
  return ok([
    ...getRowsAndHashes(
      db,
      kind,
      moved.map(({ id }) => id),
    ).keys(),
  ]);
}

/** The reads of records that the service no longer returns. */
export const MISSING_RECORD_READ_HANDLERS = {
  'missing.list': list,
  'missing.get': readOne,
  'missing.counts': countMissing,
  'missing.returned': listReturned,
};

/** Reads of cached ids, without pending changes, that only the engine calls. */
export interface CachedIdReadsForEngineOnly {
  /** Returns the ids of a patient's requisitions, or of all forms where `patient` is null. */
  'ids.cached': { input: { readonly patient: string | null }; output: readonly string[] };
}

/** Returns the ids of a patient's cached requisitions, or of all cached forms where `patient` is null. */
export function listRequisitionIdsOrAllFormIds(
  db: ReadableDb,
  patient: string | null,
): Result<readonly string[]> {
  const rows =
    patient === null
      ? db.all(sql<{ id: string }>`SELECT id FROM form`)
      : db.all(sql<{ id: string }>`
          SELECT id FROM requisition INDEXED BY requisition_patient WHERE patient = ${patient}`);
  return ok(rows.map(({ id }) => id));
}
