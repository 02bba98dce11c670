import { isDeepStrictEqual } from 'node:util';
import type { ClosedOutboxOperation } from '#contract/outbox.ts';
import { toEpochMs, type EpochMs } from '#contract/time.ts';
import { isJsonObject, parseTimestamp, type JsonObject } from '#main/engine/api/parse/fields.ts';
import type { WritableDb, ReadableDb } from '#main/engine/sqlite/db.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import {
  recordCompletionRequestEnd,
  deleteRemindersOfEndedRequests,
  recordOpenCompletionRequest,
} from '../data/completion-history.ts';
import type { ObservedCompletionRequest } from '../data/observed-forms.ts';
import { rebaseDecisionAfterOwnWrite } from '../decision-base.ts';
import { assignServiceId } from '../ids.ts';
import type { StoredOperation, CloseConfirmedWriteInput } from '../protocol.ts';
import {
  deleteOperation,
  findPatientOfCreate,
  isCreate,
  listOperationsOfRecord,
  updateOperation,
} from './operations.ts';

function findText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/**
 * Returns the completion requests that were listed before the write and that it withdrew (service's document,
 * section 2.2).
 */
function listWithdrawn({ data, evidence }: StoredOperation): readonly ObservedCompletionRequest[] {
  const before = evidence.before?.['request_completion_from'];
  const withdrawn: unknown = data['withdraw'];
  if (!Array.isArray(before) || !Array.isArray(withdrawn)) return [];
  return before.filter(isJsonObject).flatMap((request) => {
    const patient = findText(request['patient']);
    if (!withdrawn.includes(patient)) return [];
    const requestedAt = parseTimestamp(findText(request['requested_at'])) ?? 0;
    return [{ patient, requestedAt, requestedBy: findText(request['requested_by']) }];
  });
}

/**
 * Notes withdrawn completion requests in the history. A write whose response was lost counts too where the
 * requests are gone: the withdrawal is the likeliest cause.
 */
function noteWithdrawals(
  db: WritableDb,
  operation: StoredOperation,
  how: ClosedOutboxOperation['how'],
  now: EpochMs,
): void {
  if (operation.operation !== 'forms.completion' || (how !== 'sent' && how !== 'needless')) return;
  const after = toEpochMs(Math.min(now, operation.triedAt ?? now));
  const form = operation.target;
  for (const request of listWithdrawn(operation)) {
    // The history may not contain the request yet, or may already have its end.
    recordOpenCompletionRequest(db, form, request, after);
    recordCompletionRequestEnd(db, form, request, { state: 'withdrawn', after, before: now });
    deleteRemindersOfEndedRequests(db, form, [request.patient]);
  }
}

/** Maximum number of closed writes that are stored, in the table `acknowledged`. */
const MAX_REMEMBERED = 2_000;

/**
 * Returns the patient of a requisition's write: the one that a create names or that the record had when the write was saved,
 * else the one of the closed create of its record. Null where it is unknown.
 */
function findPatient(db: ReadableDb, operation: StoredOperation): string | null {
  if (operation.kind !== 'requisition') return null;
  const known = findPatientOfCreate(operation) ?? operation.patient;
  if (known !== null) return known;
  const create = db.get(sql<{ patient: string | null }>`
    SELECT patient FROM acknowledged WHERE target = ${operation.target} AND operation = 'requisitions.create'`);
  return create?.patient ?? null;
}

function remember(
  db: WritableDb,
  operation: StoredOperation,
  how: ClosedOutboxOperation['how'],
  now: EpochMs,
): void {
  const fields = JSON.stringify(Object.keys(operation.data));
  db.run(sql`
    INSERT INTO acknowledged (number, save_id, operation, kind, target, label, patient, how, fields, saved_at, acknowledged_at)
    SELECT number, save_id, operation, kind, target, label, ${findPatient(db, operation)}, ${how}, ${fields}, saved_at, ${now}
    FROM operation WHERE number = ${operation.number}`);
}

/** Forgets the oldest closed writes beyond the maximum, once for all writes of a transaction. */
function forgetOldest(db: WritableDb): void {
  db.run(sql`
    DELETE FROM acknowledged WHERE number <= (SELECT number FROM acknowledged ORDER BY number DESC LIMIT 1 OFFSET ${MAX_REMEMBERED})`);
  db.run(sql`
    DELETE FROM joined_save WHERE number < (SELECT min(number) FROM acknowledged)
      AND number NOT IN (SELECT number FROM operation)`);
}

