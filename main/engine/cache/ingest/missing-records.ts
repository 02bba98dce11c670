import { SERVICE_ASSUMPTIONS } from '#contract/assumptions.ts';
import type { Kind } from '#contract/records.ts';
import type { EpochMs } from '#contract/time.ts';
import type { MissingRecordCopy, MissingReason } from '#main/engine/local/data/missing-protocol.ts';
import type { ReadableDb, WritableDb } from '#main/engine/sqlite/db.ts';
import { toSqlList, sql, type Sql } from '#main/engine/sqlite/sql.ts';
import { getRawRecord } from '../tables/bodies.ts';
import type { RowNumberSet } from './row-set.ts';
import { clearFullyCachedUntil } from './order-detector.ts';
import { getCachedCount } from '../tables/sync-state.ts';

/** Time of the request for a missing record: by the monotonic clock, this computer's and the service's. */
export interface RequestTimesByThreeClocks {
  /** How long the program has run since the stored running time was last added to: milliseconds. */
  readonly elapsed: number;
  /** Time by this computer's clock. */
  readonly wall: EpochMs;
  /** Time by the service's clock, from its `Date` header; null where it sends none. */
  readonly service: EpochMs | null;
}

/**
 * How the request for a record that its list lacks ended: with a reason why it is missing, or with anything else but the record,
 * such as an error of the service or of the connection. The file also has 'returned', and 'unknown-again' for the second and
 * each further 'unknown' in a row.
 */
export type MissingRecordAnswer = MissingReason | 'unknown';

const {
  sweeps: SWEEPS,
  answersApartMs: APART,
  asksAgainAfterMs: ASK_AGAIN_AFTER,
  asksPerRefresh: MAX_REQUESTED,
  share: SHARE,
} = SERVICE_ASSUMPTIONS.missingRecords;

const ROW_QUERIES: Readonly<Record<Kind, Sql<{ row: number; id: string }>>> = {
  form: sql`SELECT row, id FROM form`,
  requisition: sql`SELECT row, id FROM requisition`,
  notification: sql`SELECT row, id FROM notification`,
};

const HAS_REASON = sql`coalesce(answer IN ('gone', 'forbidden'), FALSE)`;
/** A first failure may be a short outage; an id that fails again is not requested with every refresh. */
const IS_ASKED_SOON = sql`(${HAS_REASON} OR coalesce(answer = 'unknown', FALSE))`;

/** Whether the cache has any missing record of a kind. */
function isAnyMissing(db: ReadableDb, kind: Kind): boolean {
  return db.get(sql`SELECT 1 FROM missing_record WHERE kind = ${kind} LIMIT 1`) !== undefined;
}

/** Removes the mark of a missing record from every record that a sweep received, however the sweep ended. */
export function unmarkMissingRecordsMetBySweep(db: WritableDb, kind: Kind, met: RowNumberSet): void {
  if (!isAnyMissing(db, kind)) return;
  const missing = sql`id IN (SELECT id FROM missing_record WHERE kind = ${kind})`;
  const found = db.all(sql<{ row: number; id: string }>`${ROW_QUERIES[kind]} WHERE ${missing}`);
  const back = found.filter(({ row }) => met.has(row)).map(({ id }) => id);
  if (back.length > 0)
    db.run(sql`DELETE FROM missing_record WHERE kind = ${kind} AND id IN ${toSqlList(back)}`);
}

/**
 * Holds all missing records of a kind where there are more than may be removed without the user. Each stays
 * held until the user approves it or it is back. Approved records do not count.
 */
function holdIfMany(db: WritableDb, kind: Kind): void {
  const missing = db.get(sql<{ count: number }>`
    SELECT count(*) AS count FROM missing_record WHERE kind = ${kind} AND sweeps > 0 AND is_approved = 0`);
  if ((missing?.count ?? 0) <= SHARE * getCachedCount(db, kind)) return;
  db.run(sql`UPDATE missing_record SET is_held = 1 WHERE kind = ${kind} AND sweeps > 0`);
}

