import type { OutboxQuestion, OutboxResolution, PendingOperation } from '#contract/outbox.ts';
import { err, ok, type Result } from '#contract/result.ts';
import type { EpochMs } from '#contract/time.ts';
import { writeSchemas } from '#contract/writes.ts';
import type { JsonObject } from '#main/engine/api/parse/fields.ts';
import type { WritableDb } from '#main/engine/sqlite/db.ts';
import { listFieldsDecidedByWrite } from '../decision-base.ts';
import { createNewRecordWithDefaults } from './overlay.ts';
import { discardOperation, closeConfirmedOperation } from './conclude.ts';
import { isCreate, isOnceOnlyWrite, updateOperation } from './operations.ts';
import { toPendingOperation } from './pending.ts';
import type { StoredOperation } from '../protocol.ts';

/**
 * The user's decisions about a pending change, each in the transaction of its caller. A write that is being
 * sent is not changed.
 */

function clearQuestion(operation: StoredOperation): StoredOperation {
  return { ...operation, question: null, theirs: {}, candidates: [], error: null };
}

function without(data: JsonObject, fields: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(data).filter(([field]) => !fields.includes(field)));
}

/** Questions that do not imply that an attempt may have arrived. */
const NOT_ARRIVED_QUESTIONS: ReadonlySet<OutboxQuestion | null> = new Set([
  null,
  'conflict',
  'changed',
  'gone',
  'already-there',
  'not-listed',
  'another-user',
]);

/** Returns whether the write may already have been done. */
function mayBeDone({ operation, data, question, state, evidence }: StoredOperation): boolean {
  const hasLeft = evidence.mayHaveLeft === true || evidence.sendsAgain === true;
  const isUnknown =
    state === 'uncertain' || !NOT_ARRIVED_QUESTIONS.has(question) || (hasLeft && state !== 'rejected');
  return isOnceOnlyWrite(operation, data) && isUnknown;
}

function formatFirstIssue(error: {
  readonly issues: readonly { path: PropertyKey[]; message: string }[];
}): string {
  const [issue] = error.issues;
  return issue === undefined ? '' : `${issue.path.join('.')}: ${issue.message}`.slice(0, 300);
}

/**
 * Replaces the data of a write; its state becomes 'saved'. Returns 'on-its-way' while it is being sent,
 * 'needs-you' while it may already have been done, and 'invalid-input' with the name of the field.
 */
export function editOperation(
  db: WritableDb,
  operation: StoredOperation,
  { data, cached }: { readonly data: JsonObject; readonly cached: JsonObject | null },
): Result<PendingOperation> {
  if (operation.state === 'sending') return err('on-its-way');
  if (mayBeDone(operation)) return err('needs-you', { detail: 'it may already have been done' });
  const id = isCreate(operation.operation) ? {} : { id: operation.target };
  const checked = writeSchemas[operation.operation].data.safeParse({ ...data, ...id });
  if (!checked.success) return err('invalid-input', { detail: formatFirstIssue(checked.error) });
  const entered: JsonObject = checked.data;
  const edited = Object.fromEntries(
    Object.entries(entered).filter(([field, value]) => field !== 'id' && value !== undefined),
  );
  const known = { ...cached, ...operation.base, ...operation.theirs };
  const fields = new Set([...Object.keys(edited), ...listFieldsDecidedByWrite(operation.operation, edited)]);
  const base = Object.fromEntries(Object.entries(known).filter(([field]) => fields.has(field)));
  const name = typeof edited['name'] === 'string' ? edited['name'].slice(0, 300).toWellFormed() : '';
  const label = name || operation.label;
  // The permission to send without a certain list applied to the previous content.
  const { sendsUnlisted: _sendsUnlisted, ...evidence } = operation.evidence;
  const changed = {
    ...clearQuestion(operation),
    data: edited,
    base,
    label,
    evidence,
    state: 'saved' as const,
  };
  updateOperation(db, changed);
  return ok(toPendingOperation(db, changed));
}

