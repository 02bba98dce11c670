import { isDeepStrictEqual } from 'node:util';
import type { AcknowledgedOperation } from '#contract/outbox.ts';
import { epochMs, type EpochMs } from '#contract/time.ts';
import { isJsonObject, readTimestamp, type JsonObject } from '#main/engine/api/parse/fields.ts';
import type { WritableDb, ReadableDb } from '#main/engine/sqlite/db.ts';
import { sql } from '#main/engine/sqlite/sql.ts';
import { closeRequest, dropReminders, openRequest } from '../data/completion-history.ts';
import type { SeenRequest } from '../data/known-forms.ts';
import { rebaseDecision } from '../decision-base.ts';
import { giveRealId } from '../ids.ts';
import type { StoredOperation, AcknowledgeInput } from '../protocol.ts';
import { isCreate, deleteOperation, getOperations, updateOperation } from './operations.ts';

function findText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** The requests that stood in the list when the write left and that it was to take out (service's document, section 2.2). */
function withdrawnIn({ data, evidence }: StoredOperation): readonly SeenRequest[] {
  const before = evidence.before?.['request_completion_from'];
  const withdrawn: unknown = data['withdraw'];
  if (!Array.isArray(before) || !Array.isArray(withdrawn)) return [];
  return before.filter(isJsonObject).flatMap((request) => {
    const patient = findText(request['patient']);
    if (!withdrawn.includes(patient)) return [];
    const requestedAt = readTimestamp(findText(request['requested_at'])) ?? 0;
    return [{ patient, requestedAt, requestedBy: findText(request['requested_by']) }];
  });
}

/**
 * Notes the requests that a write has taken back. It counts as well where its answer was lost and they were found gone afterwards:
 * that explains it best.
 */
function noteWithdrawals(
  db: WritableDb,
  operation: StoredOperation,
  how: AcknowledgedOperation['how'],
  now: EpochMs,
): void {
  if (operation.operation !== 'forms.completion' || (how !== 'sent' && how !== 'needless')) return;
  const after = epochMs(Math.min(now, operation.triedAt ?? now));
  const form = operation.target;
  for (const request of withdrawnIn(operation)) {
    // It may not be noted yet, as it may be noted already that it ended.
    openRequest(db, form, request, after);
    closeRequest(db, form, request, { state: 'withdrawn', after, before: now });
    dropReminders(db, form, [request.patient]);
  }
}

/** So many settled writes are remembered. */
const REMEMBERED = 2_000;

function remember(
  db: WritableDb,
  operation: StoredOperation,
  how: AcknowledgedOperation['how'],
  now: EpochMs,
): void {
  const fields = JSON.stringify(Object.keys(operation.data));
  db.run(sql`
    INSERT INTO acknowledged (number, save_id, operation, kind, target, label, how, fields, saved_at, acknowledged_at)
    SELECT number, save_id, operation, kind, target, label, ${how}, ${fields}, saved_at, ${now}
    FROM operation WHERE number = ${operation.number}`);
  db.run(sql`
    DELETE FROM acknowledged WHERE number <= (SELECT number FROM acknowledged ORDER BY number DESC LIMIT 1 OFFSET ${REMEMBERED})`);
  db.run(sql`
    DELETE FROM joined_save WHERE number < (SELECT min(number) FROM acknowledged)
      AND number NOT IN (SELECT number FROM operation)`);
}

/** Takes writes out of the outbox without sending them. */
export function removeOperations(
  db: WritableDb,
  operations: readonly StoredOperation[],
  how: AcknowledgedOperation['how'],
  now: EpochMs,
): void {
  for (const operation of operations) {
    remember(db, operation, how, now);
    deleteOperation(db, operation.number);
  }
}

function later(db: ReadableDb, { target, number }: StoredOperation): readonly StoredOperation[] {
  return getOperations(db, target).filter((other) => other.number > number);
}

/** What waits behind a write builds on what the record is without it, or on what the service made of it. */
function rebase(db: WritableDb, left: StoredOperation, values: JsonObject, isAcknowledged: boolean): void {
  const isNew = isCreate(left.operation);
  // What was edited before a create had left knew none of the record's other fields.
  const changed = isNew ? values : left.data;
  for (const other of later(db, left)) {
    const fields = Object.keys(other.data).filter(
      (field) => Object.hasOwn(changed, field) && Object.hasOwn(values, field),
    );
    const followed = isAcknowledged
      ? rebaseDecision(other, { operation: left, values, isCreate: isNew })
      : other.base;
    const base = { ...followed, ...Object.fromEntries(fields.map((field) => [field, values[field]])) };
    if (!isDeepStrictEqual(base, other.base)) updateOperation(db, { ...other, base });
  }
}

/**
 * A write is done. What waits behind it is told what the record is by now, and of a create the id: everything that names the
 * record changes in this one transaction.
 */
export function acknowledgeOperation(
  db: WritableDb,
  operation: StoredOperation,
  { how, realId, answer }: Omit<AcknowledgeInput, 'number' | 'data'>,
  now: EpochMs,
): void {
  rebase(db, operation, answer ?? operation.data, true);
  noteWithdrawals(db, operation, how, now);
  remember(db, operation, how, now);
  deleteOperation(db, operation.number);
  if (realId !== undefined && realId !== operation.target) giveRealId(db, operation.target, realId);
}

/** Lets a write go unsent; what waited behind a create that never was goes with it. Answers the numbers that went. */
export function discardOperation(
  db: WritableDb,
  operation: StoredOperation,
  how: AcknowledgedOperation['how'],
  now: EpochMs,
): readonly number[] {
  const followers = isCreate(operation.operation) ? later(db, operation) : [];
  if (followers.length === 0) rebase(db, operation, operation.base, false);
  const gone = [operation, ...followers];
  removeOperations(db, gone, how, now);
  return gone.map(({ number }) => number);
}

interface AcknowledgedRow extends Omit<AcknowledgedOperation, 'fields' | 'id'> {
  readonly target: string;
  readonly fields: string;
}

/** Writes that left, newest first, before a number. */
export function acknowledgedBefore(
  db: ReadableDb,
  before: number,
  limit: number,
): readonly AcknowledgedOperation[] {
  const rows = db.all(sql<AcknowledgedRow>`
    SELECT number, operation, kind, target, label, how, fields, saved_at AS savedAt, acknowledged_at AS acknowledgedAt
    FROM acknowledged WHERE number < ${before} ORDER BY number DESC LIMIT ${limit}`);
  return rows.map(({ target, fields, savedAt, acknowledgedAt, ...row }) => ({
    ...row,
    id: target,
    fields: JSON.parse(fields) as readonly string[], // written by `remember`
    savedAt: epochMs(savedAt),
    acknowledgedAt: epochMs(acknowledgedAt),
  }));
}