/**
 * Called after a sweep that has certainly missed nothing: each cached record that was not in the list has one
 * more sweep without it.
 */
export function countSweepWithoutRecords(db: WritableDb, kind: Kind, met: RowNumberSet): void {
  for (const { row, id } of db.all(ROW_QUERIES[kind])) {
    if (met.has(row)) continue;
    db.run(sql`
      INSERT INTO missing_record (kind, id, sweeps) VALUES (${kind}, ${id}, 1)
      ON CONFLICT (kind, id) DO UPDATE SET sweeps = sweeps + 1`);
  }
  holdIfMany(db, kind);
}

/** Whether another whole sweep is needed before the missing records of a kind may be requested by id. */
export function needsAnotherFullSweep(db: ReadableDb, kind: Kind): boolean {
  const one = db.get(sql`SELECT 1 FROM missing_record WHERE kind = ${kind} AND sweeps < ${SWEEPS} LIMIT 1`);
  return one !== undefined;
}

/**
 * Marks one record as possibly missing, because the service did not return it by its id. Also forgets what is
 * known about the list, so that the next refresh reads all of it, and requests the record by its id where no such answer is noted.
 */
export function markRecordMissing(db: WritableDb, kind: Kind, id: string): void {
  if (getRawRecord(db, kind, id) === undefined) return;
  db.run(sql`
    INSERT INTO missing_record (kind, id, sweeps) VALUES (${kind}, ${id}, 0)
    ON CONFLICT (kind, id) DO UPDATE SET answer = NULL WHERE NOT ${HAS_REASON}`);
  clearFullyCachedUntil(db, kind);
}

/**
 * Notes that the service returned a record by its id. One that enough sweeps lacked stays noted with that answer: its list may never
 * contain it, and it would be counted and requested with every refresh.
 * @param at time of the response by this computer's clock
 */
export function recordReturnOfMissing(
  db: WritableDb,
  kind: Kind,
  { id, at }: { readonly id: string; readonly at: number },
): void {
  db.run(sql`DELETE FROM missing_record WHERE kind = ${kind} AND id = ${id} AND sweeps < ${SWEEPS}`);
  db.run(sql`
    UPDATE missing_record SET answer = 'returned', is_certain = 0, is_approved = 0, answered_at = ${at},
      answered_running_ms = (SELECT ms FROM running_time), answered_service_at = NULL
    WHERE kind = ${kind} AND id = ${id}`);
}

/** Clears one missing record: it was removed from the cache. */
export function clearRecordMissing(db: WritableDb, kind: Kind, id: string): void {
  db.run(sql`DELETE FROM missing_record WHERE kind = ${kind} AND id = ${id}`);
}

function addRunningTime(db: WritableDb, elapsed: number): number {
  const whole = Math.max(0, Math.floor(elapsed));
  db.run(sql`UPDATE running_time SET ms = ms + ${whole}`);
  return db.get(sql<{ ms: number }>`SELECT ms FROM running_time`)?.ms ?? 0;
}

/**
 * Returns the SQL condition that a record's first response and this one are far enough apart: by the running
 * time of the program, which does not depend on any clock, or by both this computer's clock and the service's
 * clock, which covers short runs with long breaks.
 */
function isLaterBy(ran: number, { wall, service }: RequestTimesByThreeClocks): Sql {
  return sql`(
    ${ran} - answered_running_ms >= ${APART}
    OR (${wall} - answered_at >= ${APART} AND coalesce(${service} - answered_service_at >= ${APART}, FALSE))
  )`;
}

/**
 * Returns the records of a kind to request by id in this refresh: those absent from enough certain sweeps, and
 * not requested yet, or requested long enough ago by the running time or this computer's clock. Records with
 * one response that they are missing come first, then those not requested yet, then those requested longest ago. Also adds the
 * elapsed time to the running time.
 */
