import { SERVICE_ASSUMPTIONS } from '#contract/assumptions.ts';
import { ENTRY_LISTS, getEmptyFieldValue, REQUISITION_FIELDS } from '#contract/requisition-fields.ts';
import { isJsonObject, toList, type JsonObject } from '#main/engine/api/parse/fields.ts';
import { withOtherUserSets } from '#main/engine/api/parse/user-sets.ts';
import { findRequestedPatient } from '../data/observed-forms.ts';
import type { StoredChange } from '../protocol.ts';
import { isCreateOperation } from './stored-changes.ts';

/** The part of a pending change that is applied over its record when this is shown. */
export type OverlayChange = Pick<StoredChange, 'operation' | 'data' | 'savedBy' | 'savedAt' | 'state'>;

/** Returns the time of saving in the service's format (service's document, section 2.1). */
function getSavedTime({ savedAt }: Pick<OverlayChange, 'savedAt'>): string {
  return new Date(savedAt).toISOString();
}

/**
 * Returns a form with the service's defaults (section 4.1): no versions, usable by all, no completion
 * requests.
 */
function createEmptyForm(): JsonObject {
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

/**
 * Returns a requisition with the service's defaults (sections 2.3 and 3): a draft without result, comments
 * and reviews.
 */
function createEmptyRequisition(create: OverlayChange): JsonObject {
  const drafted = { status: 'draft', changed_by: create.savedBy, changed_at: getSavedTime(create) };
  return {
    object: 'requisition',
    ...Object.fromEntries(REQUISITION_FIELDS.map((field) => [field.wire, getEmptyFieldValue(field)])),
    status_history: [drafted],
  };
}

/**
 * Returns the defaults of a new record by the service's document, before the fields of the create. Until the
 * service responds, the saving user counts as creator and the time of saving as creation time.
 */
export function createNewRecordWithDefaults(create: OverlayChange): JsonObject {
  const empty = create.operation === 'forms.create' ? createEmptyForm() : createEmptyRequisition(create);
  const at = getSavedTime(create);
  return { ...empty, created_by: create.savedBy, created_at: at, last_updated_at: at };
}

function isDone({ status, reviewed_at: reviewedAt }: JsonObject): boolean {
  const isDated = typeof reviewedAt === 'string' && reviewedAt !== '';
  return isDated || status === SERVICE_ASSUMPTIONS.reviewStatus.done;
}

function getReviewer(sent: JsonObject, { savedBy }: OverlayChange): unknown {
  return sent['reviewer'] ?? (isDone(sent) ? savedBy : '');
}

/** Returns the index of a reviewer's last open review; -1 where there is none. */
function getOpenReview(reviews: readonly unknown[], reviewer: unknown): number {
  if (reviewer === '') return -1;
  return reviews.findLastIndex(
    (review) => isJsonObject(review) && review['reviewer'] === reviewer && !isDone(review),
  );
}

function createReview(change: OverlayChange, reviewer: unknown): JsonObject {
  return {
    status: '',
    requested_by: change.savedBy,
    reviewer,
    requested_at: getSavedTime(change),
    review_deadline: null,
    reviewed_at: null,
  };
}

/**
 * Returns the reviews as they may be once a review has arrived: a completed one replaces the open review of
 * the same reviewer, any other is appended (assumptions: reviewSent).
 */
function withReview(
  reviews: readonly unknown[],
  sent: JsonObject,
  change: OverlayChange,
): readonly unknown[] {
  const reviewer = getReviewer(sent, change);
  const place = isDone(sent) ? getOpenReview(reviews, reviewer) : -1;
  const open = reviews[place];
  if (isJsonObject(open)) return reviews.with(place, { ...open, ...sent });
  return [...reviews, { ...createReview(change, reviewer), ...sent }];
}

/**
 * Applies a change of completion requests (section 2.2): asked patients are added, withdrawn ones removed,
 * existing entries stay unchanged.
 */
function withCompletion(record: JsonObject, change: OverlayChange): JsonObject {
  const withdrawn = new Set(toList(change.data['withdraw']));
  const current = toList(record['request_completion_from']);
  const stored = current.filter((request) => !withdrawn.has(findRequestedPatient(request)));
  const known = new Set<unknown>(stored.map(findRequestedPatient));
  const added = toList(change.data['ask'])
    .filter((patient) => !known.has(patient))
    .map((patient) => ({
      patient,
      requested_by: change.savedBy,
      requested_at: getSavedTime(change),
    }));
  return { ...record, request_completion_from: [...stored, ...added] };
}

/** New diagnoses and scripts have an empty id until the service assigns one (section 2.1). */
function withIds(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((entry: unknown) => (isJsonObject(entry) ? { id: '', ...entry } : entry));
}

/**
 * Returns whether the service refused the change, or a question about it is open: its effect must not be shown
 * as done.
 */
function isAwaitingUser({ state }: OverlayChange): boolean {
  return state === 'rejected' || state === 'needs-you';
}

function withFields(record: JsonObject, change: OverlayChange): JsonObject {
  const { review, ...sent } = withOtherUserSets(change.data, record);
  const fields = Object.entries(sent).map(([field, value]) => [
    field,
    ENTRY_LISTS.has(field) ? withIds(value) : value,
  ]);
  const pending: JsonObject = { ...record, ...Object.fromEntries(fields) };
  if (!isJsonObject(review) || isAwaitingUser(change)) return pending;
  return { ...pending, reviews: withReview(toList(record['reviews']), review, change) };
}

function applyOne(record: JsonObject | null, change: OverlayChange): JsonObject | null {
  if (isCreateOperation(change.operation))
    return withFields(record ?? createNewRecordWithDefaults(change), change);
  if (record === null) return null;
  switch (change.operation) {
    case 'forms.completion':
      return withCompletion(record, change);
    case 'forms.publish':
    case 'forms.delete':
      // These operations change what is shown only once the service has confirmed them.
      return record;
    case 'notifications.update':
      return isAwaitingUser(change) ? record : withFields(record, change);
    default:
      return withFields(record, change);
  }
}

/**
 * Returns a raw resource with its pending changes applied (optimistic update), in the service's JSON.
 * @param raw the cached resource; null where it is not cached. It is not changed.
 * @param changes the pending changes of the record, by number
 * @param id the record's id, a local id while it has no other
 * @returns null where there is neither a resource nor a create
 */
export function applyOverlayChanges(
  raw: JsonObject | null,
  changes: readonly OverlayChange[],
  id: string,
): JsonObject | null {
  const pending = changes.reduce(applyOne, raw);
  return pending === null || changes.length === 0 ? pending : { ...pending, id };
}
