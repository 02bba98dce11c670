import { toEpochMs, type EpochMs } from '#contract/time.ts';
import type { TextFunction } from '#renderer/text/text.ts';
import { getRequisitionStatusLabel, getRequisitionTypeLabel } from './record/requisition-status.tsx';

const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?(?:Z|[+-]\d{2}:\d{2})$/;
/** The API fields that contain a time (service's document, sections 2.2 to 2.4). */
const TIME_FIELDS: ReadonlySet<string> = new Set([
  'created_at',
  'last_updated_at',
  'changed_at',
  'requested_at',
  'review_deadline',
  'reviewed_at',
]);

/**
 * The label of a code from the API, such as the requisition type `lab`; null if the field does not contain a
 * code.
 */
export function getCodeLabel(text: TextFunction, field: string, value: unknown): string | null {
  if (typeof value !== 'string' || value === '') return null;
  if (field === 'type') return getRequisitionTypeLabel(text, value);
  if (field === 'status')
    return value === 'reviewed'
      ? text('requisition.status.reviewed')
      : getRequisitionStatusLabel(text, value);
  return null;
}

/** The time in an API field; null if the field does not contain one or the text is not a valid time. */
export function parseTimeField(field: string, value: unknown): EpochMs | null {
  if (!TIME_FIELDS.has(field) || typeof value !== 'string' || !TIMESTAMP.test(value)) return null;
  const at = Date.parse(value);
  return Number.isNaN(at) ? null : toEpochMs(at);
}
