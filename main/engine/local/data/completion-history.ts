import type { CallOutput } from '#contract/api.ts';
import type { CompletionRequestRow } from '#contract/completion-requests.ts';
import { err, ok } from '#contract/result.ts';
import type { ReadableDb, WritableDb } from '#main/engine/sqlite/db.ts';
import { toSqlList, sql } from '#main/engine/sqlite/sql.ts';
import { resolveServiceId } from '../ids.ts';
import {
  type ObservedCompletionRequest,
  getCompletionRequestKey,
  type EndedCompletionRequest,
  type ObservedForm,
} from './observed-forms.ts';
import type { ResultAndChangedIdsOrError, LocalDataCalls, TransactionTimeAndRandomHex } from './protocol.ts';

/** A completion request that is open, as far as this computer knows. */
export interface OpenCompletionRequestRow {
  readonly patient: string;
  readonly requestedAt: number;
  readonly seenAt: number;
}

/** How a completion request ended, and the two times between which it did. */
interface RequestEnd {
  readonly state: Exclude<CompletionRequestRow['state'], 'open'>;
  readonly after: number;
  readonly before: number;
}

type Named = Pick<ObservedCompletionRequest, 'patient' | 'requestedAt'>;

/** Returns the completion requests of a form that are open, as far as this computer knows. */
function openRows(db: ReadableDb, form: string): readonly OpenCompletionRequestRow[] {
  return db.all(sql<OpenCompletionRequestRow>`
    SELECT patient, requested_at AS requestedAt, seen_at AS seenAt FROM completion_request
    WHERE form = ${form} AND state = 'open'`);
}

/** Records in the history how and when a completion request ended. */
export function recordCompletionRequestEnd(
  db: WritableDb,
  form: string,
  { patient, requestedAt }: Named,
  end: RequestEnd,
): void {
  const { state, after, before } = end;
  db.run(sql`
    UPDATE completion_request SET state = ${state}, ended_after = ${Math.min(after, before)}, ended_before = ${before}
    WHERE form = ${form} AND patient = ${patient} AND requested_at = ${requestedAt}`);
}

/**
 * Notes that a request is open and returns whether that was new. A request that is known to have ended is
 * reopened only where it was seen after its end.
 */
export function recordOpenCompletionRequest(
  db: WritableDb,
  form: string,
  request: ObservedCompletionRequest,
  seenAt: number,
): boolean {
  const { patient, requestedAt, requestedBy } = request;
  const { changes } = db.run(sql`
    INSERT INTO completion_request (form, patient, requested_at, requested_by, seen_at, state)
    VALUES (${form}, ${patient}, ${requestedAt}, ${requestedBy}, ${seenAt}, 'open')
    ON CONFLICT (form, patient, requested_at) DO UPDATE SET requested_by = excluded.requested_by,
      seen_at = excluded.seen_at, state = 'open', ended_after = NULL, ended_before = NULL
    WHERE state <> 'open' AND excluded.seen_at > ended_before`);
  return changes > 0;
}

/**
 * Gives an open request another time, under which the service lists it from now on. An observation in between may have noted
 * the former time as ended and the new one as a request of its own.
 * @param requestedAt the new time in epoch milliseconds; 0 where the service names none
 */
export function moveOpenCompletionRequest(
  db: WritableDb,
  form: string,
  { patient, requestedAt: former }: Named,
  requestedAt: number,
): void {
  if (requestedAt === former) return;
  const row = sql`form = ${form} AND patient = ${patient}`;
  const isKnown = db.get(sql`
    SELECT 1 FROM completion_request WHERE ${row} AND requested_at = ${former} AND state IN ('open', 'ended')`);
  if (isKnown === undefined) return;
  db.run(sql`DELETE FROM completion_request WHERE ${row} AND requested_at = ${requestedAt}`);
  db.run(sql`
    UPDATE completion_request SET requested_at = ${requestedAt}, state = 'open', ended_after = NULL, ended_before = NULL
    WHERE ${row} AND requested_at = ${former}`);
}

/**
 * Notes a request that began and ended unnoticed, and returns whether that was new. A later one of the same patient that was
 * seen before that end is the same request, whose time has moved.
 */
function addEnded(
  db: WritableDb,
  form: string,
  request: ObservedCompletionRequest,
  end: RequestEnd,
): boolean {
  const { patient, requestedAt, requestedBy } = request;
  const { changes } = db.run(sql`
    INSERT OR IGNORE INTO completion_request (form, patient, requested_at, requested_by, seen_at, state)
    SELECT ${form}, ${patient}, ${requestedAt}, ${requestedBy}, ${end.after}, 'open'
    WHERE NOT EXISTS (
      SELECT 1 FROM completion_request WHERE form = ${form} AND patient = ${patient}
        AND requested_at > ${requestedAt} AND seen_at < ${end.before})`);
  if (changes > 0) recordCompletionRequestEnd(db, form, request, end);
  return changes > 0;
}

