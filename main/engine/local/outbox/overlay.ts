import { ASSUMPTIONS } from '#contract/assumptions.ts';
import { getEmptyValue, REQUISITION_FIELDS } from '#contract/requisition-fields.ts';
import { type JsonObject, isJsonObject } from '#main/engine/api/parse/fields.ts';
import type { StoredOperation } from '../protocol.ts';
import { isCreate } from './operations.ts';

/** What of a waiting write tells how its record will look. */
export type AppliedOperation = Pick<StoredOperation, 'operation' | 'data' | 'savedBy' | 'savedAt' | 'state'>;

/** The moment a write was saved, as the service writes times (service's document, section 2.1). */
function savedTime({ savedAt }: Pick<AppliedOperation, 'savedAt'>): string {
  return new Date(savedAt).toISOString();
}

/** A form as the service makes it (section 4.1): no versions, usable by all, nobody asked to complete it. */
function emptyForm(): JsonObject {
  return {
    object: 'form',
    name: '',
    description: '',
    published_version: '',
    latest_version: '',
    has_unpublished_changes: false,
    usable_by: {
      usable_by_all: true,
      usable_by: { medical_centers: [], specializations: [], peer_groups: [], individuals: [] },
    },
    request_completion_from: [],
  };
}

/** A requisition as the service makes it (sections 2.3 and 3): a draft without result, comments and reviews. */
function emptyRequisition(create: AppliedOperation): JsonObject {
  const drafted = { status: 'draft', changed_by: create.savedBy, changed_at: savedTime(create) };
  return {
    object: 'requisition',
    ...Object.fromEntries(REQUISITION_FIELDS.map((field) => [field.wire, getEmptyValue(field)])),
    status_history: [drafted],
  };
}

/**
 * What the service's document says of a new record, before the content of the create is in it. Until the service answers, who
 * saved it made it, and then.
 */
export function emptyRecord(create: AppliedOperation): JsonObject {
  const empty = create.operation === 'forms.create' ? emptyForm() : emptyRequisition(create);
  const at = savedTime(create);
  return { ...empty, created_by: create.savedBy, created_at: at, last_updated_at: at };
}

function isDone({ status, reviewed_at: reviewedAt }: JsonObject): boolean {
  const isDated = typeof reviewedAt === 'string' && reviewedAt !== '';
  return isDated || status === ASSUMPTIONS.reviewStatus.done;
}

function getReviewer(sent: JsonObject, { savedBy }: AppliedOperation): unknown {
  return sent['reviewer'] ?? (isDone(sent) ? savedBy : '');
}

/** Where the open review of a reviewer stands, the last of them; -1 where there is none. */
function getOpenReview(reviews: readonly unknown[], reviewer: unknown): number {
  if (reviewer === '') return -1;
  return reviews.findLastIndex(
    (review) => isJsonObject(review) && review['reviewer'] === reviewer && !isDone(review),
  );
}

function newReview(operation: AppliedOperation, reviewer: unknown): JsonObject {
  return {
    status: '',
    requested_by: operation.savedBy,
    reviewer,
    requested_at: savedTime(operation),
    review_deadline: null,
    reviewed_at: null,
  };
}

/**
 * The reviews as they may be once a review has arrived: a done one in place of the open review of the same reviewer, any other
 * added (assumptions: reviewSent).
 */
function withReview(
  reviews: readonly unknown[],
  sent: JsonObject,
  operation: AppliedOperation,
): readonly unknown[] {
  const reviewer = getReviewer(sent, operation);
  const place = isDone(sent) ? getOpenReview(reviews, reviewer) : -1;
  const open = reviews[place];
  if (isJsonObject(open)) return reviews.with(place, { ...open, ...sent });
  return [...reviews, { ...newReview(operation, reviewer), ...sent }];
}

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

const WITH_IDS: ReadonlySet<string> = new Set(
  REQUISITION_FIELDS.filter(({ kind }) => kind === 'entries').map(({ wire }) => wire),
);

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
