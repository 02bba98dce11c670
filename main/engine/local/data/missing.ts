import type { Kind } from '#contract/records.ts';
import { ok } from '#contract/result.ts';
import { parseForm } from '#main/engine/api/parse/form.ts';
import { parseNotification } from '#main/engine/api/parse/notification.ts';
import { parseRequisition } from '#main/engine/api/parse/requisition.ts';
import type { ReadableDb, WritableDb } from '#main/engine/sqlite/db.ts';
import { toSqlList, sql, type Sql } from '#main/engine/sqlite/sql.ts';
import type { ResultAndChangedIdsOrError, TransactionTimeAndRandomHex } from './protocol.ts';
import type { MissingRecordStoreCalls } from './missing-protocol.ts';

interface KnownRecord {
  readonly name: string;
  readonly patient: string;
}

const UNKNOWN_RECORD: KnownRecord = { name: '', patient: '' };

/** Readers, by kind, of the facts shown about a record that has left its list. */
const READERS: Readonly<Record<Kind, (value: unknown) => KnownRecord>> = {
  form: (value) => {
    const reading = parseForm(value);
    return reading.ok ? { ...UNKNOWN_RECORD, name: reading.record.name } : UNKNOWN_RECORD;
  },
  requisition: (value) => {
    const reading = parseRequisition(value);
    if (!reading.ok) return UNKNOWN_RECORD;
    const { name, patient } = reading.record;
    return { name, patient };
  },
  notification: (value) => {
    const reading = parseNotification(value);
    return reading.ok ? { ...UNKNOWN_RECORD, name: reading.record.title } : UNKNOWN_RECORD;
  },
};

/**
 * Returns SQL for what the user still has to do about a record, besides an open review. `id` is an expression
 * for its id, `kind` for its kind.
 */
export function buildRecordRemindersAndUnsentCountSql(
  kind: Sql,
  id: Sql,
): { readonly reminders: Sql; readonly unsent: Sql } {
  return {
    reminders: sql`(
      (SELECT count(*) FROM follow_up WHERE follow_up.kind = ${kind} AND follow_up.id = ${id})
      + (SELECT count(*) FROM completion_reminder WHERE ${kind} = 'form' AND form = ${id}))`,
    unsent: sql`(SELECT count(*) FROM operation WHERE operation.kind = ${kind} AND target = ${id})`,
  };
}

function isWaitingForUser(db: ReadableDb, kind: Kind, id: string): boolean {
  const { reminders, unsent } = buildRecordRemindersAndUnsentCountSql(sql`${kind}`, sql`${id}`);
  const found = db.get(sql<{ count: number }>`SELECT ${reminders} + ${unsent} AS count`);
  return (found?.count ?? 0) > 0;
}

function listIdsWithChangesBeingSent(
  db: ReadableDb,
  kind: Kind,
  ids: readonly string[],
): ReadonlySet<string> {
  const rows = db.all(sql<{ target: string }>`
    SELECT target FROM operation
    WHERE kind = ${kind} AND target IN ${toSqlList(ids)} AND state IN ('sending', 'uncertain')`);
  return new Set(rows.map(({ target }) => target));
}

/**
 * Saves copies of records that are about to leave the cache. For a record that the user may no longer see, no
 * content is stored.
 */
export function saveMissingRecords(
  db: WritableDb,
  { kind, records }: MissingRecordStoreCalls['saveMissing']['input'],
  { now }: TransactionTimeAndRandomHex,
): ResultAndChangedIdsOrError<readonly string[]> {
  const busy = listIdsWithChangesBeingSent(
    db,
    kind,
    records.map(({ id }) => id),
  );
  const stored = records.filter(({ id }) => !busy.has(id));
  for (const { id, reason, raw, fetchedAt, needsReview } of stored) {
    const known = READERS[kind](JSON.parse(raw));
    const shown = reason === 'forbidden' ? { raw: null, name: '', patient: '' } : { ...known, raw };
    const confirmedAt = needsReview || isWaitingForUser(db, kind, id) ? null : now;
    db.run(sql`
      INSERT OR REPLACE INTO missing_record
        (kind, id, reason, name, patient, raw, fetched_at, has_open_review, moved_at, confirmed_at)
      VALUES (${kind}, ${id}, ${reason}, ${shown.name.slice(0, 300).toWellFormed()}, ${shown.patient.slice(0, 300).toWellFormed()},
        ${shown.raw}, ${fetchedAt}, ${needsReview ? 1 : 0}, ${now}, ${confirmedAt})`);
  }
  const ids = stored.map(({ id }) => id);
  return ok({ answer: ids, ids });
}

/** Confirms missing records. Reminders, notes and unsent changes stay. */
export function confirmMissingRecords(
  db: WritableDb,
  { kind, ids }: MissingRecordStoreCalls['confirmMissing']['input'],
  { now }: TransactionTimeAndRandomHex,
): ResultAndChangedIdsOrError<number> {
  const { changes } = db.run(sql`
    UPDATE missing_record SET confirmed_at = ${now}
    WHERE kind = ${kind} AND id IN ${toSqlList(ids)} AND confirmed_at IS NULL`);
  return ok({ answer: changes, ids: changes > 0 ? ids : [] });
}

/** Removes the copies of records that the service returns again. */
export function deleteCopiesOfReturnedRecords(
  db: WritableDb,
  { kind, ids }: MissingRecordStoreCalls['forgetMissing']['input'],
): ResultAndChangedIdsOrError<null> {
  const { changes } = db.run(
    sql`DELETE FROM missing_record WHERE kind = ${kind} AND id IN ${toSqlList(ids)}`,
  );
  return ok({ answer: null, ids: changes > 0 ? ids : [] });
}
