import { isDeepStrictEqual } from 'node:util';
import type { ClosedChange } from '#contract/outbox.ts';
import { toEpochMs, type EpochMs } from '#contract/time.ts';
import { isJsonObject, readTimestamp, toList, type JsonObject } from '#main/engine/api/parse/fields.ts';
import type { WritableDb, ReadableDb } from '#main/engine/sqlite/db.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import {
  recordCompletionRequestEnd,
  deleteRemindersOfEndedRequests,
  moveOpenCompletionRequest,
  recordOpenCompletionRequest,
} from '../data/completion-history.ts';
import type { ObservedCompletionRequest } from '../data/observed-forms.ts';
import { rebaseDecisionAfterOwnChange } from '../decision-base.ts';
import { assignServiceId } from '../ids.ts';
import { omitReview, saveReviewOfCreate } from './review-after-create.ts';
import { yieldsToDelete } from './yield-to-delete.ts';
import type { StoredChange, CloseConfirmedChangeInput } from '../protocol.ts';
import {
  isCreateOperation,
  deleteStoredChange,
  findPatientOfCreate,
  listStoredChangesOfRecord,
  updateStoredChange,
} from './stored-changes.ts';

function findText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Returns the completion requests of a form in the service's JSON (service's document, section 2.2). */
function listRequests(form: JsonObject = {}): readonly ObservedCompletionRequest[] {
  return toList(form['request_completion_from'])
    .filter(isJsonObject)
    .map((request) => ({
      patient: findText(request['patient']),
      requestedAt: readTimestamp(request['requested_at']) ?? 0,
      requestedBy: findText(request['requested_by']),
    }));
}

/**
 * Notes withdrawn completion requests in the history. A change whose response was lost counts too where the
 * requests are gone: the withdrawal is the likeliest cause.
 */
function noteWithdrawals(
  db: WritableDb,
  change: StoredChange,
  ending: ClosedChange['ending'],
  now: EpochMs,
): void {
  if (change.operation !== 'forms.completion' || (ending !== 'sent' && ending !== 'needless')) return;
  const after = toEpochMs(Math.min(now, change.triedAt ?? now));
  const form = change.target;
  const withdrawn = new Set(toList(change.data['withdraw']));
  for (const request of listRequests(change.evidence.before)) {
    if (!withdrawn.has(request.patient)) continue;
    // The history may not contain the request yet, or may already have its end.
    recordOpenCompletionRequest(db, form, request, after);
    recordCompletionRequestEnd(db, form, request, { state: 'withdrawn', after, before: now });
    deleteRemindersOfEndedRequests(db, form, [request.patient]);
  }
}

/**
 * Notes the new times of completion requests that a change of this user has sent along and whose service gives its whole list the
 * time of the change: they go on (`completionEnds` in the assumptions). Only between the GET right before and the answer is it
 * certain that such a patient has not completed the form and been asked again.
 */
function noteNewRequestTimes(
  db: WritableDb,
  change: StoredChange,
  ending: ClosedChange['ending'],
  record: JsonObject,
): void {
  if (change.operation !== 'forms.completion' || ending !== 'sent') return;
  const [before, after] = [listRequests(change.evidence.before), listRequests(record)];
  for (const request of after) {
    const isSamePatient = ({ patient }: ObservedCompletionRequest): boolean => patient === request.patient;
    const [known, ...further] = before.filter(isSamePatient);
    if (known === undefined || further.length > 0 || after.filter(isSamePatient).length > 1) continue;
    moveOpenCompletionRequest(db, change.target, known, request.requestedAt);
  }
}

/** Maximum number of closed changes that are stored, in the table `acknowledged`. */
const MAX_REMEMBERED = 2_000;

/**
 * Returns the patient of a requisition's change: the one that a create names or that the record had when the change was saved,
 * else the one of the closed create of its record. Null where it is unknown.
 */
function findPatient(db: ReadableDb, change: StoredChange): string | null {
  if (change.kind !== 'requisition') return null;
  const known = findPatientOfCreate(change) ?? change.patient;
  if (known !== null) return known;
  const create = db.get(sql<{ patient: string | null }>`
    SELECT patient FROM acknowledged WHERE target = ${change.target} AND operation = 'requisitions.create'`);
  return create?.patient ?? null;
}

function remember(db: WritableDb, change: StoredChange, ending: ClosedChange['ending'], now: EpochMs): void {
  const fields = JSON.stringify(Object.keys(change.data));
  db.run(sql`
    INSERT INTO acknowledged (number, save_id, operation, kind, target, label, patient, how, fields, saved_at, acknowledged_at)
    SELECT number, save_id, operation, kind, target, label, ${findPatient(db, change)}, ${ending}, ${fields}, saved_at, ${now}
    FROM operation WHERE number = ${change.number}`);
}

/** Forgets the oldest closed changes beyond the maximum, once for all changes of a transaction. */
function forgetOldest(db: WritableDb): void {
  db.run(sql`
    DELETE FROM acknowledged WHERE number <= (SELECT number FROM acknowledged ORDER BY number DESC LIMIT 1 OFFSET ${MAX_REMEMBERED})`);
  db.run(sql`
    DELETE FROM joined_save WHERE number < (SELECT min(number) FROM acknowledged)
      AND number NOT IN (SELECT number FROM operation)`);
}

