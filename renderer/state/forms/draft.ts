import { changeToSaveSchema } from '#contract/changes.ts';
import type { EditorStore } from '../editor/editor.ts';
import type { OpenEditor } from '../editor/open-editor.ts';
import {
  isSameValue,
  type RawResourceFields,
  type ChangeToSaveInput,
  type EditorDefinition,
} from '../editor/editor-definition.ts';
import { getFormProblems, type FormProblem } from './draft-validation.ts';
import {
  FORM_UPDATE_API_NAMES,
  listPatientsWithRequestToWithdraw,
  FORM_USABLE_BY_SET_NAMES,
  FORM_USABLE_BY_SETS,
  getUsersIncludingTyped,
  type FormEditorSnapshot,
  type FormEditorFields,
  FORM_FIELDS_BY_PURPOSE,
  readFormEditorFields,
  formEditorFieldsSchema,
  EMPTY_FORM_FIELDS,
} from './form-draft-fields.ts';
import { addTypedIds } from './form-draft-ids.ts';

type SentField = keyof typeof FORM_UPDATE_API_NAMES;
const SENT_FIELDS = Object.keys(FORM_UPDATE_API_NAMES) as readonly SentField[]; // `Object.keys` returns plain strings: all are keys of this object.

/**
 * Converts the permitted users to the service's format (section 2.2). For "everyone" the sets are sent empty.
 */
function toServiceUsers(fields: FormEditorFields): RawResourceFields {
  const users = getUsersIncludingTyped(fields);
  const sets = FORM_USABLE_BY_SET_NAMES.map((set) => [
    FORM_USABLE_BY_SETS[set].sentAs,
    users.isForAll ? [] : users[set],
  ]);
  return { usable_by_all: users.isForAll, usable_by: Object.fromEntries(sets) };
}

function toServiceValue(field: SentField, fields: FormEditorFields): unknown {
  switch (field) {
    case 'name':
      return fields.name.trim();
    case 'description':
      return fields.description;
    case 'hasUnpublished':
      return fields.hasUnpublished;
    case 'users':
      return toServiceUsers(fields);
  }
}

/** Returns the names of the fields to send: those whose values differ from the start. */
function listChangedFields({ fields, start }: FormEditorSnapshot): readonly SentField[] {
  return SENT_FIELDS.filter(
    (field) => !isSameValue(toServiceValue(field, fields), toServiceValue(field, start)),
  );
}

function toServiceFields(finished: FormEditorSnapshot): RawResourceFields {
  return Object.fromEntries(
    listChangedFields(finished).map((field) => [
      FORM_UPDATE_API_NAMES[field],
      toServiceValue(field, finished.fields),
    ]),
  );
}

/**
 * The data to send. A new form is usable by everyone by default (section 4.1), so only the entered fields are
 * sent.
 */
function toData(finished: FormEditorSnapshot): RawResourceFields {
  const { purpose, target, fields } = finished;
  switch (purpose) {
    case 'create':
      return {
        name: fields.name.trim(),
        ...(fields.description === '' ? {} : { description: fields.description }),
        ...(fields.users.isForAll ? {} : { usable_by: toServiceUsers(fields) }),
      };
    case 'edit':
      return { id: target, ...toServiceFields(finished) };
    case 'ask':
      return {
        id: target,
        ask: addTypedIds('user', fields.ask, fields.typing.ask, fields.asked).ids,
        withdraw: listPatientsWithRequestToWithdraw(fields),
      };
  }
}

/** The operation that the form editor submits, by its purpose. */
const FORM_OPERATIONS = {
  create: 'forms.create',
  edit: 'forms.update',
  ask: 'forms.completion',
} as const;

/** Returns whether saving the form editor would change anything. */
export function hasFormChanges(finished: FormEditorSnapshot): boolean {
  return finished.purpose !== 'edit' || listChangedFields(finished).length > 0;
}

/**
 * Converts the input to a pending change. An edit contains only the changed fields, and their values when the
 * editor opened.
 * @returns null if the contract's schema rejects it
 */
export function toFormChange(finished: FormEditorSnapshot): ChangeToSaveInput | null {
  const { purpose, seen, saveId } = finished;
  const data = toData(finished);
  const before = Object.fromEntries(Object.entries(seen).filter(([name]) => Object.hasOwn(data, name)));
  const checked = changeToSaveSchema.safeParse({
    operation: FORM_OPERATIONS[purpose],
    data,
    saveId,
    ...(purpose === 'edit' ? { seen: before } : {}),
  });
  return checked.success ? checked.data : null;
}

/** The editor store of forms. */
export type FormEditorStore = EditorStore<'ask', FormEditorFields, FormProblem>;
export type OpenFormEditor = OpenEditor<'ask', FormEditorFields, FormProblem>;

/** The form editor's description for the generic editor store. */
export const FORM_EDITOR_DEFINITION: EditorDefinition<'ask', FormEditorFields, FormProblem> = {
  kind: 'form',
  operations: FORM_OPERATIONS,
  savedAs: { create: 'formCreated', edit: 'edited', ask: 'requestsChanged' },
  suffixes: { create: '', edit: '', ask: '' },
  fieldsByPurpose: FORM_FIELDS_BY_PURPOSE,
  sentAs: FORM_UPDATE_API_NAMES,
  readOnlyFields: ['asked', 'otherLimits'],
  emptyFields: EMPTY_FORM_FIELDS,
  ownUserFields: {},
  schema: formEditorFieldsSchema,
  readFields: readFormEditorFields,
  findProblems: getFormProblems,
  hasChanges: hasFormChanges,
  toChange: toFormChange,
};
