import { isId, isLocalId, type Kind } from '#contract/records.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { toEpochMs, type EpochMs } from '#contract/time.ts';
import { CHANGE_SCHEMAS, type OperationName } from '#contract/changes.ts';
import type { JsonObject } from '#main/engine/api/parse/fields.ts';
import type { WritableDb } from '#main/engine/sqlite/db.ts';
import { listFieldsDecidedByChange } from '../decision-base.ts';
import { closeChangesUnsent } from './conclude.ts';
import { findDelete } from './yield-to-delete.ts';
import { storeLocalId, resolveServiceId, createLocalId } from '../ids.ts';
import {
  isCreateOperation,
  isNeverCreated,
  insertStoredChange,
  listStoredChangesOfRecord,
  mayBeDone,
  updateStoredChange,
} from './stored-changes.ts';
import { repeatSave, storeSave, toSaveIdOfNewChange } from './repeated-save.ts';
import { stopsSharing, takeBackShares } from './taken-back-shares.ts';
import type { ChangeSaveResult, StoredChange, ChangeSaveInput } from '../protocol.ts';

export interface ChangeSaveContext {
  readonly now: EpochMs;
  /** 20 random hex digits, for the id of a new record. */
  readonly randomHex: string;
  /** Changes that the user may still undo as a whole. No other save is merged into them. */
  readonly held?: readonly number[];
}

interface IncomingChange extends ChangeSaveInput {
  readonly operation: OperationName;
  readonly kind: Kind;
  readonly target: string;
  readonly data: JsonObject;
  readonly now: EpochMs;
  readonly held: readonly number[];
}

function pickOwnFields(source: JsonObject, fields: readonly string[]): JsonObject {
  return Object.fromEntries(
    fields.filter((field) => Object.hasOwn(source, field)).map((field) => [field, source[field]]),
  );
}

/**
 * Returns the service's values of the fields of a change, and of those that it decides about: as the editor
 * showed them, else from the cache.
 */
function pickBaseFields({ change, cached, operation, data }: IncomingChange): JsonObject {
  const own = Object.keys(data).filter((field) => field !== 'review');
  const fields = [...new Set([...own, ...listFieldsDecidedByChange(operation, data)])];
  return { ...pickOwnFields(cached ?? {}, fields), ...pickOwnFields(change.seen ?? {}, fields) };
}

function findText(source: JsonObject, field: string): string {
  const value = Object.hasOwn(source, field) ? source[field] : '';
  return typeof value === 'string' ? value.slice(0, 300).toWellFormed() : '';
}

/** Returns the name or title that identifies the record to users. */
function toLabel({ kind, data, cached }: IncomingChange, before: StoredChange | undefined): string {
  if (kind === 'notification') return findText(cached ?? {}, 'title');
  return findText(data, 'name') || before?.label || findText(cached ?? {}, 'name');
}

/** Returns the patient of the requisition that a change is of; null for other kinds, and where it is unknown. */
function findPatientOfCached({ kind, cached }: IncomingChange): string | null {
  const patient = kind === 'requisition' ? cached?.['patient'] : undefined;
  return isId('user', patient) ? patient : null;
}

/**
 * Returns whether a change can be changed in place: it is saved, and the service cannot have done it. What was
 * added to a change that is done already would never be sent.
 */
function isOpen(change: StoredChange): boolean {
  const wasTried = isCreateOperation(change.operation) && change.attempts > 0;
  return change.state === 'saved' && !wasTried && !mayBeDone(change);
}

/**
 * Returns whether a change is a read flag that the service has refused (`rejected`) or that the user has to decide about
 * (`needs-you`). A new read flag replaces it instead of waiting for it.
 */
export function isReadFlagRejectedOrAwaitingDecision({ operation, state }: StoredChange): boolean {
  return operation === 'notifications.update' && (state === 'rejected' || state === 'needs-you');
}

type Patients = readonly string[];

