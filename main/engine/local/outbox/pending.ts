import { isDeepStrictEqual } from 'node:util';
import type { ServiceFieldChange, PendingFieldChange, PendingChange } from '#contract/outbox.ts';
import type { Clock } from '#main/base/clock.ts';
import type { JsonObject } from '#main/engine/api/parse/fields.ts';
import type { ReadableDb } from '#main/engine/sqlite/db.ts';
import { resolveServiceId } from '../ids.ts';
import type { StoredChange, NextOutboxTask } from '../protocol.ts';
import { findDelete, findFirstBefore, yieldsToDelete } from './yield-to-delete.ts';
import { iterateFirstPerRecord } from './next-changes.ts';
import {
  findPatientOfCreate,
  isCreateOperation,
  isOnceOnlyChange,
  needsReconcile,
  listStoredChangesAfter,
  listStoredChangesOfRecord,
  listStoredChangesWithPossibleBlockers,
} from './stored-changes.ts';
import type { ChangeSaveResult } from '../protocol.ts';
import { getChangeVersion } from './version.ts';

function findValue(source: JsonObject, field: string): string | null {
  return Object.hasOwn(source, field) ? JSON.stringify(source[field]) : null;
}

function listPendingFields({ data, base, theirs }: StoredChange): readonly PendingFieldChange[] {
  return Object.entries(data).map(([field, mine]) => ({
    field,
    base: findValue(base, field),
    mine: JSON.stringify(mine),
    theirs: findValue(theirs, field),
  }));
}

function listChanges({ data, base, theirs }: StoredChange): readonly ServiceFieldChange[] {
  return Object.entries(theirs)
    .filter(([field]) => !Object.hasOwn(data, field))
    .map(([field, now]) => ({ field, seen: findValue(base, field), now: JSON.stringify(now) }));
}

/**
 * Returns whether a change that is safe to repeat may have arrived. For once-only changes the state and the
 * question say so.
 */
function mayHaveArrived({ operation, data, state, evidence }: StoredChange): boolean {
  return state !== 'sending' && evidence.mayHaveLeft === true && !isOnceOnlyChange(operation, data);
}

/**
 * Returns whether two creates would make equal records. The later one then waits for the outcome of the
 * first.
 */
function wouldCreateEqualRecords(left: StoredChange, right: StoredChange): boolean {
  return (
    isCreateOperation(left.operation) &&
    left.operation === right.operation &&
    isDeepStrictEqual(left.data, right.data)
  );
}

/**
 * Returns the number of the change that has to be sent first: an earlier one of the same record, its delete, or
 * a create with equal content whose outcome is unknown.
 */
export function findBlockingChangeNumber(change: StoredChange, all: readonly StoredChange[]): number | null {
  const ofRecord = all.filter(({ target }) => target === change.target);
  const before = findFirstBefore(change, ofRecord)?.number ?? Infinity;
  const equal = all.find(
    (other) =>
      other.number < change.number && wouldCreateEqualRecords(other, change) && other.state !== 'rejected',
  );
  const first = Math.min(before, equal?.number ?? Infinity);
  return first === Infinity ? null : first;
}

/** Returns whether a change waits until the delete of its record is done, which closes it, or is discarded. */
function isHeldByDelete(change: StoredChange, all: readonly StoredChange[]): boolean {
  const ofRecord = all.filter(({ target }) => target === change.target);
  return yieldsToDelete(change) && findDelete(ofRecord) !== undefined;
}

function toPendingWithBlocker(
  change: StoredChange,
  possibleBlockers: readonly StoredChange[],
): PendingChange {
  const { number, kind, target, label, state, question, candidates, error, attempts } = change;
  const { savedAt, triedAt } = change;
  return {
    number,
    version: getChangeVersion(change),
    operation: change.operation,
    kind,
    id: target,
    label,
    patient: findPatientOfCreate(change),
    state,
    fields: listPendingFields(change),
    changes: listChanges(change),
    question,
    candidates,
    error,
    attempts,
    mayHaveArrived: mayHaveArrived(change),
    savedAt,
    triedAt,
    waitsFor: findBlockingChangeNumber(change, possibleBlockers),
    isHeldByDelete: isHeldByDelete(change, possibleBlockers),
  };
}

/** Converts changes of the outbox to the pending changes that the user interface shows. */
function toPendingChanges(db: ReadableDb, changes: readonly StoredChange[]): readonly PendingChange[] {
  const possibleBlockers = listStoredChangesWithPossibleBlockers(db, changes);
  return changes.map((change) => toPendingWithBlocker(change, possibleBlockers));
}

/**
 * Returns a page of pending changes, oldest first, and the number after which the next page begins; null where it is the
 * last one.
 * @param recordId only the changes of this record, by its service's or local id
 * @param after changes after this number; without meaning for the changes of one record
 */
export function readPendingChangePage(
  db: ReadableDb,
  recordId: string | undefined,
  limit: number,
  after = 0,
): { readonly items: readonly PendingChange[]; readonly next: number | null } {
  const target = recordId === undefined ? undefined : resolveServiceId(db, recordId);
  const found =
    recordId === undefined
      ? listStoredChangesAfter(db, after, limit + 1)
      : target === undefined
        ? []
        : listStoredChangesOfRecord(db, target);
  const items = toPendingChanges(db, found.slice(0, limit));
  return { items, next: found.length > limit ? (items.at(-1)?.number ?? null) : null };
}

/** Converts one change as `toPendingChanges` does. */
export function toPendingChange(db: ReadableDb, change: StoredChange): PendingChange {
  return toPendingWithBlocker(change, listStoredChangesWithPossibleBlockers(db, [change]));
}

/**
 * Returns the next change to send or to reconcile, oldest first, none of `except`; null where none can be
 * processed now.
 */
export function findNextTask(db: ReadableDb, except: readonly number[]): NextOutboxTask | null {
  for (const change of iterateFirstPerRecord(db, except)) {
    const isHeld =
      isCreateOperation(change.operation) &&
      findBlockingChangeNumber(change, listStoredChangesWithPossibleBlockers(db, [change])) !== null;
    if (!isHeld) return { action: needsReconcile(change) ? 'reconcile' : 'send', change };
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

  /**
   * Ends the hold of the changes that a save has released, and holds the one that it has stored.
   * @param holdMs how long the user may undo the change, in milliseconds; undefined: no hold
   */
  update(
    { number, released }: Pick<ChangeSaveResult, 'number' | 'released'>,
    holdMs: number | undefined,
  ): void {
    for (const each of released) this.#until.delete(each);
    if (holdMs !== undefined) this.#until.set(number, this.#clock.monotonic() + holdMs);
  }

  /** Returns the numbers of the changes that the user may still undo now. */
  numbers(): readonly number[] {
    const now = this.#clock.monotonic();
    for (const [number, until] of this.#until) if (until <= now) this.#until.delete(number);
    return [...this.#until.keys()];
  }

  /** Returns these numbers of changes that are not sent now, with those of the held changes. */
  addTo(except: readonly number[]): readonly number[] {
    return [...except, ...this.numbers()];
  }
}
