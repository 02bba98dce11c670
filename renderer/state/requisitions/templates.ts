import { LONG_TEXT_FIELDS } from '#contract/requisition-fields.ts';
import { REQUISITION_TYPES, type Requisition, type RequisitionType } from '#contract/requisitions.ts';
import { templateFieldsSchema, type TemplateFields } from '#contract/templates.ts';
import { trimStartOfTypedId } from '../editor/typed-id.ts';
import {
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
}: TemplateFields): Partial<RequisitionDraftFields> {
  const toParts = (entries: TemplateFields['diagnoses']): readonly DiagnosisOrScriptFields[] =>
    entries.map((entry) => ({ id: '', ...entry }));
  return { ...fields, diagnoses: toParts(diagnoses), scripts: toParts(scripts) };
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
