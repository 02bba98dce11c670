import { ok } from '#contract/result.ts';
import type { ReadableDb, WritableDb } from '#main/engine/sqlite/db.ts';
import { sql, toSqlList, type Sql } from '#main/engine/sqlite/sql.ts';
import { buildRecordRemindersAndUnsentCountSql } from './missing.ts';
import type { ResultAndChangedIdsOrError, RetentionCalls } from './protocol.ts';

/** Rows that one call looks at, so that other calls need not wait for it. */
const SLICE = 200;

/** Returns SQL for whether a draft or a pending change refers to a record. `id` is an expression for its id. */
function buildUnsentSql(kind: Sql, id: Sql): Sql {
  return sql`(
    EXISTS (SELECT 1 FROM operation WHERE operation.kind = ${kind} AND operation.target = ${id})
    OR EXISTS (SELECT 1 FROM draft WHERE draft.target = ${id}))`;
}

/**
 * Returns whether something is not on the service, and the requisitions whose PDFs stay: those that it refers to, and last
 * copies with a follow-up mark, whose PDFs cannot be fetched again.
 */
export function findUnsentWork(db: ReadableDb): RetentionCalls['findUnsentWork']['output'] {
  const requisitions = db.all(sql<{ id: string }>`
    SELECT target AS id FROM operation WHERE kind = 'requisition'
    UNION SELECT target FROM draft WHERE target IS NOT NULL
    UNION SELECT missing_record.id FROM missing_record
      JOIN follow_up ON follow_up.kind = missing_record.kind AND follow_up.id = missing_record.id
      WHERE missing_record.kind = 'requisition' AND raw IS NOT NULL`);
  const found = db.get(sql<{ isThere: number }>`
    SELECT EXISTS (SELECT 1 FROM operation) OR EXISTS (SELECT 1 FROM draft) AS isThere`);
  return { isThere: found?.isThere !== 0, protectedRequisitions: requisitions.map(({ id }) => id) };
}

/**
 * Removes versions of a record before its newest one, where neither they nor a later one were viewed since a time: until
 * then the later one is shown with what has changed. All of a record with a draft or a pending change stay.
 */
export function removeExpiredViewedVersions(
  db: WritableDb,
  { before, after }: RetentionCalls['removeExpiredViewedVersions']['input'],
): ResultAndChangedIdsOrError<RetentionCalls['removeExpiredViewedVersions']['output']> {
  const slice = db.all(sql<{ number: number }>`
    SELECT number FROM viewed_version WHERE number > ${after} ORDER BY number LIMIT ${SLICE}`);
  const numbers = slice.map(({ number }) => number);
  const { changes } = db.run(sql`
    DELETE FROM viewed_version WHERE number IN (
      SELECT number FROM viewed_version AS version
      WHERE number IN ${toSqlList(numbers)} AND viewed_at < ${before}
        AND (SELECT max(viewed_at) FROM viewed_version AS later
          WHERE later.kind = version.kind AND later.id = version.id AND later.number > version.number) < ${before}
        AND NOT ${buildUnsentSql(sql`version.kind`, sql`version.id`)})`);
  const next = slice.length < SLICE ? null : (numbers.at(-1) ?? null);
  return ok({ answer: { removed: changes, next }, ids: [] });
}

/**
 * Removes last copies of records that the service no longer returns and that were confirmed before a time. One with a
 * follow-up mark, a reminder, a draft or a pending change stays; so does one whose access was withdrawn, which has no
 * content and keeps its PDF closed.
 */
export function removeExpiredMissingRecords(
  db: WritableDb,
  { before }: RetentionCalls['removeExpiredMissingRecords']['input'],
): ResultAndChangedIdsOrError<RetentionCalls['removeExpiredMissingRecords']['output']> {
  const [kind, id] = [sql`missing_record.kind`, sql`missing_record.id`];
  const { reminders } = buildRecordRemindersAndUnsentCountSql(kind, id);
  const due = db.all(sql<{ row: number; id: string }>`
    SELECT rowid AS row, id FROM missing_record
    WHERE confirmed_at < ${before} AND moved_at < ${before} AND raw IS NOT NULL
      AND ${reminders} = 0 AND NOT ${buildUnsentSql(kind, id)} LIMIT ${SLICE}`);
  const rows = due.map(({ row }) => row);
  db.run(sql`DELETE FROM missing_record WHERE rowid IN ${toSqlList(rows)}`);
  const answer = { removed: due.length, isComplete: due.length < SLICE };
  return ok({ answer, ids: due.map((each) => each.id) });
}
