import { REQUISITION_FIELDS } from '#contract/requisition-fields.ts';
import type { Operation } from '#contract/writes.ts';
import { type JsonObject, parseTimestamp } from '#main/engine/api/parse/fields.ts';
import type { StoredOperation } from './protocol.ts';

/**
 * A decision is a write that depends on the whole record and not only on the fields that it sends: a delete,
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
 * Returns the fields of the record that a write decides about (service's document, sections 2.2 and 2.3). An
 * empty list: the write is no decision.
 */
export function listFieldsDecidedByWrite(operation: Operation, data: JsonObject): readonly string[] {
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
export function wasDecisionSavedWithRecord({ base }: Pick<StoredOperation, 'base'>): boolean {
  return Object.hasOwn(base, 'last_updated_at');
}

/** Returns the names of the fields that one write changes at the service (service's document, section 4). */
export function listServiceFieldsChangedByWrite({
  operation,
  data,
}: Pick<StoredOperation, 'operation' | 'data'>): readonly string[] {
  switch (operation) {
    case 'forms.publish':
      return ['published_version', 'latest_version', 'has_unpublished_changes'];
    case 'forms.completion':
      return ['request_completion_from'];
    default:
      return Object.keys(data).map((field) => (field === 'review' ? 'reviews' : field));
  }
}

function isSameTime(left: unknown, right: unknown): boolean {
  if (typeof left !== 'string' || typeof right !== 'string') return left === right;
  return left === right || parseTimestamp(left) === parseTimestamp(right);
}

/** A write that the service has confirmed, and the record that it returned. */
export interface ConfirmedWrite {
  readonly operation: StoredOperation;
  /** The record as the service returned it. */
  readonly values: JsonObject;
  readonly isCreate: boolean;
}

/**
 * Returns the base of a decision after an earlier write of this user was confirmed: changes by that write
 * are not changes by another user. `last_updated_at` follows only where it had not moved before that write
 * was sent.
 */
export function rebaseDecisionAfterOwnWrite(
  { operation: decision, data, base }: Pick<StoredOperation, 'operation' | 'data' | 'base'>,
  { operation, values, isCreate }: ConfirmedWrite,
): JsonObject {
  const watched = listFieldsDecidedByWrite(decision, data).filter((field) => Object.hasOwn(values, field));
  const before = operation.evidence.before ?? {};
  const written = new Set(listServiceFieldsChangedByWrite(operation));
  const isOwn = (field: string): boolean =>
    field === 'last_updated_at' ? isSameTime(base[field], before[field]) : written.has(field);
  const followed = watched.filter((field) => isCreate || isOwn(field));
  return { ...base, ...Object.fromEntries(followed.map((field) => [field, values[field]])) };
}