/** Removes changes from the outbox without sending them. */
export function closeChangesUnsent(
  db: WritableDb,
  changes: readonly StoredChange[],
  ending: ClosedChange['ending'],
  now: EpochMs,
): void {
  for (const change of changes) {
    remember(db, change, ending, now);
    deleteStoredChange(db, change.number);
  }
  if (changes.length > 0) forgetOldest(db);
}

/** Closes the changes that waited behind a delete that is done: their form exists no more. */
function closeHeldByDelete(db: WritableDb, { target }: StoredChange, now: EpochMs): void {
  const held = listStoredChangesOfRecord(db, target).filter(yieldsToDelete);
  closeChangesUnsent(db, held, 'form-deleted', now);
}

function listLater(db: ReadableDb, { target, number }: StoredChange): readonly StoredChange[] {
  return listStoredChangesOfRecord(db, target).filter((other) => other.number > number);
}

/**
 * Rebases the later changes of the same record on the service's values, or on the values without the removed
 * change.
 */
function rebase(db: WritableDb, left: StoredChange, values: JsonObject, isConfirmed: boolean): void {
  const isNew = isCreateOperation(left.operation);
  // An edit before the create was sent could not know the record's other fields.
  const changed = isNew ? values : left.data;
  for (const other of listLater(db, left)) {
    const fields = Object.keys(other.data).filter(
      (field) => Object.hasOwn(changed, field) && Object.hasOwn(values, field),
    );
    const followed = isConfirmed
      ? rebaseDecisionAfterOwnChange(other, { change: left, values, isCreate: isNew })
      : other.base;
    const base = { ...followed, ...Object.fromEntries(fields.map((field) => [field, values[field]])) };
    if (!isDeepStrictEqual(base, other.base)) updateStoredChange(db, { ...other, base });
  }
}

/** A change that is done, how it ended, and what the service has made of it. */
export interface ConfirmedChange
  extends Pick<CloseConfirmedChangeInput, 'ending' | 'realId' | 'answer' | 'otherReviews'> {
  readonly change: StoredChange;
}

/**
 * Closes changes that are done: confirmed by the service, or needless. In the same transaction later changes get the
 * records' new state, and after a create every reference to the record gets the service's id. A review that the new record
 * lacks becomes a change of its own.
 */
export function closeConfirmedChanges(
  db: WritableDb,
  confirmed: readonly ConfirmedChange[],
  now: EpochMs,
): void {
  for (const { change, ending, realId, answer, otherReviews } of confirmed) {
    const done = otherReviews === undefined ? change : omitReview(change);
    const record = answer ?? done.data;
    rebase(db, done, record, true);
    noteWithdrawals(db, done, ending, now);
    noteNewRequestTimes(db, done, ending, record);
    remember(db, done, ending, now);
    deleteStoredChange(db, done.number);
    if (done.operation === 'forms.delete') closeHeldByDelete(db, done, now);
    if (realId !== undefined && realId !== done.target) assignServiceId(db, done.target, realId);
    if (realId !== undefined && otherReviews !== undefined)
      saveReviewOfCreate(db, { create: change, realId, record, otherReviews });
  }
  if (confirmed.length > 0) forgetOldest(db);
}

/** Closes one confirmed change, as `closeConfirmedChanges`. */
export function closeConfirmedChange(
  db: WritableDb,
  change: StoredChange,
  settlement: Omit<ConfirmedChange, 'change'>,
  now: EpochMs,
): void {
  closeConfirmedChanges(db, [{ ...settlement, change }], now);
}

/**
 * Discards a change without sending it; a discarded create takes the later changes of its record with it.
 * Returns the discarded numbers.
 */
export function discardChange(
  db: WritableDb,
  change: StoredChange,
  ending: ClosedChange['ending'],
  now: EpochMs,
): readonly number[] {
  const followers = isCreateOperation(change.operation) ? listLater(db, change) : [];
  if (followers.length === 0) rebase(db, change, change.base, false);
  const gone = [change, ...followers];
  closeChangesUnsent(db, gone, ending, now);
  return gone.map(({ number }) => number);
}

interface ClosedChangeRow extends Omit<ClosedChange, 'fields' | 'id'> {
  readonly target: string;
  readonly fields: string;
}

/** Returns closed changes before a number, newest first. */
export function listClosedChangesBefore(
  db: ReadableDb,
  before: number,
  limit: number,
): readonly ClosedChange[] {
  const rows = db.all(sql<ClosedChangeRow>`
    SELECT number, operation, kind, target, label, patient, how AS ending, fields, saved_at AS savedAt, acknowledged_at AS closedAt
    FROM acknowledged WHERE number < ${before} ORDER BY number DESC LIMIT ${limit}`);
  return rows.map(({ target, fields, savedAt, closedAt, ...row }) => ({
    ...row,
    id: target,
    fields: JSON.parse(fields) as readonly string[], // written by `remember`
    savedAt: toEpochMs(savedAt),
    closedAt: toEpochMs(closedAt),
  }));
}

/** Returns a page of closed changes, newest first, and the number after which the next page begins. */
export function readClosedChangePage(
  db: ReadableDb,
  limit: number,
  before = Number.MAX_SAFE_INTEGER,
): { readonly items: readonly ClosedChange[]; readonly next: number | null } {
  const found = listClosedChangesBefore(db, before, limit + 1);
  const items = found.slice(0, limit);
  return { items, next: found.length > limit ? (items.at(-1)?.number ?? null) : null };
}
