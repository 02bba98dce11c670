import { isJsonObject, type JsonObject } from '#main/engine/service/wire/fields.ts';
import { emptyRecord, savedTime, type AppliedOperation } from './empty-record.ts';
import { withReview } from './laid-review.ts';
import { isCreate } from './once-only.ts';

function listIn(source: JsonObject, field: string): readonly unknown[] {
  const value = source[field];
  return Array.isArray(value) ? value : [];
}

function findPatient(request: unknown): unknown {
  return isJsonObject(request) ? request['patient'] : undefined;
}

/** Section 2.2: those who are asked appear in the list, those who are withdrawn leave it; who is in it stays as he is. */
function withCompletion(record: JsonObject, operation: AppliedOperation): JsonObject {
  const withdrawn = new Set(listIn(operation.data, 'withdraw'));
  const current = listIn(record, 'request_completion_from');
  const stored = current.filter((request) => !withdrawn.has(findPatient(request)));
  const known = new Set(stored.map(findPatient));
  const added = listIn(operation.data, 'ask')
    .filter((patient) => !known.has(patient))
    .map((patient) => ({
      patient,
      requested_by: operation.savedBy,
      requested_at: savedTime(operation),
    }));
  return { ...record, request_completion_from: [...stored, ...added] };
}

/** Diagnoses and scripts that the service has not seen have no id yet; until then it is empty (section 2.1). */
function withIds(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((entry: unknown) => (isJsonObject(entry) ? { id: '', ...entry } : entry));
}

const WITH_IDS: ReadonlySet<string> = new Set(['diagnoses', 'scripts']);

/** Whether the service refused a write, or a question about it is open: what it would close must not look closed. */
function isAwaitingUser({ state }: AppliedOperation): boolean {
  return state === 'rejected' || state === 'needs-you';
}

function withFields(record: JsonObject, operation: AppliedOperation): JsonObject {
  const { review, ...sent } = operation.data;
  const fields = Object.entries(sent).map(([field, value]) => [
    field,
    WITH_IDS.has(field) ? withIds(value) : value,
  ]);
  const pending: JsonObject = { ...record, ...Object.fromEntries(fields) };
  if (!isJsonObject(review) || isAwaitingUser(operation)) return pending;
  return { ...pending, reviews: withReview(listIn(record, 'reviews'), review, operation) };
}

function applyOne(record: JsonObject | null, operation: AppliedOperation): JsonObject | null {
  if (isCreate(operation.operation)) return withFields(record ?? emptyRecord(operation), operation);
  if (record === null) return null;
  switch (operation.operation) {
    case 'forms.completion':
      return withCompletion(record, operation);
    case 'forms.publish':
    case 'forms.delete':
      // What they bring is believed only once the service has said so.
      return record;
    case 'notifications.update':
      return isAwaitingUser(operation) ? record : withFields(record, operation);
    default:
      return withFields(record, operation);
  }
}

/**
 * A raw resource as it will be once its waiting writes are on the server, in the service's own JSON.
 * @param raw the resource as cached; null where the cache has none. It is not changed.
 * @param operations the writes that wait for it, in the order of their numbers
 * @param id the record's id, this desk's while there is no other
 * @returns null where there is nothing to lay them over: neither a resource nor a create
 */
export function applyOperations(
  raw: JsonObject | null,
  operations: readonly AppliedOperation[],
  id: string,
): JsonObject | null {
  const pending = operations.reduce(applyOne, raw);
  return pending === null || operations.length === 0 ? pending : { ...pending, id };
}
