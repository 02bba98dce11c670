import { formatDraftKey } from '#contract/draft-key.ts';
import type { Draft } from '#contract/local-data.ts';
import type { AppError } from '#contract/result.ts';
import type { EpochMs } from '#contract/time.ts';
import {
  isSameValue,
  type RawResourceFields,
  type BaseEditorFields,
  type EditorProblem,
  type EditorDefinition,
  type EditorFieldName,
  parseRawFields,
  pickUpdatableFields,
  listChangedEditorFields,
  type EditorPurpose,
} from './editor-definition.ts';

/** The part of an editor that is derived from the current record. */
interface EditorBase<Fields extends BaseEditorFields> {
  readonly fields: Fields;
  readonly start: Fields;
  readonly seen: RawResourceFields;
  /** The API's names of fields that the user changed here and that changed in the record too. */
  readonly disputed: readonly string[];
}

/** Copies the named fields from the current record. */
function copyFields<Fields extends BaseEditorFields>(
  fields: Fields,
  now: Fields,
  names: readonly EditorFieldName<Fields>[],
): Fields {
  return names.reduce((merged, name) => ({ ...merged, [name]: now[name] }), fields);
}

/** Copies the fields that an editor displays but never changes from the current record. */
function copyReadOnlyFields<
  ExtraPurpose extends string,
  Fields extends BaseEditorFields,
  Problem extends EditorProblem,
>(
  { readOnlyFields, readFields }: EditorDefinition<ExtraPurpose, Fields, Problem>,
  fields: Fields,
  raw: RawResourceFields,
): Fields {
  return copyFields(fields, readFields(raw), readOnlyFields);
}

/**
 * Applies the input of an editor to the current record (a three-way merge per field). Fields without input follow
 * the record; fields with input keep it, with their base, and those that changed in both are named.
 */
export function mergeEditorInputWithRecord<
  ExtraPurpose extends string,
  Fields extends BaseEditorFields,
  Problem extends EditorProblem,
>(
  definition: EditorDefinition<ExtraPurpose, Fields, Problem>,
  base: EditorBase<Fields>,
  raw: RawResourceFields,
): EditorBase<Fields> {
  const now = definition.readFields(raw);
  const sent = Object.keys(definition.sentAs) as readonly EditorFieldName<Fields>[]; // `Object.keys` returns plain strings: all are keys of this object.
  return sent.reduce<EditorBase<Fields>>(
    (merged, field) => {
      const name = definition.sentAs[field];
      if (name === undefined || isSameValue(merged.seen[name], raw[name])) return merged;
      const isTouched = !isSameValue(merged.fields[field], merged.start[field]);
      if (isTouched) return { ...merged, disputed: [...merged.disputed, name] };
      return {
        ...merged,
        fields: copyFields(merged.fields, now, [field]),
        start: copyFields(merged.start, now, [field]),
        seen: { ...merged.seen, [name]: raw[name] },
      };
    },
    { ...base, disputed: [] },
  );
}

/** The state of an open editor: its record, its fields, and what was saved. */
export interface OpenEditor<
  ExtraPurpose extends string,
  Fields extends BaseEditorFields,
  Problem extends EditorProblem,
> extends EditorBase<Fields> {
  readonly phase: 'open';
  /** Key under which the editor's draft is stored. */
  readonly key: string;
  readonly purpose: EditorPurpose<ExtraPurpose>;
  /** Id of the edited record; null for a new one. */
  readonly target: string | null;
  /** Display name of the record; empty for a new one. */
  readonly label: string;
  readonly saveId: string;
  /** The input was restored from a draft. */
  readonly isRestored: boolean;
  /** When the input was last saved; null if there was nothing to save. */
  readonly savedAt: EpochMs | null;
  /** There is input that is not saved yet. */
  readonly hasUnsavedInput: boolean;
  /** Why the draft could not be saved. */
  readonly draftError: AppError | null;
  /** The validation errors, once the user has tried to save. */
  readonly problems: readonly Problem[];
  /** How often saving was refused; the focus moves to the problems each time it changes. */
  readonly checks: number;
  readonly saveError: AppError | null;
  readonly isSaving: boolean;
  /** Whether the user has tried to save without having changed anything. */
  readonly isUnchanged: boolean;
}

/** The key of a draft: the operation, the record's id or a random one, and a suffix for the purpose. */
export function getDraftKey<
  ExtraPurpose extends string,
  Fields extends BaseEditorFields,
  Problem extends EditorProblem,
>(
  { operations, suffixes }: Pick<EditorDefinition<ExtraPurpose, Fields, Problem>, 'operations' | 'suffixes'>,
  purpose: EditorPurpose<ExtraPurpose>,
  id: string,
): string {
  return formatDraftKey({ operation: operations[purpose], id, purpose: suffixes[purpose] });
}

const NEW_EDITOR = {
  phase: 'open',
  isRestored: false,
  savedAt: null,
  hasUnsavedInput: false,
  draftError: null,
  problems: [],
  checks: 0,
  saveError: null,
  isSaving: false,
  isUnchanged: false,
  disputed: [],
} as const;

/** Creates an editor for a new record, with some fields filled in. */
export function createOpenEditorOfNewRecord<
  ExtraPurpose extends string,
  Fields extends BaseEditorFields,
  Problem extends EditorProblem,
