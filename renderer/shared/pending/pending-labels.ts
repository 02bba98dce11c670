import type { PendingChange } from '#contract/outbox.ts';
import type { OperationName } from '#contract/changes.ts';
import { joinTexts, type TextFunction } from '#renderer/text/text.ts';
import { englishTexts } from '#renderer/text/en/index.ts';
import { truncateWithEllipsis } from '#renderer/ui/format.ts';

// The API's field names are short; a longer text is not a field name.
const NAME_LENGTH = 100;

type KnownField = keyof typeof englishTexts.field;

function isKnown(field: string): field is KnownField {
  return Object.hasOwn(englishTexts.field, field);
}

/** Label of an API field; an unknown field keeps its name. */
export function getFieldLabel(text: TextFunction, field: string): string {
  return isKnown(field) ? text(`field.${field}`) : truncateWithEllipsis(field, NAME_LENGTH);
}

/** Labels of several API fields, in one line. */
export function formatFieldLabels(text: TextFunction, fields: readonly string[]): string {
  return joinTexts(
    fields.map((field) => getFieldLabel(text, field)),
    'unit',
  );
}

/** Returns the names of a change's fields, without an empty list of patients to ask or to withdraw. */
export function listFieldNamesToShow({
  operation,
  fields,
}: Pick<PendingChange, 'operation' | 'fields'>): readonly string[] {
  const spoken = operation === 'forms.completion' ? fields.filter(({ mine }) => mine !== '[]') : fields;
  return spoken.map(({ field }) => field);
}

/** Label of the operation of a change. */
export function getOperationLabel(text: TextFunction, operation: OperationName): string {
  return text(`pending.operation.${operation}`);
}

/** Whether a change creates a record: until it is sent, the record is on this computer only. */
export function isCreateChange({ operation }: Pick<PendingChange, 'operation'>): boolean {
  return operation === 'forms.create' || operation === 'requisitions.create';
}

/** Returns whether a change can be discarded: not while it is being sent or may have arrived. */
export function isDiscardable({ state }: Pick<PendingChange, 'state'>): boolean {
  return state === 'saved' || state === 'rejected';
}

/** Returns whether the user can still edit the fields of a pending change. */
export function isEditable(change: Pick<PendingChange, 'state' | 'fields'>): boolean {
  return isDiscardable(change) && change.fields.length > 0;
}

/** Whether the change needs the user's decision before it is sent. */
export function needsDecision({ state }: Pick<PendingChange, 'state'>): boolean {
  return state === 'needs-you' || state === 'rejected';
}

/** Why it is not certain that a change has arrived; one that this computer has never tried to send was restored or imported. */
export function getUncertainHint(text: TextFunction, { triedAt }: Pick<PendingChange, 'triedAt'>): string {
  return text(triedAt === null ? 'activity.untriedHint' : 'activity.stateHint.uncertain');
}