/** Removes writes from the outbox without sending them. */
export function closeOperationsUnsent(
  db: WritableDb,
  operations: readonly StoredOperation[],
  how: ClosedOutboxOperation['how'],
  now: EpochMs,
): void {
  for (const operation of operations) {
    remember(db, operation, how, now);
    deleteOperation(db, operation.number);
  }
  if (operations.length > 0) forgetOldest(db);
}

function listLater(db: ReadableDb, { target, number }: StoredOperation): readonly StoredOperation[] {
  return listOperationsOfRecord(db, target).filter((other) => other.number > number);
}

/**
 * Rebases the later writes of the same record on the service's values, or on the values without the removed
 * write.
 */
function rebase(db: WritableDb, left: StoredOperation, values: JsonObject, isConfirmed: boolean): void {
  const isNew = isCreate(left.operation);
  // An edit before the create was sent could not know the record's other fields.
  const changed = isNew ? values : left.data;
  for (const other of listLater(db, left)) {
    const fields = Object.keys(other.data).filter(
      (field) => Object.hasOwn(changed, field) && Object.hasOwn(values, field),
    );
    const followed = isConfirmed
      ? rebaseDecisionAfterOwnWrite(other, { operation: left, values, isCreate: isNew })
      : other.base;
    const base = { ...followed, ...Object.fromEntries(fields.map((field) => [field, values[field]])) };
    if (!isDeepStrictEqual(base, other.base)) updateOperation(db, { ...other, base });
  }
}

/** A write that is done, how it ended, and what the service has made of it. */
export interface ConfirmedOperation extends Pick<CloseConfirmedWriteInput, 'how' | 'realId' | 'answer'> {
  readonly operation: StoredOperation;
}

/**
 * Closes writes that are done: confirmed by the service, or needless. In the same transaction later writes get the
 * records' new state, and after a create every reference to the record gets the service's id.
 */
export function closeConfirmedOperations(
  db: WritableDb,
  confirmed: readonly ConfirmedOperation[],
  now: EpochMs,
): void {
  for (const { operation, how, realId, answer } of confirmed) {
    rebase(db, operation, answer ?? operation.data, true);
    noteWithdrawals(db, operation, how, now);
    remember(db, operation, how, now);
    deleteOperation(db, operation.number);
    if (realId !== undefined && realId !== operation.target) assignServiceId(db, operation.target, realId);
  }
  if (confirmed.length > 0) forgetOldest(db);
}

/** Closes one confirmed write, as `closeConfirmedOperations`. */
export function closeConfirmedOperation(
  db: WritableDb,
  operation: StoredOperation,
  settlement: Omit<ConfirmedOperation, 'operation'>,
  now: EpochMs,
): void {
  closeConfirmedOperations(db, [{ ...settlement, operation }], now);
}

/**
 * Discards a write without sending it; a discarded create takes the later writes of its record with it.
 * Returns the discarded numbers.
 */
export function discardOperation(
  db: WritableDb,
  operation: StoredOperation,
  how: ClosedOutboxOperation['how'],
  now: EpochMs,
): readonly number[] {
  const followers = isCreate(operation.operation) ? listLater(db, operation) : [];
  if (followers.length === 0) rebase(db, operation, operation.base, false);
  const gone = [operation, ...followers];
  closeOperationsUnsent(db, gone, how, now);
  return gone.map(({ number }) => number);
}

interface ClosedWriteRow extends Omit<ClosedOutboxOperation, 'fields' | 'id'> {
  readonly target: string;
  readonly fields: string;
}

/** Returns closed writes before a number, newest first. */
export function listClosedWritesBefore(
  db: ReadableDb,
  before: number,
  limit: number,
): readonly ClosedOutboxOperation[] {
  const rows = db.all(sql<ClosedWriteRow>`
    SELECT number, operation, kind, target, label, patient, how, fields, saved_at AS savedAt, acknowledged_at AS closedAt
    FROM acknowledged WHERE number < ${before} ORDER BY number DESC LIMIT ${limit}`);
  return rows.map(({ target, fields, savedAt, closedAt, ...row }) => ({
    ...row,
    id: target,
    fields: JSON.parse(fields) as readonly string[], // written by `remember`
    savedAt: toEpochMs(savedAt),
    closedAt: toEpochMs(closedAt),
  }));
}

/** Returns a page of closed writes, newest first, and the number after which the next page begins. */
export function readClosedWritePage(
  db: ReadableDb,
  limit: number,
  before = Number.MAX_SAFE_INTEGER,
): { readonly items: readonly ClosedOutboxOperation[]; readonly next: number | null } {
  const found = listClosedWritesBefore(db, before, limit + 1);
  const items = found.slice(0, limit);
  return { items, next: found.length > limit ? (items.at(-1)?.number ?? null) : null };
}
