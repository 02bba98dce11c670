import { REQUISITION_FIELDS } from '#contract/requisition-fields.ts';
import type { OperationName } from '#contract/changes.ts';
import { type JsonObject, parseTimestamp } from '#main/engine/api/parse/fields.ts';
import type { StoredChange } from './protocol.ts';

/**
 * A decision is a change that depends on the whole record and not only on the fields that it sends: a delete,
 * a publish, a review, and sharing a requisition with its patient. Its base therefore holds the record as the
 * user saw it.
 */

/** The content fields of a form (section 2.2), without creator and creation time. */
export const DECIDED_FORM_FIELDS: readonly string[] = [
  'name',
  'description',
  'published_version',
  'latest_version',
  'has_unpublished_changes',
  'usable_by',
  'request_completion_from',
  'last_updated_at',
];

/** The content fields of a requisition (section 2.3), without creator and creation time. */
const DECIDED_REQUISITION_FIELDS: readonly string[] = REQUISITION_FIELDS.filter(
  (field) => !('isOrigin' in field),
).map(({ wire }) => wire);

/**
 * Returns the fields of the record that a change decides about (service's document, sections 2.2 and 2.3). An
 * empty list: the change is no decision.
 */
export function listFieldsDecidedByChange(operation: OperationName, data: JsonObject): readonly string[] {
  switch (operation) {
    case 'forms.delete':
    case 'forms.publish':
      return DECIDED_FORM_FIELDS;
    case 'requisitions.update':
      // Sharing less is never held back: it protects the patient whatever else has changed.
      return 'review' in data || data['share_with_patient'] === true ? DECIDED_REQUISITION_FIELDS : [];
    default:
      return [];
  }
}

/**
 * Returns whether a decision was saved with the record that it is about, so that a later state can be
 * compared with it.
 */
export function wasDecisionSavedWithRecord({ base }: Pick<StoredChange, 'base'>): boolean {
  return Object.hasOwn(base, 'last_updated_at');
}

/** Returns the names of the fields that one change sets at the service (service's document, section 4). */
export function listServiceFieldsChangedByOwnChange({
  operation,
  data,
}: Pick<StoredChange, 'operation' | 'data'>): readonly string[] {
  switch (operation) {
    case 'forms.publish':
      return ['published_version', 'latest_version', 'has_unpublished_changes'];
    case 'forms.completion':
      return ['request_completion_from'];
    default:
      return Object.keys(data).map((field) => (field === 'review' ? 'reviews' : field));
  }
}

/** Fields of a form that its service may set when another field is updated (`formEdits` in the assumptions). */
const FIELDS_SET_BY_UPDATE: ReadonlySet<string> = new Set(['has_unpublished_changes']);

function isSameTime(left: unknown, right: unknown): boolean {
  if (typeof left !== 'string' || typeof right !== 'string') return left === right;
  return left === right || parseTimestamp(left) === parseTimestamp(right);
}

/** A change that the service has confirmed, and the record that it returned. */
export interface ConfirmedChangeAndRecord {
  readonly change: StoredChange;
  /** The record as the service returned it. */
  readonly values: JsonObject;
  readonly isCreate: boolean;
}

/**
 * Returns the base of a decision after an earlier change of this user was confirmed: what that change wrote
 * is no change by another user. `last_updated_at`, and what the service sets with an update, follow only where the record had
 * not moved before that change was sent.
 */
export function rebaseDecisionAfterOwnChange(
  { operation: decision, data, base }: Pick<StoredChange, 'operation' | 'data' | 'base'>,
  { change, values, isCreate }: ConfirmedChangeAndRecord,
): JsonObject {
  const watched = listFieldsDecidedByChange(decision, data).filter((field) => Object.hasOwn(values, field));
  const before = change.evidence.before ?? {};
  const written = new Set(listServiceFieldsChangedByOwnChange(change));
  const hadNotMoved = isSameTime(base['last_updated_at'], before['last_updated_at']);
  const followsUpdate = (field: string): boolean =>
    field === 'last_updated_at' || (change.operation === 'forms.update' && FIELDS_SET_BY_UPDATE.has(field));
  const isOwn = (field: string): boolean => written.has(field) || (hadNotMoved && followsUpdate(field));
  const followed = watched.filter((field) => isCreate || isOwn(field));
  return { ...base, ...Object.fromEntries(followed.map((field) => [field, values[field]])) };
}
