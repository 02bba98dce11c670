import type { ServiceFieldChange, PendingFieldChange, PendingOperation } from '#contract/outbox.ts';
import type { Clock } from '#main/base/clock.ts';
import type { JsonObject } from '#main/engine/api/parse/fields.ts';
import type { ReadableDb } from '#main/engine/sqlite/db.ts';
import type { StoredOperation, NextOutboxTask } from '../protocol.ts';
import { iterateFirstPerRecord } from './next-writes.ts';
import {
  findPatientOfCreate,
  isCreate,
  isOnceOnlyWrite,
  needsReconcile,
  listOperationsWithPossibleBlockers,
} from './operations.ts';
import { wouldCreateEqualRecords } from './save.ts';

function findValue(source: JsonObject, field: string): string | null {
  return Object.hasOwn(source, field) ? JSON.stringify(source[field]) : null;
}

function listPendingFields({ data, base, theirs }: StoredOperation): readonly PendingFieldChange[] {
  return Object.entries(data).map(([field, mine]) => ({
    field,
    base: findValue(base, field),
    mine: JSON.stringify(mine),
    theirs: findValue(theirs, field),
  }));
}

function listChanges({ data, base, theirs }: StoredOperation): readonly ServiceFieldChange[] {
  return Object.entries(theirs)
    .filter(([field]) => !Object.hasOwn(data, field))
    .map(([field, now]) => ({ field, seen: findValue(base, field), now: JSON.stringify(now) }));
}

/**
 * Returns whether a write that is safe to repeat may have arrived. For once-only writes the state and the
 * question say so.
 */
function mayHaveArrived({ operation, data, state, evidence }: StoredOperation): boolean {
  return state !== 'sending' && evidence.mayHaveLeft === true && !isOnceOnlyWrite(operation, data);
}

/**
 * Returns the number of the write that has to be sent first: an earlier one of the same record, or a create
 * with equal content whose outcome is unknown.
 */
export function findBlockingWriteNumber(
  operation: StoredOperation,
  all: readonly StoredOperation[],
): number | null {
  const earlier = all.filter(({ number }) => number < operation.number);
  const first = earlier.find(
    (other) =>
      other.target === operation.target ||
      (wouldCreateEqualRecords(other, operation) && other.state !== 'rejected'),
  );
  return first?.number ?? null;
}

function toPendingWithBlocker(
  operation: StoredOperation,
  possibleBlockers: readonly StoredOperation[],
): PendingOperation {
  const { number, kind, target, label, state, question, candidates, error, attempts } = operation;
  const { savedAt, triedAt } = operation;
  return {
    number,
    operation: operation.operation,
    kind,
    id: target,
    label,
    patient: findPatientOfCreate(operation),
    state,
    fields: listPendingFields(operation),
    changes: listChanges(operation),
    question,
    candidates,
    error,
    attempts,
    mayHaveArrived: mayHaveArrived(operation),
    savedAt,
    triedAt,
    waitsFor: findBlockingWriteNumber(operation, possibleBlockers),
  };
}

/** Converts writes of the outbox to the pending changes that the user interface shows. */
export function toPendingOperations(
  db: ReadableDb,
  operations: readonly StoredOperation[],
): readonly PendingOperation[] {
  const possibleBlockers = listOperationsWithPossibleBlockers(db, operations);
  return operations.map((operation) => toPendingWithBlocker(operation, possibleBlockers));
}

/** Converts one write as `toPendingOperations` does. */
export function toPendingOperation(db: ReadableDb, operation: StoredOperation): PendingOperation {
  return toPendingWithBlocker(operation, listOperationsWithPossibleBlockers(db, [operation]));
}

/**
 * Returns the next write to send or to reconcile, oldest first, none of `except`; null where none can be
 * processed now.
 */
export function findNextTask(db: ReadableDb, except: readonly number[]): NextOutboxTask | null {
  for (const operation of iterateFirstPerRecord(db, except)) {
    const isHeld =
      isCreate(operation.operation) &&
      findBlockingWriteNumber(operation, listOperationsWithPossibleBlockers(db, [operation])) !== null;
    if (!isHeld) return { todo: needsReconcile(operation) ? 'reconcile' : 'send', operation };
  }
  return null;
}

/** Pending changes that are not sent yet because the user may still undo them. In memory only. */
export class ChangesHeldForUndo {
  readonly #clock: Pick<Clock, 'monotonic'>;
  /** For each held change, by its number, when the hold ends by the monotonic clock. */
  readonly #until = new Map<number, number>();

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  /** @param holdMs how long the user may undo the change, in milliseconds; undefined: no hold */
  add(number: number, holdMs: number | undefined): void {
    if (holdMs !== undefined) this.#until.set(number, this.#clock.monotonic() + holdMs);
  }

  /** Returns the numbers of the changes that the user may still undo now. */
  numbers(): readonly number[] {
    const now = this.#clock.monotonic();
    for (const [number, until] of this.#until) if (until <= now) this.#until.delete(number);
    return [...this.#until.keys()];
  }
}
