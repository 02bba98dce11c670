import type { Output } from '#contract/api.ts';
import type { CompletionRow } from '#contract/completion-requests.ts';
import { err, ok } from '#contract/result.ts';
import type { ReadableDb, WritableDb } from '#main/engine/sqlite/db.ts';
import { listed, sql } from '#main/engine/sqlite/sql.ts';
import { resolveId } from '../ids.ts';
import { type SeenRequest, requestKey, type LeftRequest, type SeenForm } from './known-forms.ts';
import type { Changing, LocalDataCalls, OperationContext } from './protocol.ts';

/** A request that is open, as far as this desk has noted. */
export interface OpenRow {
  readonly patient: string;
  readonly requestedAt: number;
  readonly seenAt: number;
}

/** How a request ended. */
interface End {
  readonly state: Exclude<CompletionRow['state'], 'open'>;
  readonly after: number;
  readonly before: number;
}

type Named = Pick<SeenRequest, 'patient' | 'requestedAt'>;

/** The open requests of a form. */
function openRows(db: ReadableDb, form: string): readonly OpenRow[] {
  return db.all(sql<OpenRow>`
    SELECT patient, requested_at AS requestedAt, seen_at AS seenAt FROM completion_request
    WHERE form = ${form} AND state = 'open'`);
}

/** Notes how a request ended. */
export function closeRequest(db: WritableDb, form: string, { patient, requestedAt }: Named, end: End): void {
  const { state, after, before } = end;
  db.run(sql`
    UPDATE completion_request SET state = ${state}, ended_after = ${Math.min(after, before)}, ended_before = ${before}
    WHERE form = ${form} AND patient = ${patient} AND requested_at = ${requestedAt}`);
}

/**
 * Notes that a request is open; answers whether that was new. One that was known to have ended is open again only where it was seen
 * later than that.
 */
export function openRequest(db: WritableDb, form: string, request: SeenRequest, seenAt: number): boolean {
  const { patient, requestedAt, requestedBy } = request;
  const { changes } = db.run(sql`
    INSERT INTO completion_request (form, patient, requested_at, requested_by, seen_at, state)
    VALUES (${form}, ${patient}, ${requestedAt}, ${requestedBy}, ${seenAt}, 'open')
    ON CONFLICT (form, patient, requested_at) DO UPDATE SET requested_by = excluded.requested_by,
      seen_at = excluded.seen_at, state = 'open', ended_after = NULL, ended_before = NULL
    WHERE state <> 'open' AND excluded.seen_at > ended_before`);
  return changes > 0;
}

/** Notes a request that came and went before anybody took note; answers whether that was new. */
function addEnded(db: WritableDb, form: string, request: SeenRequest, end: End): boolean {
  const { patient, requestedAt, requestedBy } = request;
  const { changes } = db.run(sql`
    INSERT OR IGNORE INTO completion_request (form, patient, requested_at, requested_by, seen_at, state)
    VALUES (${form}, ${patient}, ${requestedAt}, ${requestedBy}, ${end.after}, 'open')`);
  if (changes > 0) closeRequest(db, form, request, end);
  return changes > 0;
}

/** Reminders go with the last open request of their patient. */
export function dropReminders(db: WritableDb, form: string, patients: readonly string[]): void {
  if (patients.length === 0) return;
  db.run(sql`
    DELETE FROM completion_reminder WHERE form = ${form} AND patient IN ${listed(patients)} AND patient NOT IN
      (SELECT patient FROM completion_request WHERE form = ${form} AND state = 'open')`);
}

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
      ? sql`INSERT OR IGNORE INTO unpublished_form (form, since) VALUES (${form}, ${fetchedAt})`
      : sql`DELETE FROM unpublished_form WHERE form = ${form}`,
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
