import { z } from 'zod';
import { buildObjectByLongTextField, LONG_TEXT_FIELDS } from '#contract/requisition-fields.ts';
import { REQUISITION_TYPES } from '#contract/requisitions.ts';
import {
  isObject,
  getRawTextField,
  type RawResourceFields,
  type EditorSnapshot,
  type EditorPurpose,
} from '../editor/editor-definition.ts';

/** The modes of the requisition editor: creating, editing, and requesting a review. */
export type RequisitionEditorPurpose = EditorPurpose<'review'>;

const words = z.string().max(100_000);
/** A diagnosis or script as typed; `head` is the code of a diagnosis or the name of a script. */
const partSchema = z.object({
  id: words,
  head: words,
  description: words,
  /**
   * Fields that the service's document does not describe; they are sent back unchanged (see the assumptions:
   * unknownFields).
   */
  more: z.record(z.string(), z.unknown()).optional(),
});
export type DiagnosisOrScriptFields = Readonly<z.infer<typeof partSchema>>;
const parts = z.array(partSchema).max(1_000).readonly();
/** Tests that are ordered together with the first one. */
const furtherTests = z
  .array(z.object({ type: z.enum(REQUISITION_TYPES), name: words }))
  .max(1_000)
  .readonly();

/** All input of the requisition editor, as typed. Each purpose shows some of the fields. */
export const requisitionDraftFieldsSchema = z.object({
  patient: words,
  type: z.enum(REQUISITION_TYPES),
  orderingProvider: words,
  name: words,
  furtherTests,
  serviceFacility: words,
  diagnoses: parts,
  scripts: parts,
  ...buildObjectByLongTextField('name', () => words),
  isShared: z.boolean(),
  reviewer: words,
  /** A day in the user's time zone, `2026-03-12`; empty without a deadline. */
  deadline: words,
});
export type RequisitionDraftFields = Readonly<z.infer<typeof requisitionDraftFieldsSchema>>;
export type RequisitionDraftFieldName = keyof RequisitionDraftFields;

/** A requisition editor's input at the time of saving. */
export type RequisitionEditorSnapshot = EditorSnapshot<'review', RequisitionDraftFields>;

export const EMPTY_REQUISITION_FIELDS: RequisitionDraftFields = {
  patient: '',
  type: 'lab',
  orderingProvider: '',
  name: '',
  furtherTests: [],
  serviceFacility: '',
  diagnoses: [],
  scripts: [],
  ...buildObjectByLongTextField('name', () => ''),
  isShared: false,
  reviewer: '',
  deadline: '',
};

/** The fields that the editor shows for each purpose (create, edit, ask for a review), in their order on screen. */
export const REQUISITION_FIELDS_BY_PURPOSE: Readonly<
  Record<RequisitionEditorPurpose, readonly RequisitionDraftFieldName[]>
> = {
  create: [
    'patient',
    'type',
    'orderingProvider',
    'name',
    'furtherTests',
    'serviceFacility',
    'diagnoses',
    'scripts',
    ...LONG_TEXT_FIELDS.map(({ name }) => name),
    'isShared',
    'reviewer',
    'deadline',
  ],
  // Type and patient are not accepted as update attributes (section 4.2).
  edit: [
    'name',
    'orderingProvider',
    'serviceFacility',
    'diagnoses',
    'scripts',
    ...LONG_TEXT_FIELDS.map(({ name }) => name),
    'isShared',
  ],
  review: ['reviewer', 'deadline'],
};

/**
 * The API's names of the fields that an update may change (section 4.2); a review is not a field of a
 * requisition.
 */
export const REQUISITION_UPDATE_API_NAMES = {
  name: 'name',
  orderingProvider: 'ordering_provider',
  serviceFacility: 'service_facility',
  diagnoses: 'diagnoses',
  scripts: 'scripts',
  ...buildObjectByLongTextField('name', ({ wire }) => wire),
  isShared: 'share_with_patient',
} as const satisfies Partial<Record<RequisitionDraftFieldName, string>>;
export type UpdatableRequisitionField = keyof typeof REQUISITION_UPDATE_API_NAMES;
export const UPDATABLE_REQUISITION_FIELDS = Object.keys(
  REQUISITION_UPDATE_API_NAMES,
) as readonly UpdatableRequisitionField[]; // `Object.keys` returns plain strings: all are keys of this object.

function findParts(
  raw: RawResourceFields,
  field: string,
  head: 'code' | 'name',
): readonly DiagnosisOrScriptFields[] {
  const value = raw[field];
  if (!Array.isArray(value)) return [];
  return value.filter(isObject).map((part) => {
    const known = new Set(['id', head, 'description']);
    const more = Object.entries(part).filter(([name]) => !known.has(name));
    return {
      id: getRawTextField(part, 'id'),
      head: getRawTextField(part, head),
      description: getRawTextField(part, 'description'),
      ...(more.length === 0 ? {} : { more: Object.fromEntries(more) }),
    };
  });
}

/** Reads the editor's fields from a record. A value of an unexpected type counts as empty. */
export function readRequisitionDraftFields(raw: RawResourceFields): RequisitionDraftFields {
  return {
    ...EMPTY_REQUISITION_FIELDS,
    patient: getRawTextField(raw, 'patient'),
    type: REQUISITION_TYPES.find((type) => type === raw['type']) ?? EMPTY_REQUISITION_FIELDS.type,
    orderingProvider: getRawTextField(raw, 'ordering_provider'),
    name: getRawTextField(raw, 'name'),
    serviceFacility: getRawTextField(raw, 'service_facility'),
    diagnoses: findParts(raw, 'diagnoses', 'code'),
    scripts: findParts(raw, 'scripts', 'name'),
    ...buildObjectByLongTextField('name', ({ wire }) => getRawTextField(raw, wire)),
    isShared: raw['share_with_patient'] === true,
  };
}

/** Returns whether a row of diagnoses or scripts has no input. */
export function isBlankDiagnosisOrScript({ id, head, description }: DiagnosisOrScriptFields): boolean {
  return id === '' && head.trim() === '' && description.trim() === '';
}
