import { isPatientId } from '#renderer/state/requisitions/draft.ts';
import type { PendingFieldChange, PendingChange } from '#contract/outbox.ts';
import { REQUISITION_FIELDS, type RequisitionField } from '#contract/requisition-fields.ts';
import { CHANGE_SCHEMAS, type OperationName } from '#contract/changes.ts';
import { parseJsonOrKeepText } from '#renderer/shared/record/values.ts';
import { trimStartOfTypedId } from '#renderer/state/editor/typed-id.ts';
import type {
  DiagnosisOrScriptDraft,
  PendingChangeFieldDraft,
} from '#renderer/state/editor/pending-change-edits.ts';

type InputType = PendingChangeFieldDraft['by'];
type IdsDraft = Extract<PendingChangeFieldDraft, { readonly by: 'ids' }>;

/** Which input edits a field of a requisition. */
function getInputType(field: RequisitionField): InputType {
  if (!('editable' in field)) return 'kept';
  switch (field.kind) {
    case 'line':
    case 'text':
    case 'entries':
      return field.kind;
    case 'flag':
      return 'yes-no';
    case 'reference':
      return 'id';
    case 'choice':
      return 'type';
  }
}

// The fields in sections 4.1 to 4.3 of the service's document. A Map, so that `constructor` does not match.
const INPUT_TYPES: ReadonlyMap<string, InputType> = new Map<string, InputType>([
  ...REQUISITION_FIELDS.map((field) => [field.wire, getInputType(field)] as const),
  ['description', 'text'],
  ['has_unpublished_changes', 'yes-no'],
  ['read', 'yes-no'],
  ['ask', 'ids'],
  ['withdraw', 'ids'],
]);

/** The family of the id in a field that the user can edit. */
export function getIdFamilyOfField(field: string): 'user' | 'facility' {
  const known = REQUISITION_FIELDS.find(({ wire }) => wire === field);
  return known?.kind === 'reference' && known.family === 'facility' ? 'facility' : 'user';
}

function getEntries(value: unknown): readonly DiagnosisOrScriptDraft[] {
  if (!Array.isArray(value)) return [];
  return value.filter(
    (entry): entry is DiagnosisOrScriptDraft => typeof entry === 'object' && entry !== null,
  );
}

function toIdLines(value: unknown): string {
  return Array.isArray(value) ? value.filter((id) => typeof id === 'string').join('\n') : '';
}

/** Returns the chosen ids of a list. */
export function listChosenIds(words: string): readonly string[] {
  return words
    .split(/[\r\n]+/)
    .map(trimStartOfTypedId)
    .filter((id) => id !== '');
}

/** Returns the chosen ids and the one that is typed: it is sent, or refused by the schema, and never left out unseen. */
function listIds({ words, typed }: IdsDraft): readonly string[] {
  const chosen = listChosenIds(words);
  const last = trimStartOfTypedId(typed);
  return last === '' || chosen.includes(last) ? chosen : [...chosen, last];
}

/** Converts a field of a pending change to what its input edits. */
export function toFieldDraft({
  field,
  mine,
}: Pick<PendingFieldChange, 'field' | 'mine'>): PendingChangeFieldDraft {
  const value = parseJsonOrKeepText(mine);
  const by = INPUT_TYPES.get(field) ?? 'kept';
  switch (by) {
    case 'kept':
      return { by, field, value };
    case 'yes-no':
      return { by, field, isYes: value === true };
    case 'entries':
      return { by, field, head: field === 'scripts' ? 'name' : 'code', entries: getEntries(value) };
    case 'ids':
      return { by, field, words: toIdLines(value), typed: '' };
    case 'line':
    case 'text':
    case 'id':
    case 'type':
      return { by, field, words: typeof value === 'string' ? value : '' };
  }
}

/** Returns whose record a change is about with the edited fields; null while no patient is chosen. */
export function getEditedPatient(
  { patient }: Pick<PendingChange, 'patient'>,
  drafts: readonly PendingChangeFieldDraft[],
): string | null {
  const chosen = drafts.find(({ by, field }) => by === 'id' && field === 'patient');
  if (chosen === undefined) return patient;
  const id = toFieldValue(chosen);
  return typeof id === 'string' && isPatientId(id) ? id : null;
}

function toFieldValue(draft: PendingChangeFieldDraft): unknown {
  switch (draft.by) {
    case 'kept':
      return draft.value;
    case 'yes-no':
      return draft.isYes;
    case 'entries':
      return draft.entries;
    case 'ids':
      return listIds(draft);
    case 'id':
      return trimStartOfTypedId(draft.words);
    case 'line':
    case 'text':
    case 'type':
      return draft.words;
  }
}

/** Converts the edited fields to the data to send, with the API's names. */
export function toChangeData(drafts: readonly PendingChangeFieldDraft[]): Readonly<Record<string, unknown>> {
  return Object.fromEntries(drafts.map((draft) => [draft.field, toFieldValue(draft)]));
}

/**
 * Validates the fields of a change. Returns the message of each invalid field by its API name; empty if the
 * change can be sent.
 * @param change the operation and, except for creates, the id of the record
 */
export function validateEditedFields(
  { operation, id }: Pick<PendingChange, 'operation' | 'id'>,
  drafts: readonly PendingChangeFieldDraft[],
): ReadonlyMap<string, string> {
  const creates: readonly OperationName[] = ['forms.create', 'requisitions.create'];
  const target = creates.includes(operation) ? {} : { id };
  const checked = CHANGE_SCHEMAS[operation].data.safeParse({ ...toChangeData(drafts), ...target });
  if (checked.success) return new Map();
  const problems = new Map<string, string>();
  for (const { path, message } of checked.error.issues) {
    const field = String(path[0] ?? '');
    if (!problems.has(field)) problems.set(field, message);
  }
  return problems;
}