export function addRunningTimeAndListMissingToRequest(
  db: WritableDb,
  kind: Kind,
  at: RequestTimesByThreeClocks,
): readonly string[] {
  const ran = addRunningTime(db, at.elapsed);
  const pause = sql`iif(${IS_ASKED_SOON}, ${APART}, ${ASK_AGAIN_AFTER})`;
  return db
    .all(sql<{ id: string }>`
      SELECT id FROM missing_record
      WHERE kind = ${kind} AND sweeps >= ${SWEEPS} AND is_certain = 0
        AND (answer IS NULL OR ${ran} - answered_running_ms >= ${pause} OR ${at.wall} - answered_at >= ${pause})
      ORDER BY ${HAS_REASON} DESC, answered_running_ms, id LIMIT ${MAX_REQUESTED}`)
    .map(({ id }) => id);
}

/**
 * Records what the service returned for ids while it also returned a list. The same reason twice, far enough
 * apart, makes a record certain; another reason starts from the beginning. An unknown answer is no reason and changes none.
 */
export function recordServiceResultsForMissing(
  db: WritableDb,
  kind: Kind,
  answers: readonly { readonly id: string; readonly answer: MissingRecordAnswer }[],
  at: RequestTimesByThreeClocks,
): void {
  const ran = addRunningTime(db, at.elapsed);
  for (const { id, answer } of answers) {
    const isReason = answer !== 'unknown';
    if (isReason)
      db.run(sql`
        UPDATE missing_record SET is_certain = 1
        WHERE kind = ${kind} AND id = ${id} AND answer = ${answer} AND ${isLaterBy(ran, at)}`);
    const isReplaced = isReason ? sql`answer IS NOT ${answer}` : sql`NOT ${HAS_REASON}`;
    const noted = isReason
      ? sql`${answer}`
      : sql`iif(answer IN ('unknown', 'unknown-again'), 'unknown-again', 'unknown')`;
    db.run(sql`
      UPDATE missing_record SET answer = ${noted}, answered_running_ms = ${ran}, answered_at = ${at.wall},
        answered_service_at = ${at.service}
      WHERE kind = ${kind} AND id = ${id} AND ${isReplaced} AND is_certain = 0`);
  }
}

const MAY_MOVE = sql`is_certain = 1 AND (is_held = 0 OR is_approved = 1)`;

/** Returns the records of a kind that may be moved out of their list now, at most `MAX_REQUESTED`. */
export function listMissingRecordsToMoveOut(
  db: ReadableDb,
  kind: Kind,
  after: string,
): readonly MissingRecordCopy[] {
  const found = db.all(sql<{ id: string; reason: MissingReason; needsReview: 0 | 1 }>`
    SELECT missing_record.id AS id, answer AS reason, coalesce(needs_review, 0) AS needsReview
    FROM missing_record LEFT JOIN requisition ON kind = 'requisition' AND requisition.id = missing_record.id
    WHERE kind = ${kind} AND ${MAY_MOVE} AND missing_record.id > ${after}
    ORDER BY missing_record.id LIMIT ${MAX_REQUESTED}`);
  return found.flatMap(({ id, reason, needsReview }) => {
    const record = getRawRecord(db, kind, id);
    return record === undefined ? [] : { id, reason, needsReview: needsReview === 1, ...record };
  });
}

/** Filters the records that may still be moved out of their list: one that came back meanwhile stays. */
export function filterMissingRecordsStillToMoveOut(
  db: ReadableDb,
  kind: Kind,
  ids: readonly string[],
): readonly string[] {
  return db
    .all(sql<{ id: string }>`
      SELECT id FROM missing_record WHERE kind = ${kind} AND ${MAY_MOVE} AND id IN ${toSqlList(ids)}`)
    .map(({ id }) => id);
}

/**
 * Approves the removal of records that the user has confirmed, whatever their number. Returns how many of
 * them were certain.
 */
export function approveMovingOutMissingRecords(db: WritableDb, kind: Kind, ids: readonly string[]): number {
  return db.run(sql`
    UPDATE missing_record SET is_approved = 1
    WHERE kind = ${kind} AND is_certain = 1 AND is_held = 1 AND is_approved = 0 AND id IN ${toSqlList(ids)}`)
    .changes;
}
