import { LONG_TEXT_FIELDS } from '#contract/requisition-fields.ts';
import { REQUISITION_TYPES, type Requisition, type RequisitionType } from '#contract/requisitions.ts';
import { templateFieldsSchema, type Template, type TemplateFields } from '#contract/templates.ts';
import { isSameValue } from '../editor/editor-definition.ts';
import { trimStartOfTypedId } from '../editor/typed-id.ts';
import { NOT_UNDONE } from '../toasts/toast.ts';
import type { ToastsStore } from '../toasts/toasts.ts';
import type { RequisitionEditorStore } from './draft.ts';
import {
  EMPTY_REQUISITION_FIELDS,
  isBlankDiagnosisOrScript,
  type DiagnosisOrScriptFields,
  type RequisitionDraftFields,
} from './requisition-draft-fields.ts';

function toEntries(parts: readonly DiagnosisOrScriptFields[]): TemplateFields['diagnoses'] {
  return parts
    .filter((part) => !isBlankDiagnosisOrScript(part))
    .map(({ head, description }) => ({ head: head.trim(), description }));
}

/**
 * Returns what a template stores of an editor's input: the tests and their details, never a patient, a provider or a reviewer.
 * @returns null where a field is too long or wrong, so that the editor could not save it either
 */
export function toTemplateFields(fields: RequisitionDraftFields): TemplateFields | null {
  const { type, name, furtherTests, serviceFacility, diagnoses, scripts } = fields;
  const stored = templateFieldsSchema.safeParse({
    type,
    name: name.trim(),
    furtherTests: furtherTests.filter((test) => test.name.trim() !== ''),
    serviceFacility: trimStartOfTypedId(serviceFacility),
    diagnoses: toEntries(diagnoses),
    scripts: toEntries(scripts),
    ...Object.fromEntries(LONG_TEXT_FIELDS.map((field) => [field.name, fields[field.name]])),
  });
  return stored.success ? stored.data : null;
}

/** The input of an editor that a template fills in. Entries are new ones: they have no id of the service. */
export function toDraftFieldsFromTemplate({
  diagnoses,
  scripts,
  ...fields
}: TemplateFields): Pick<RequisitionDraftFields, keyof TemplateFields> {
  const toParts = (entries: TemplateFields['diagnoses']): readonly DiagnosisOrScriptFields[] =>
    entries.map((entry) => ({ id: '', ...entry }));
  return { ...fields, diagnoses: toParts(diagnoses), scripts: toParts(scripts) };
}

type TemplateFieldName = keyof ReturnType<typeof toDraftFieldsFromTemplate>;

/**
 * Fills the open editor from a template. Where that replaces input, a message says so and offers to undo it: the fields that were
 * not changed since have their former values again.
 */
export function fillFromTemplate(
  { editor, toasts }: { readonly editor: RequisitionEditorStore; readonly toasts: ToastsStore },
  { name, fields }: Pick<Template, 'name' | 'fields'>,
): void {
  const open = editor.store.getState();
  if (open.phase !== 'open') return;
  const { key, fields: before } = open;
  const filled = toDraftFieldsFromTemplate(fields);
  const names = Object.keys(filled) as readonly TemplateFieldName[]; // `Object.keys` returns plain strings: all are keys of this object.
  const replaced = names.filter((field) => !isSameValue(before[field], filled[field]));
  editor.applyInput(filled);
  if (replaced.every((field) => isSameValue(before[field], EMPTY_REQUISITION_FIELDS[field]))) return;
  toasts.show({
    subject: { did: 'templateReplacedInput', name },
    undo: async () => {
      const now = editor.store.getState();
      if (now.phase !== 'open' || now.key !== key) return NOT_UNDONE;
      const unchanged = replaced.filter((field) => isSameValue(now.fields[field], filled[field]));
      if (unchanged.length === 0) return NOT_UNDONE;
      editor.applyInput(Object.fromEntries(unchanged.map((field) => [field, before[field]])));
      return null;
    },
  });
}

function isRequisitionType(type: string): type is RequisitionType {
  return REQUISITION_TYPES.some((known) => known === type);
}

/**
 * What a new requisition begins with that repeats another one. It is not shared, asks for no review, and its provider is the
 * user: each of these is a decision of its own.
 */
export function toDraftFieldsOfDuplicate(record: Requisition): Partial<RequisitionDraftFields> {
  return {
    ...toFieldsForSamePatient(record),
    name: record.name,
    ...(isRequisitionType(record.type) ? { type: record.type } : {}),
    diagnoses: record.diagnoses.map(({ code, description }) => ({ id: '', head: code, description })),
    scripts: record.scripts.map(({ name, description }) => ({ id: '', head: name, description })),
    ...Object.fromEntries(LONG_TEXT_FIELDS.map((field) => [field.name, record[field.name]])),
  };
}

/** What another requisition for the same patient begins with: the patient and the facility. */
export function toFieldsForSamePatient(
  record: Pick<Requisition, 'patient' | 'serviceFacility'>,
): Partial<RequisitionDraftFields> {
  return { patient: record.patient, serviceFacility: record.serviceFacility };
}