/** Removes the reminders of patients without an open request. */
export function deleteRemindersOfEndedRequests(
  db: WritableDb,
  form: string,
  patients: readonly string[],
): void {
  if (patients.length === 0) return;
  db.run(sql`
    DELETE FROM completion_reminder WHERE form = ${form} AND patient IN ${toSqlList(patients)} AND patient NOT IN
      (SELECT patient FROM completion_request WHERE form = ${form} AND state = 'open')`);
}

/**
 * Returns the end of a request that is no longer listed. Times that the cache does not know are bounded by
 * what this computer observed.
 */
function findRequestEnd(
  left: Pick<EndedCompletionRequest, 'after' | 'before'>,
  { fetchedAt }: Pick<ObservedForm, 'fetchedAt'>,
  now: number,
): RequestEnd {
  const { after, before } = left;
  if (before !== null) return { state: 'ended', after, before };
  return fetchedAt === null
    ? { state: 'form-gone', after, before: now }
    : { state: 'ended', after, before: fetchedAt };
}

function noteRequests(db: WritableDb, seen: ObservedForm, now: number): boolean {
  const { form, fetchedAt, requests, isWhole } = seen;
  const there = new Set(requests.map(getCompletionRequestKey));
  const left = seen.ended.filter((request) => !there.has(getCompletionRequestKey(request)));
  const known = openRows(db, form);
  const gone = isWhole ? known.filter((row) => !there.has(getCompletionRequestKey(row))) : [];
  const leftBy = new Map(left.map((request) => [getCompletionRequestKey(request), request]));
  for (const row of gone) {
    const bounds = leftBy.get(getCompletionRequestKey(row)) ?? { after: row.seenAt, before: null };
    recordCompletionRequestEnd(db, form, row, findRequestEnd(bounds, seen, now));
  }
  const cameAndWent = left.filter((request) =>
    addEnded(db, form, request, findRequestEnd(request, seen, now)),
  );
  const wasOpen = new Set(known.map(getCompletionRequestKey));
  const fresh = requests.filter(
    (request) =>
      !wasOpen.has(getCompletionRequestKey(request)) &&
      recordOpenCompletionRequest(db, form, request, fetchedAt ?? now),
  );
  // A form that the service no longer returns may come back, and its reminders are the user's own text.
  if (fetchedAt !== null) {
    deleteRemindersOfEndedRequests(
      db,
      form,
      [...gone, ...cameAndWent].map(({ patient }) => patient),
    );
  }
  return gone.length + cameAndWent.length + fresh.length > 0;
}

/**
 * Notes since when at the latest the draft is ahead of the published version: since the earliest of the times at which it was
 * changed last or fetched here, as long as it is ahead. An older program has noted the first fetching alone.
 */
function noteUnpublishedSince(
  db: WritableDb,
  { form, fetchedAt, lastUpdatedAt, hasUnpublishedChanges }: ObservedForm,
): boolean {
  if (fetchedAt === null) return false;
  const since = Math.min(fetchedAt, lastUpdatedAt ?? fetchedAt);
  const { changes } = db.run(
    hasUnpublishedChanges
      ? sql`INSERT INTO unpublished_form (form, since) VALUES (${form}, ${since})
          ON CONFLICT (form) DO UPDATE SET since = excluded.since WHERE excluded.since < unpublished_form.since`
      : sql`DELETE FROM unpublished_form WHERE form = ${form}`,
  );
  return changes > 0;
}

/**
 * Notes the observed state of forms in one transaction. It is idempotent, so it can be repeated after any
 * failure.
 */
export function recordObservedForms(
  db: WritableDb,
  { forms }: LocalDataCalls['recordObservedForms']['input'],
  { now }: TransactionTimeAndRandomHex,
): ResultAndChangedIdsOrError<null> {
  const ids = forms.filter((form) => {
    const isRequestNew = noteRequests(db, form, now);
    return noteUnpublishedSince(db, form) || isRequestNew;
  });
  return ok({ answer: null, ids: ids.map(({ form }) => form) });
}

/** Returns the forms with open completion requests, as far as this computer knows. */
export function listFormsWithOpenRequests(db: ReadableDb): readonly string[] {
  return db
    .all(sql<{ form: string }>`
      SELECT DISTINCT form FROM completion_request WHERE state = 'open'`)
    .map(({ form }) => form);
}

/** Sets or clears a local reminder for a completion request. Returns 'not-found' for an unknown local id. */
export function setCompletionReminder(
  db: WritableDb,
  { form: named, patient, reminder }: LocalDataCalls['completions.remind']['input'],
): ResultAndChangedIdsOrError<CallOutput<'completions.remind'>> {
  const form = resolveServiceId(db, named);
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
