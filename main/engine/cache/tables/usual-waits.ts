import type { ResultDurations } from '#contract/home-procedures.ts';
import type { ReadableDb, WritableDb } from '#main/engine/sqlite/db.ts';
import { sql, type Sql } from '#main/engine/sqlite/sql.ts';
import { truncateId } from './columns.ts';

/** How long results usually take for a test at a facility; with an empty key, for all tests of a type there. */
export type UsualWait = Pick<
  ResultDurations['tests'][number],
  'type' | 'serviceFacility' | 'nameKey' | 'median'
>;

/**
 * Added to the time since which a requisition waits where no usual wait is known. Times end with the year 9999, so that
 * such requisitions follow all others, the longest wait first. The migration that adds the column has the same number.
 */
const WITHOUT_USUAL_WAIT = 1_000_000_000_000_000;

/** What the moment depends on at which a requisition has waited as long as is usual. */
interface WaitingRequisition {
  readonly type: string;
  readonly serviceFacility: string;
  readonly nameKey: string;
  readonly status: string;
  readonly statusSince: number | null;
  readonly createdAt: number | null;
}

/**
 * Returns the condition for the usual waits that a requisition may have. The empty key is the first of all, so that the last one
 * found is that of its test.
 */
function matchUsualWait(type: string | Sql, serviceFacility: string | Sql, nameKey: string | Sql): Sql {
  return sql`usual.type = ${type} AND usual.service_facility = ${serviceFacility}
    AND usual.name_key IN (${nameKey}, '') ORDER BY usual.name_key DESC LIMIT 1`;
}

/**
 * Returns the moment at which a sent requisition has waited for its results as long as is usual, in epoch milliseconds; far
 * beyond all dates where no usual wait is known, and null where it is not sent or it is not known since when.
 * `buildUsualWaitOverExpression` is the same in SQL.
 */
export function getUsualWaitOver(
  db: ReadableDb,
  { type, serviceFacility, nameKey, status, statusSince, createdAt }: WaitingRequisition,
): number | null {
  const since = statusSince ?? createdAt;
  if (status !== 'sent' || since === null) return null;
  const usual = db.get(sql<Pick<UsualWait, 'median'>>`
    SELECT median FROM main.usual_wait AS usual WHERE ${matchUsualWait(type, serviceFacility, nameKey)}`);
  return since + (usual?.median ?? WITHOUT_USUAL_WAIT);
}

/** Returns `getUsualWaitOver` of a sent requisition as an expression on the columns of the table that is updated. */
function buildUsualWaitOverExpression(table: Sql): Sql {
  return sql`coalesce(status_since, created_at) + coalesce((
    SELECT median FROM main.usual_wait AS usual
    WHERE ${matchUsualWait(sql`${table}.type`, sql`${table}.service_facility`, sql`${table}.name_key`)}), ${WITHOUT_USUAL_WAIT})`;
}

/** Returns the usual waits that are stored, by type, facility and test. */
export function listUsualWaits(db: ReadableDb): readonly UsualWait[] {
  return db.all(sql<UsualWait>`
    SELECT type, service_facility AS serviceFacility, name_key AS nameKey, median FROM main.usual_wait
    ORDER BY type, service_facility, name_key`);
}

/** Writes the moments of the rows of a TEMP table of requisitions again, after the usual waits have changed. */
export function updateUsualWaitsOfPendingRows(db: WritableDb, table: Sql): void {
  db.run(
    sql`UPDATE ${table} SET usual_wait_over = ${buildUsualWaitOverExpression(table)} WHERE status = 'sent'`,
  );
}

const toKey = ({ type, serviceFacility, nameKey }: UsualWait): string =>
  JSON.stringify([type, serviceFacility, nameKey]);

/** A test, or a type and a facility, with another usual wait than the stored one; null where it is not known any more. */
export type ChangedUsualWait = Omit<UsualWait, 'median'> & { readonly median: number | null };

/** Returns how usual waits differ from the stored ones. */
export function listChangedUsualWaits(
  db: ReadableDb,
  waits: readonly UsualWait[],
): readonly ChangedUsualWait[] {
  const cut = waits.map((wait) => ({
    type: truncateId(wait.type),
    serviceFacility: truncateId(wait.serviceFacility),
    nameKey: wait.nameKey,
    median: wait.median,
  }));
  const fresh = new Map(cut.map((wait) => [toKey(wait), wait]));
  const stored = new Map(listUsualWaits(db).map((wait) => [toKey(wait), wait]));
  const removed = [...stored].filter(([key]) => !fresh.has(key));
  return [
    ...removed.map(([, wait]) => ({ ...wait, median: null })),
    ...[...fresh].filter(([key, { median }]) => stored.get(key)?.median !== median).map(([, wait]) => wait),
  ];
}

/**
 * Stores the usual wait of a test, or of a type and a facility, with the moments of the requisitions that wait for it. Call it in a
 * transaction, when no written row is queued. Returns the ids of the requisitions whose moments have changed.
 */
export function storeUsualWait(
  db: WritableDb,
  { type, serviceFacility, nameKey, median }: ChangedUsualWait,
): readonly string[] {
  if (median === null)
    db.run(sql`
      DELETE FROM usual_wait
      WHERE type = ${type} AND service_facility = ${serviceFacility} AND name_key = ${nameKey}`);
  else
    db.run(sql`
      INSERT INTO usual_wait (type, service_facility, name_key, median)
      VALUES (${type}, ${serviceFacility}, ${nameKey}, ${median})
      ON CONFLICT (type, service_facility, name_key) DO UPDATE SET median = excluded.median`);
  const updated = db.all(buildUsualWaitsUpdate(type, serviceFacility, nameKey));
  return updated.map(({ id }) => id);
}

/**
 * Returns the statement that writes the moments of the stored requisitions that wait at a facility, where they change; the groups find
 * them.
 * @param nameKey the test that they wait for; empty for all of a type
 */
export function buildUsualWaitsUpdate(
  type: string,
  serviceFacility: string,
  nameKey: string,
): Sql<{ id: string }> {
  const over = buildUsualWaitOverExpression(sql`requisition`);
  // The plus keeps the index of names from being searched: a name has more requisitions than wait at one facility.
  const ofTest = nameKey === '' ? sql`` : sql` AND +name_key = ${nameKey}`;
  const waiting = sql`SELECT each.row FROM requisition_group CROSS JOIN requisition_group_row AS each USING (number)
    WHERE service_facility = ${serviceFacility} AND type = ${type} AND status = 'sent'`;
  return sql<{ id: string }>`
    UPDATE requisition SET usual_wait_over = ${over}
    WHERE row IN (${waiting})${ofTest} AND usual_wait_over IS NOT (${over}) RETURNING id`;
}
