import type { Resolution } from '#contract/outbox.ts';
import { err, ok, type Result } from '#contract/result.ts';
import type { EpochMs } from '#contract/time.ts';
import { writes } from '#contract/writes.ts';
import type { JsonObject } from '#main/engine/service/wire/fields.ts';
import type { WritableDb } from '#main/engine/store/db.ts';
import { discardOperation, settleOperation } from './leave.ts';
import { isCreate, isOnceOnly } from './once-only.ts';
import { updateOperation } from './operations.ts';
import type { DeskOperation } from './protocol.ts';

/** What a person decides about a write, each in the transaction of its caller. A write on its way is left alone. */

function atRest(operation: DeskOperation): DeskOperation {
  return { ...operation, question: null, theirs: {}, candidates: [], error: null };
}

function without(data: JsonObject, fields: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(data).filter(([field]) => !fields.includes(field)));
}

/** Whether nobody knows if the write has already been done. */
function mayBeDone({ operation, data, question, state }: DeskOperation): boolean {
  const asks = question !== null && question !== 'conflict' && question !== 'gone';
  return isOnceOnly(operation, data) && (state === 'uncertain' || asks);
}

function issueOf(error: { readonly issues: readonly { path: PropertyKey[]; message: string }[] }): string {
  const [issue] = error.issues;
  return issue === undefined ? '' : `${issue.path.join('.')}: ${issue.message}`.slice(0, 300);
}

/**
 * Replaces what a write will send; its state is 'saved' again. 'on-its-way' while it is being sent; 'needs-you' while nobody knows
 * whether it was done; 'invalid-input' names the field.
 */
export function editOperation(
  db: WritableDb,
  operation: DeskOperation,
  { data, cached }: { readonly data: JsonObject; readonly cached: JsonObject | null },
): Result<DeskOperation> {
  if (operation.state === 'sending') return err('on-its-way');
  if (mayBeDone(operation)) return err('needs-you', { detail: 'nobody knows yet whether it was done' });
  const id = isCreate(operation.operation) ? {} : { id: operation.target };
  const checked = writes[operation.operation].data.safeParse({ ...data, ...id });
  if (!checked.success) return err('invalid-input', { detail: issueOf(checked.error) });
  const entered: JsonObject = checked.data;
  const edited = Object.fromEntries(
    Object.entries(entered).filter(([field, value]) => field !== 'id' && value !== undefined),
  );
  const known = { ...cached, ...operation.base, ...operation.theirs };
  const base = Object.fromEntries(Object.entries(known).filter(([field]) => Object.hasOwn(edited, field)));
  const name = typeof edited['name'] === 'string' ? edited['name'].slice(0, 300).toWellFormed() : '';
  const label = name || operation.label;
  const changed = { ...atRest(operation), data: edited, base, label, state: 'saved' as const };
  updateOperation(db, changed);
  return ok(changed);
}

/** Tries once more: sends again what was refused, looks again for what may have been done. */
export function retryOperation(db: WritableDb, operation: DeskOperation): Result<null> {
  if (operation.state === 'sending') return err('on-its-way');
  updateOperation(db, { ...atRest(operation), state: mayBeDone(operation) ? 'uncertain' : 'saved' });
  return ok(null);
}

function takeServer(db: WritableDb, operation: DeskOperation, fields: readonly string[], now: EpochMs): void {
  const data = without(operation.data, fields);
  if (operation.question !== 'conflict' || Object.keys(data).length === 0) {
    discardOperation(db, operation, 'gave-way', now);
    return;
  }
  updateOperation(db, { ...atRest(operation), data, base: without(operation.base, fields), state: 'saved' });
}

/** Sends mine over what the server has, or once more. Records that were seen and are not it are remembered as such. */
function takeMine(db: WritableDb, operation: DeskOperation): void {
  const { base, theirs, candidates, evidence } = operation;
  const known = [...(evidence.known ?? []), ...candidates.map(({ id }) => id)];
  updateOperation(db, {
    ...atRest(operation),
    base: { ...base, ...theirs },
    evidence: known.length === 0 ? {} : { known },
    state: 'saved',
  });
}

function takeFields(
  db: WritableDb,
  operation: DeskOperation,
  mine: readonly string[],
  now: EpochMs,
): Result<null> {
  if (operation.question !== 'conflict')
    return err('invalid-input', { detail: 'take: there is no conflict' });
  const server = Object.keys(operation.theirs).filter((field) => !mine.includes(field));
  const rebased = { ...operation, base: { ...operation.base, ...operation.theirs } };
  if (server.length === 0) takeMine(db, operation);
  else takeServer(db, rebased, server, now);
  return ok(null);
}

function takeFound(db: WritableDb, operation: DeskOperation, id: string, now: EpochMs): Result<null> {
  if (!operation.candidates.some((candidate) => candidate.id === id)) {
    return err('invalid-input', { detail: 'id: none of the records that were found' });
  }
  settleOperation(db, operation, { how: 'found', realId: id }, now);
  return ok(null);
}

/** Carries a person's choice out. 'on-its-way' while the write is being sent. */
export function resolveOperation(
  db: WritableDb,
  operation: DeskOperation,
  resolution: Resolution,
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
