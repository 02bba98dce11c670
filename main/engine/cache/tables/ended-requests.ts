import type { Form } from '#contract/forms.ts';
import { DAY } from '#main/base/durations.ts';
import {
  getCompletionRequestKey,
  type EndedCompletionRequest,
  type ObservedCompletionRequest,
} from '#main/engine/local/data/observed-forms.ts';
import { parseForm } from '#main/engine/api/parse/form.ts';
import type { ReadableDb, WritableDb } from '#main/engine/sqlite/db.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { type RecordTable, readRecordAtRow } from './table.ts';
import { truncateId } from './columns.ts';
import { getSyncStartTimes } from './sync-state.ts';

/** Maximum age of an entry about an ended request: the local store has recorded it long before. */
const MAX_AGE = 90 * DAY;

/** Returns the completion requests of a form without duplicates (service's document, section 2.2). */
export function listCompletionRequestsInForm({
  requestCompletionFrom,
}: Form): readonly ObservedCompletionRequest[] {
  const requests = requestCompletionFrom.map(({ patient, requestedBy, requestedAt }) => ({
    patient: truncateId(patient),
    requestedBy: truncateId(requestedBy),
    requestedAt: requestedAt ?? 0,
  }));
  return [...new Map(requests.map((request) => [getCompletionRequestKey(request), request])).values()];
}

const LIST_ITSELF = /^request_completion_from(\[\d+\])?$/;

/**
 * Whether a form names all requested patients. Where its list, or an element of it, is malformed, an absent
 * patient may still be requested.
 */
export function isCompletionRequestListComplete({ flags }: Form): boolean {
  return !flags.some(({ field }) => LIST_ITSELF.test(field));
}

interface FormVersion {
  readonly record: Form;
  readonly fetchedAt: number;
}

function findVersion(db: ReadableDb, row: number): FormVersion | null {
  const record = readRecordAtRow(db, 'form', row, parseForm);
  const body = db.get(
    sql<{ fetchedAt: number }>`SELECT fetched_at AS fetchedAt FROM form_body WHERE row = ${row}`,
  );
  return record === null || body === undefined ? null : { record, fetchedAt: body.fetchedAt };
}

/**
 * Returns the last time at which a version was known to be current: when it was fetched, or the newest sync
 * that would have shown another version. A sync of new records only does not show a version whose
 * `last_updated_at` is not later.
 */
function getLastCurrentTime(db: ReadableDb, before: FormVersion, after: FormVersion): number {
  const { lastCheckedSyncAt: lookedAt, lastWholeAt } = getSyncStartTimes(db, 'form');
  const isTold = before.record.lastUpdatedAt !== after.record.lastUpdatedAt;
  return Math.min(after.fetchedAt, Math.max(before.fetchedAt, (isTold ? lookedAt : lastWholeAt) ?? 0));
}

/** Value of `ended_before` for an unknown time: the form itself was removed. */
const WITH_FORM = 0;

function keep(
  db: WritableDb,
  form: string,
  requests: readonly ObservedCompletionRequest[],
  { after, before }: { readonly after: number; readonly before: number },
): void {
  for (const { patient, requestedAt, requestedBy } of requests) {
    db.run(sql`
      INSERT OR REPLACE INTO ended_request (form, patient, requested_at, requested_by, ended_after, ended_before)
      VALUES (${form}, ${patient}, ${requestedAt}, ${requestedBy}, ${after}, ${before})`);
  }
}

function noteLeft(db: WritableDb, before: FormVersion, after: FormVersion): void {
  const form = after.record.id;
  const there = listCompletionRequestsInForm(after.record);
  const names = new Set(there.map(getCompletionRequestKey));
  const left = listCompletionRequestsInForm(before.record).filter(
    (request) => !names.has(getCompletionRequestKey(request)),
  );
  for (const { patient, requestedAt } of there) {
    db.run(sql`
      DELETE FROM ended_request WHERE form = ${form} AND patient = ${patient} AND requested_at = ${requestedAt}`);
  }
  if (left.length === 0 || !isCompletionRequestListComplete(after.record)) return;
  keep(db, form, left, { after: getLastCurrentTime(db, before, after), before: after.fetchedAt });
  db.run(sql`DELETE FROM ended_request WHERE ended_after < ${after.fetchedAt - MAX_AGE}`);
}

function noteGone(db: WritableDb, { record, fetchedAt }: FormVersion): void {
  keep(db, record.id, listCompletionRequestsInForm(record), { after: fetchedAt, before: WITH_FORM });
}

/**
 * Wraps the record table of forms. With each new version it records which requests ended and between which
 * times, because the service keeps no history.
 */
export function withCompletionRequestTracking(table: RecordTable<Form>): RecordTable<Form> {
  return {
    ...table,
    put: (db, stored, fresh) => {
      const before = stored === undefined ? null : findVersion(db, stored.row);
      if (before !== null) noteLeft(db, before, fresh);
      return table.put(db, stored, fresh);
    },
    remove: (db, stored) => {
      const before = findVersion(db, stored.row);
      if (before !== null) noteGone(db, before);
      table.remove(db, stored);
    },
  };
}

/** Returns the ended requests of a form, as far as they are known. */
export function listEndedRequestsOfForm(db: ReadableDb, form: string): readonly EndedCompletionRequest[] {
  return db.all(sql<EndedCompletionRequest>`
    SELECT patient, requested_at AS requestedAt, requested_by AS requestedBy, ended_after AS after,
      nullif(ended_before, ${WITH_FORM}) AS before
    FROM ended_request WHERE form = ${form}`);
}

/** Returns the forms with ended requests, as far as they are known. */
export function listFormIdsWithEndedRequests(db: ReadableDb): readonly string[] {
  return db.all(sql<{ form: string }>`SELECT DISTINCT form FROM ended_request`).map(({ form }) => form);
}