>(
  definition: EditorDefinition<ExtraPurpose, Fields, Problem>,
  saveId: string,
  known: Partial<Fields>,
): OpenEditor<ExtraPurpose, Fields, Problem> {
  const fields = { ...definition.emptyFields, ...known };
  return {
    ...NEW_EDITOR,
    key: getDraftKey(definition, 'create', saveId),
    purpose: 'create',
    target: null,
    label: '',
    saveId,
    fields,
    start: fields,
    seen: {},
  };
}

/** How an editor of an existing record is opened. */
export interface OpenEditorOfRecordInput<ExtraPurpose extends string> {
  readonly purpose: Exclude<EditorPurpose<ExtraPurpose>, 'create'>;
  readonly target: string;
  readonly raw: RawResourceFields;
  readonly saveId: string;
}

/** Creates an editor for an existing record. */
export function createOpenEditorOfRecord<
  ExtraPurpose extends string,
  Fields extends BaseEditorFields,
  Problem extends EditorProblem,
>(
  definition: EditorDefinition<ExtraPurpose, Fields, Problem>,
  { purpose, target, raw, saveId }: OpenEditorOfRecordInput<ExtraPurpose>,
): OpenEditor<ExtraPurpose, Fields, Problem> {
  const fields = definition.readFields(raw);
  return {
    ...NEW_EDITOR,
    key: getDraftKey(definition, purpose, target),
    purpose,
    target,
    label: fields.name,
    saveId,
    fields,
    start: fields,
    seen: pickUpdatableFields(definition, raw),
  };
}

function getPurpose<
  ExtraPurpose extends string,
  Fields extends BaseEditorFields,
  Problem extends EditorProblem,
>(
  definition: EditorDefinition<ExtraPurpose, Fields, Problem>,
  { key, target }: Pick<Draft, 'key' | 'target'>,
): EditorPurpose<ExtraPurpose> {
  if (target === null) return 'create';
  const purposes = Object.keys(definition.operations) as readonly EditorPurpose<ExtraPurpose>[]; // `Object.keys` returns plain strings: all are keys of this object.
  return purposes.find((purpose) => getDraftKey(definition, purpose, target) === key) ?? 'edit';
}

function toSaveId({ fields }: Draft, otherwise: string): string {
  const { saveId } = fields;
  return typeof saveId === 'string' && saveId.length <= 64 ? saveId : otherwise;
}

/**
 * Restores a saved draft, applied over the current record. A field that the program did not have when the draft was saved is as
 * it was when the editor opened.
 * @param raw the record; null for a new one, and for one that cannot be read
 * @returns null if the draft does not belong to this kind of record
 */
export function applyDraftToRecord<
  ExtraPurpose extends string,
  Fields extends BaseEditorFields,
  Problem extends EditorProblem,
>(
  definition: EditorDefinition<ExtraPurpose, Fields, Problem>,
  draft: Draft,
  raw: RawResourceFields | null,
  saveId: string,
): OpenEditor<ExtraPurpose, Fields, Problem> | null {
  if (!draft.operation.startsWith(`${definition.kind}s.`)) return null;
  const purpose = getPurpose(definition, draft);
  const before = copyReadOnlyFields(definition, definition.readFields(draft.seen), raw ?? {});
  const start = purpose === 'create' ? definition.emptyFields : before;
  const typed = definition.schema.safeParse({ ...start, ...draft.fields });
  if (!typed.success) return null;
  const open: OpenEditor<ExtraPurpose, Fields, Problem> = {
    ...NEW_EDITOR,
    key: draft.key,
    purpose,
    target: draft.target,
    label: purpose === 'create' ? '' : draft.label,
    saveId: toSaveId(draft, saveId),
    isRestored: true,
    savedAt: draft.savedAt,
    fields: typed.data,
    start,
    seen: draft.seen,
  };
  return raw === null ? open : rebaseEditor(definition, open, raw);
}

/**
 * Rebases an editor on the current record. Only edits contain field values to merge; the other purposes stay
 * as they are.
 */
function rebaseEditor<
  ExtraPurpose extends string,
  Fields extends BaseEditorFields,
  Problem extends EditorProblem,
>(
  definition: EditorDefinition<ExtraPurpose, Fields, Problem>,
  open: OpenEditor<ExtraPurpose, Fields, Problem>,
  raw: RawResourceFields,
): OpenEditor<ExtraPurpose, Fields, Problem> {
  const { fields, start } = open;
  const showing = {
    ...open,
    fields: copyReadOnlyFields(definition, fields, raw),
    start: copyReadOnlyFields(definition, start, raw),
  };
  return open.purpose === 'edit'
    ? { ...showing, ...mergeEditorInputWithRecord(definition, showing, raw) }
    : showing;
}

/** Updates an open editor when its record changes. */
export function updateOpenEditorFromRecord<
  ExtraPurpose extends string,
  Fields extends BaseEditorFields,
  Problem extends EditorProblem,
>(
  definition: EditorDefinition<ExtraPurpose, Fields, Problem>,
  open: OpenEditor<ExtraPurpose, Fields, Problem>,
  json: string,
): OpenEditor<ExtraPurpose, Fields, Problem> {
  return rebaseEditor(definition, open, parseRawFields(json));
}

/** Returns whether the user has changed any field. */
export function hasChangedFields<
  ExtraPurpose extends string,
  Fields extends BaseEditorFields,
  Problem extends EditorProblem,
>(
  definition: EditorDefinition<ExtraPurpose, Fields, Problem>,
  open: OpenEditor<ExtraPurpose, Fields, Problem>,
): boolean {
  return listChangedEditorFields(definition, open).length > 0;
}
