import type { Output } from '#contract/api.ts';
import { err, ok } from '#contract/result.ts';
import type { ReadableDb, WritableDb } from '#main/engine/store/db.ts';
import { sql } from '#main/engine/store/sql.ts';
import { resolveId } from '../local-ids.ts';
import type { Changing, LocalDataCalls, OperationContext } from './protocol.ts';
import { addEnded, closeRequest, dropReminders, openRequest, openRows, type End } from './request-rows.ts';
import { requestKey, type LeftRequest, type SeenForm } from './seen-forms.ts';

/** How a request ended that is not there any more; what the cache does not know of it is bounded by what this desk saw. */
function getEnd(
  left: Pick<LeftRequest, 'after' | 'before'>,
  { fetchedAt }: Pick<SeenForm, 'fetchedAt'>,
  now: number,
): End {
  const { after, before } = left;
  if (before !== null) return { state: 'ended', after, before };
  return fetchedAt === null
    ? { state: 'form-gone', after, before: now }
    : { state: 'ended', after, before: fetchedAt };
}

function noteRequests(db: WritableDb, seen: SeenForm, now: number): boolean {
  const { form, fetchedAt, requests, isWhole } = seen;
  const there = new Set(requests.map(requestKey));
  const left = seen.left.filter((request) => !there.has(requestKey(request)));
  const known = openRows(db, form);
  const gone = isWhole ? known.filter((row) => !there.has(requestKey(row))) : [];
  const leftBy = new Map(left.map((request) => [requestKey(request), request]));
  for (const row of gone) {
    const bounds = leftBy.get(requestKey(row)) ?? { after: row.seenAt, before: null };
    closeRequest(db, form, row, getEnd(bounds, seen, now));
  }
  const cameAndWent = left.filter((request) => addEnded(db, form, request, getEnd(request, seen, now)));
  const wasOpen = new Set(known.map(requestKey));
  const fresh = requests.filter(
    (request) => !wasOpen.has(requestKey(request)) && openRequest(db, form, request, fetchedAt ?? now),
  );
  // A form that the service no longer returns may come back: its reminders are the user's own words.
  if (fetchedAt !== null) {
    dropReminders(
      db,
      form,
      [...gone, ...cameAndWent].map(({ patient }) => patient),
    );
  }
  return gone.length + cameAndWent.length + fresh.length > 0;
}

/** Since when patients see less than the draft has: since this desk saw it first. */
function noteUnpublishedSince(db: WritableDb, { form, fetchedAt, isDrifting }: SeenForm): boolean {
  if (fetchedAt === null) return false;
  const { changes } = db.run(
    isDrifting
      ? sql`INSERT OR IGNORE INTO form_unpublished (form, since) VALUES (${form}, ${fetchedAt})`
      : sql`DELETE FROM form_unpublished WHERE form = ${form}`,
  );
  return changes > 0;
}

/**
 * Notes how forms stand, in one transaction. The same forms noted again change nothing, so it may be done once more after
 * anything that went wrong.
 */
export function noteForms(
  db: WritableDb,
  { forms }: LocalDataCalls['noteForms']['input'],
  { now }: OperationContext,
): Changing<null> {
  const ids = forms.filter((form) => {
    const isRequestNew = noteRequests(db, form, now);
    return noteUnpublishedSince(db, form) || isRequestNew;
  });
  return ok({ answer: null, ids: ids.map(({ form }) => form) });
}

/** The forms of which this desk knows something that ends with them. */
export function notedForms(db: ReadableDb): readonly string[] {
  return db
    .all(sql<{ form: string }>`
      SELECT DISTINCT form FROM completion_request WHERE state = 'open'`)
    .map(({ form }) => form);
}

/** Sets a reminder of this desk for a request, or takes it away. 'not-found': a local id that nobody gave. */
export function remind(
  db: WritableDb,
  { form: named, patient, reminder }: LocalDataCalls['completions.remind']['input'],
): Changing<Output<'completions.remind'>> {
  const form = resolveId(db, named);
  if (form === undefined) return err('not-found', { detail: 'no such local id' });
  const { changes } = db.run(
    reminder === null
      ? sql`DELETE FROM completion_reminder WHERE form = ${form} AND patient = ${patient}`
      : sql`
        INSERT OR REPLACE INTO completion_reminder (form, patient, remind_on, note)
        VALUES (${form}, ${patient}, ${reminder.remindOn}, ${reminder.note.toWellFormed()})`,
  );
  return ok({ answer: {}, ids: changes > 0 ? [form] : [] });
}