/** Where both changes ask or withdraw the same patient, the later one counts. */
function mergeCompletion(earlier: JsonObject, later: JsonObject): JsonObject {
  const list = (data: JsonObject, name: string): Patients => (data[name] ?? []) as Patients; // The data was validated when the change was saved.
  const named = new Set([...list(later, 'ask'), ...list(later, 'withdraw')]);
  const mergeLists = (name: string): Patients => [
    ...list(earlier, name).filter((patient) => !named.has(patient)),
    ...list(later, name),
  ];
  return { ask: mergeLists('ask'), withdraw: mergeLists('withdraw') };
}

/** Returns whether one of both changes can still be undone by the user. It stays alone: undoing it must not discard another save. */
function isHeldAlone(waiting: StoredChange, { change, held }: IncomingChange): boolean {
  return change.holdMs !== undefined || held.includes(waiting.number);
}

/**
 * Merges changed fields into a create that was not sent. The flag of unpublished changes (section 4.1) is not
 * part of a create and follows as an update.
 */
function mergeIntoCreate(waiting: StoredChange, incoming: IncomingChange): StoredChange | null {
  const { data } = incoming;
  if ('has_unpublished_changes' in data) return null;
  return { ...waiting, label: toLabel(incoming, waiting), data: { ...waiting.data, ...data } };
}

function mergeIntoUpdate(waiting: StoredChange, incoming: IncomingChange): StoredChange | null {
  const { operation, data } = incoming;
  if (isHeldAlone(waiting, incoming)) return null;
  if ('review' in waiting.data && 'review' in data) return null;
  if (isCreateOperation(waiting.operation)) return mergeIntoCreate(waiting, incoming);
  if (waiting.operation !== operation) return null;
  const base = { ...pickBaseFields(incoming), ...waiting.base };
  const merged = { ...waiting, label: toLabel(incoming, waiting), data: { ...waiting.data, ...data }, base };
  // A review in an update that may have arrived would count as one that may have arrived too.
  return mayBeDone(merged) ? null : merged;
}

/** Returns the pending change with the new one merged into it; null where both have to be sent separately. */
function mergeIntoWaiting(waiting: StoredChange | undefined, incoming: IncomingChange): StoredChange | null {
  if (waiting === undefined) return null;
  const { operation, data } = incoming;
  if (isReadFlagRejectedOrAwaitingDecision(waiting)) {
    return { ...waiting, data, state: 'saved', question: null, theirs: {}, error: null };
  }
  if (!isOpen(waiting)) return null;
  const isSame = waiting.operation === operation;
  switch (operation) {
    case 'forms.completion':
      if (!isSame || isHeldAlone(waiting, incoming)) return null;
      return { ...waiting, data: mergeCompletion(waiting.data, data) };
    case 'forms.publish':
      // A second publish does not add to the pending one, but decides about the current record.
      return isSame ? { ...waiting, base: pickBaseFields(incoming) } : null;
    case 'notifications.update':
      return { ...waiting, data };
    case 'forms.update':
    case 'requisitions.update':
      return mergeIntoUpdate(waiting, incoming);
    default:
      return null;
  }
}

function withRebasedOn(waiting: readonly StoredChange[], incoming: IncomingChange): JsonObject {
  // The editor shows the record with earlier pending changes applied; that is the state when this change is
  // sent.
  const fields = Object.keys(incoming.data);
  return waiting.reduce<JsonObject>(
    (base, earlier) => ({ ...base, ...pickOwnFields(earlier.data, fields) }),
    pickBaseFields(incoming),
  );
}

function insert(db: WritableDb, waiting: readonly StoredChange[], incoming: IncomingChange): number {
  const { operation, kind, target, data, change, userId, now, known } = incoming;
  return insertStoredChange(
    db,
    {
      operation,
      kind,
      target,
      data,
      base: withRebasedOn(waiting, incoming),
      label: toLabel(incoming, waiting.at(-1)),
      patient: findPatientOfCached(incoming),
      savedBy: userId,
      state: 'saved',
      question: null,
      theirs: {},
      candidates: [],
      error: null,
      evidence: known === undefined ? {} : { knownAtSave: known },
      attempts: 0,
      savedAt: now,
      triedAt: null,
    },
    toSaveIdOfNewChange(db, change.saveId, data),
  );
}