/** Retries a write: sends it again, or reconciles it again where it may have been done. */
export function retryOperation(db: WritableDb, operation: StoredOperation): Result<null> {
  if (operation.state === 'sending') return err('on-its-way');
  updateOperation(db, { ...clearQuestion(operation), state: mayBeDone(operation) ? 'uncertain' : 'saved' });
  return ok(null);
}

/** Removes the completion requests that may have been fulfilled before; the others stay. */
function withoutAsked({ data, theirs }: StoredOperation): JsonObject {
  const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
  const ask = list(data['ask']).filter((patient) => !list(theirs['ask']).includes(patient));
  return ask.length + list(data['withdraw']).length === 0 ? {} : { ...data, ask };
}

function takeServer(
  db: WritableDb,
  operation: StoredOperation,
  fields: readonly string[],
  now: EpochMs,
): void {
  if (operation.question === 'asked-before') {
    const data = withoutAsked(operation);
    if (Object.keys(data).length === 0) discardOperation(db, operation, 'gave-way', now);
    else updateOperation(db, { ...clearQuestion(operation), data, state: 'saved' });
    return;
  }
  const data = without(operation.data, fields);
  if (operation.question !== 'conflict' || Object.keys(data).length === 0) {
    discardOperation(db, operation, 'gave-way', now);
    return;
  }
  updateOperation(db, {
    ...clearQuestion(operation),
    data,
    base: without(operation.base, fields),
    state: 'saved',
  });
}

/**
 * Keeps the user's values over the service's, or sends again; a write that may have been done is reconciled
 * first. Candidates that the user has rejected are remembered.
 */
function takeMine(db: WritableDb, operation: StoredOperation): void {
  const { base, theirs, candidates, question } = operation;
  const sendsAs = question === 'another-user' ? operation.evidence.askedAs : operation.evidence.sendsAs;
  const user = sendsAs === undefined ? {} : { sendsAs };
  updateOperation(db, {
    ...clearQuestion(operation),
    base: { ...base, ...theirs },
    evidence: isOnceOnlyWrite(operation.operation, operation.data)
      ? {
          ...operation.evidence,
          known: [...(operation.evidence.known ?? []), ...candidates.map(({ id }) => id)],
          ...(mayBeDone(operation) ? { sendsAgain: true } : {}),
          ...(question === 'not-listed' ? { sendsUnlisted: true } : {}),
          ...user,
        }
      : user,
    state: 'saved',
  });
}

function takeFields(
  db: WritableDb,
  operation: StoredOperation,
  mine: readonly string[],
  now: EpochMs,
): Result<null> {
  if (operation.question !== 'conflict')
    return err('invalid-input', { detail: 'take: the change has no conflict' });
  const server = Object.keys(operation.theirs).filter((field) => !mine.includes(field));
  const rebased = { ...operation, base: { ...operation.base, ...operation.theirs } };
  if (server.length === 0) takeMine(db, operation);
  else takeServer(db, rebased, server, now);
  return ok(null);
}

function takeFound(db: WritableDb, operation: StoredOperation, id: string, now: EpochMs): Result<null> {
  if (!operation.candidates.some((candidate) => candidate.id === id)) {
    return err('invalid-input', { detail: 'id: not one of the candidates' });
  }
  // Later writes know only the fields of the create. Where the found record has more, the user is asked
  // before those change.
  const made: JsonObject = { ...createNewRecordWithDefaults(operation), ...operation.data };
  const { status_history: _history, created_at: _created, last_updated_at: _updated, ...answer } = made;
  closeConfirmedOperation(db, operation, { how: 'found', realId: id, answer }, now);
  return ok(null);
}

/** Applies the user's resolution. Returns 'on-its-way' while the write is being sent. */
export function resolveOperation(
  db: WritableDb,
  operation: StoredOperation,
  resolution: OutboxResolution,
  now: EpochMs,
): Result<null> {
  if (operation.state === 'sending') return err('on-its-way');
  switch (resolution.take) {
    case 'server':
      takeServer(db, operation, Object.keys(operation.theirs), now);
      return ok(null);
    case 'mine':
      takeMine(db, operation);
      return ok(null);
    case 'fields':
      return takeFields(db, operation, resolution.mine, now);
    case 'found':
      return takeFound(db, operation, resolution.id, now);
  }
}
