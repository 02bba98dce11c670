import type { ResultDurations } from '#contract/home-procedures.ts';
import type { ReadableDb, WritableDb } from '#main/engine/sqlite/db.ts';
import { sql, type Sql } from '#main/engine/sqlite/sql.ts';
import { truncateId } from './columns.ts';

/** How long results usually take for a type at a facility. */
export type UsualWait = Pick<ResultDurations['groups'][number], 'type' | 'serviceFacility' | 'median'>;

/**
 * Added to the time since which a requisition waits where no usual wait is known. Times end with the year 9999, so that
 * such requisitions follow all others, the longest wait first. The migration that adds the column has the same number.
 */
const WITHOUT_USUAL_WAIT = 1_000_000_000_000_000;

/** What the moment depends on at which a requisition has waited as long as is usual. */
interface WaitingRequisition {
  readonly type: string;
  readonly serviceFacility: string;
  readonly status: string;
  readonly statusSince: number | null;
  readonly createdAt: number | null;
}

/**
 * Returns the moment at which a sent requisition has waited for its results as long as is usual, in epoch milliseconds; far
 * beyond all dates where no usual wait is known, and null where it is not sent or it is not known since when.
 * `buildUsualWaitOverExpression` is the same in SQL.
 */
export function getUsualWaitOver(
  db: ReadableDb,
  { type, serviceFacility, status, statusSince, createdAt }: WaitingRequisition,
): number | null {
  const since = statusSince ?? createdAt;
  if (status !== 'sent' || since === null) return null;
  const usual = db.get(sql<Pick<UsualWait, 'median'>>`
    SELECT median FROM main.usual_wait WHERE type = ${type} AND service_facility = ${serviceFacility}`);
  return since + (usual?.median ?? WITHOUT_USUAL_WAIT);
}

/** Returns `getUsualWaitOver` of a sent requisition as an expression on the columns of the table that is updated. */
function buildUsualWaitOverExpression(table: Sql): Sql {
  return sql`coalesce(status_since, created_at) + coalesce((
    SELECT median FROM main.usual_wait AS usual
    WHERE usual.type = ${table}.type AND usual.service_facility = ${table}.service_facility), ${WITHOUT_USUAL_WAIT})`;
}

/** Returns the usual waits that are stored, by type and facility. */
export function listUsualWaits(db: ReadableDb): readonly UsualWait[] {
  return db.all(sql<UsualWait>`
    SELECT type, service_facility AS serviceFacility, median FROM main.usual_wait ORDER BY type, service_facility`);
}

/** Writes the moments of the rows of a TEMP table of requisitions again, after the usual waits have changed. */
export function updateUsualWaitsOfPendingRows(db: WritableDb, table: Sql): void {
  db.run(
    sql`UPDATE ${table} SET usual_wait_over = ${buildUsualWaitOverExpression(table)} WHERE status = 'sent'`,
  );
}

const toKey = ({ type, serviceFacility }: UsualWait): string => JSON.stringify([type, serviceFacility]);

/** A type and a facility with another usual wait than the stored one; null where it is not known any more. */
export type ChangedUsualWait = Omit<UsualWait, 'median'> & { readonly median: number | null };

/** Returns how usual waits differ from the stored ones. */
export function listChangedUsualWaits(
  db: ReadableDb,
  waits: readonly UsualWait[],
): readonly ChangedUsualWait[] {
  const cut = waits.map((wait) => ({
    type: truncateId(wait.type),
    serviceFacility: truncateId(wait.serviceFacility),
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
 * Stores the usual wait of a type and a facility, with the moments of the requisitions that wait there. Call it in a
 * transaction, when no written row is queued. Returns the ids of these requisitions.
 */
export function storeUsualWait(
  db: WritableDb,
  { type, serviceFacility, median }: ChangedUsualWait,
): readonly string[] {
  if (median === null)
    db.run(sql`DELETE FROM usual_wait WHERE type = ${type} AND service_facility = ${serviceFacility}`);
  else
    db.run(sql`
      INSERT INTO usual_wait (type, service_facility, median) VALUES (${type}, ${serviceFacility}, ${median})
      ON CONFLICT (type, service_facility) DO UPDATE SET median = excluded.median`);
  const updated = db.all(buildUsualWaitsUpdate(type, serviceFacility));
  return updated.map(({ id }) => id);
}

/** Returns the statement that writes the moments of the stored requisitions that wait at a facility; the groups find them. */
export function buildUsualWaitsUpdate(type: string, serviceFacility: string): Sql<{ id: string }> {
  const waiting = sql`SELECT each.row FROM requisition_group CROSS JOIN requisition_group_row AS each USING (number)
    WHERE service_facility = ${serviceFacility} AND type = ${type} AND status = 'sent'`;
  return sql<{ id: string }>`
    UPDATE requisition SET usual_wait_over = ${buildUsualWaitOverExpression(sql`requisition`)}
    WHERE row IN (${waiting}) RETURNING id`;
}
