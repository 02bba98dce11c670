import type { CallOutput, ValidatedInput } from '#contract/api.ts';
import type { FollowUp } from '#contract/local-data.ts';
import type { OfflinePolicy } from '#contract/pdfs.ts';
import { ok, err } from '#contract/result.ts';
import type { WritableDb, ReadableDb } from '#main/engine/sqlite/db.ts';
import { sql, buildConditionOrEmptySql } from '#main/engine/sqlite/sql.ts';
import { resolveServiceId } from '../ids.ts';
import type { ResultAndChangedIdsOrError, TransactionTimeAndRandomHex } from './protocol.ts';

/**
 * Adds a diagnosis or a script to the favourites, or removes it. The change is reported under the name of the
 * list.
 */
export function setFavouriteCode(
  db: WritableDb,
  { of, code, description, isFavourite }: ValidatedInput<'favourites.set'>,
  { now }: TransactionTimeAndRandomHex,
): ResultAndChangedIdsOrError<CallOutput<'favourites.set'>> {
  const { changes } = db.run(
    isFavourite
      ? sql`
        INSERT OR IGNORE INTO favourite (list, code, description, saved_at)
        VALUES (${of}, ${code}, ${description}, ${now})`
      : sql`DELETE FROM favourite WHERE list = ${of} AND code = ${code} AND description = ${description}`,
  );
  return ok({ answer: {}, ids: changes > 0 ? [of] : [] });
}

/** Sets or changes the follow-up mark of a record. Returns 'not-found' for an unknown local id. */
export function setFollowUp(
  db: WritableDb,
  { kind, id: named, note, remindOn, markedAt: former }: ValidatedInput<'followUps.set'>,
  { now }: TransactionTimeAndRandomHex,
): ResultAndChangedIdsOrError<CallOutput<'followUps.set'>> {
  const id = resolveServiceId(db, named);
  if (id === undefined) return err('not-found', { detail: 'no such local id' });
  const stored = note.toWellFormed();
  const markedAt = former ?? now;
  db.run(sql`
    INSERT OR REPLACE INTO follow_up (kind, id, note, marked_at, remind_on)
    VALUES (${kind}, ${id}, ${stored}, ${markedAt}, ${remindOn})`);
  return ok({ answer: { kind, id, note: stored, markedAt, remindOn }, ids: [id] });
}

/** Removes the follow-up mark. */
export function clearFollowUp(
  db: WritableDb,
  { kind, id: named }: ValidatedInput<'followUps.clear'>,
): ResultAndChangedIdsOrError<CallOutput<'followUps.clear'>> {
  const id = resolveServiceId(db, named) ?? named;
  const { changes } = db.run(sql`DELETE FROM follow_up WHERE kind = ${kind} AND id = ${id}`);
  return ok({ answer: {}, ids: changes > 0 ? [id] : [] });
}

/**
 * Returns the follow-up marks of one record or of all: the earliest reminder first, marks without one last.
 */
export function listFollowUps(
  db: ReadableDb,
  { of }: ValidatedInput<'followUps.list'>,
): CallOutput<'followUps.list'> {
  const one = buildConditionOrEmptySql(
    of,
    ({ kind, id }) => sql`WHERE kind = ${kind} AND id = ${resolveServiceId(db, id) ?? id}`,
  );
  const items = db.all(sql<FollowUp>`
    SELECT kind, id, note, marked_at AS markedAt, remind_on AS remindOn FROM follow_up ${one}
    ORDER BY remind_on IS NULL, remind_on, marked_at, kind, id`);
  return { items };
}

/** The rule for PDFs that are kept offline, until the user sets another. */
const DEFAULT_POLICY: OfflinePolicy = { keep: 'needs-review', capMegabytes: 500 };

/** Returns the rule for PDFs that are kept offline. */
export function getOfflinePdfPolicy(db: ReadableDb): OfflinePolicy {
  return (
    db.get(sql<OfflinePolicy>`SELECT keep, max_megabytes AS capMegabytes FROM offline_policy`) ??
    DEFAULT_POLICY
  );
}

/** Stores the rule for PDFs that are kept offline, in place of the previous one. */
export function setOfflinePdfPolicy(db: WritableDb, { keep: save, capMegabytes }: OfflinePolicy): null {
  db.run(sql`
    INSERT OR REPLACE INTO offline_policy (id, keep, max_megabytes) VALUES (1, ${save}, ${capMegabytes})`);
  return null;
}