/**
 * A delete goes before the pending changes of its form, which stay in case it is discarded (`yieldsToDelete`). A form
 * that was never sent is removed without a delete.
 */
function saveDelete(db: WritableDb, waiting: readonly StoredChange[], incoming: IncomingChange): number {
  const same = findDelete(waiting);
  if (same !== undefined) {
    if (same.state === 'saved') updateStoredChange(db, { ...same, base: pickBaseFields(incoming) });
    return same.number;
  }
  const [first] = waiting;
  const neverLeft = waiting.every((change) =>
    isCreateOperation(change.operation)
      ? isOpen(change)
      : change.state !== 'sending' && change.state !== 'uncertain',
  );
  if (first === undefined || !neverLeft || !isLocalId(incoming.target)) return insert(db, [], incoming);
  closeChangesUnsent(db, waiting, 'gave-way', incoming.now);
  return first.number;
}

function keep(
  db: WritableDb,
  incoming: IncomingChange,
): Result<Pick<ChangeSaveResult, 'number' | 'released'>> {
  const released = stopsSharing(incoming.data)
    ? takeBackShares(db, listStoredChangesOfRecord(db, incoming.target), incoming.now)
    : [];
  const held = incoming.held.filter((number) => !released.includes(number));
  const kept = mergeOrInsert(db, { ...incoming, held });
  return kept.ok ? ok({ number: kept.value, released }) : kept;
}

function mergeOrInsert(db: WritableDb, incoming: IncomingChange): Result<number> {
  const waiting = listStoredChangesOfRecord(db, incoming.target);
  if (incoming.operation === 'forms.delete') return ok(saveDelete(db, waiting, incoming));
  if (findDelete(waiting) !== undefined) {
    return err('invalid-input', { detail: 'the form has a pending delete' });
  }
  const last = mergeIntoWaiting(waiting.at(-1), incoming);
  if (last === null) return ok(insert(db, waiting, incoming));
  updateStoredChange(db, last);
  return ok(last.number);
}

/**
 * Saves a change in the transaction of the caller. It is merged into a pending change of the same record where
 * both can be sent as one; a repeated save id is saved once, and with other content it corrects a create that has not left, see
 * `repeatSave`. Returns 'not-found' for an unknown local id, and for a record whose creation was discarded.
 */
export function saveChange(
  db: WritableDb,
  input: ChangeSaveInput,
  { now, randomHex, held = [] }: ChangeSaveContext,
): Result<ChangeSaveResult> {
  const { change } = input;
  const { kind } = CHANGE_SCHEMAS[change.operation];
  const { id, ...given }: JsonObject = change.data;
  const data = omitUndefined(given);
  const repeated = repeatSave(db, input, data, now);
  if (repeated !== null) return repeated.ok ? ok({ ...repeated.value, released: [] }) : repeated;
  const target = typeof id === 'string' ? resolveServiceId(db, id) : createLocalId(kind, now, randomHex);
  if (target === undefined) return err('not-found', { detail: 'no such local id' });
  if (id === undefined) storeLocalId(db, kind, target);
  else if (isNeverCreated(db, target)) return err('not-found', { detail: 'its creation was discarded' });
  const kept = keep(db, {
    ...input,
    operation: change.operation,
    kind,
    target,
    data,
    now: toEpochMs(now),
    held,
  });
  if (!kept.ok) return kept;
  const { number, released } = kept.value;
  if (change.saveId !== undefined) storeSave(db, change.saveId, data, { number, id: target });
  return ok({ number, id: target, kind, released });
}

function omitUndefined(data: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(data).filter(([, value]) => value !== undefined));
}
