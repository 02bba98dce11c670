import { z } from 'zod';
import { mapTextFields, TEXT_FIELDS } from '#contract/requisition-fields.ts';
import { REQUISITION_TYPES } from '#contract/requisitions.ts';
import { isObject, findText, type RawFields, type EditorInput, type PurposeOf } from '../editor/subject.ts';

/** The modes of the requisition editor: creating, editing, and requesting a review. */
export type Purpose = PurposeOf<'review'>;

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
export type PartFields = Readonly<z.infer<typeof partSchema>>;
const parts = z.array(partSchema).max(1_000).readonly();

/** All input of the requisition editor, as typed. Each purpose shows some of the fields. */
export const editorFieldsSchema = z.object({
  patient: words,
  type: z.enum(REQUISITION_TYPES),
  orderingProvider: words,
  name: words,
  serviceFacility: words,
  diagnoses: parts,
  scripts: parts,
  ...mapTextFields('name', () => words),
  isShared: z.boolean(),
  reviewer: words,
  /** A day in the user's time zone, `2026-03-12`; empty without a deadline. */
  deadline: words,
});
export type EditorFields = Readonly<z.infer<typeof editorFieldsSchema>>;
export type FieldName = keyof EditorFields;

/** A requisition editor's input at the time of saving. */
export type FinishedOrder = EditorInput<'review', EditorFields>;

export const NO_FIELDS: EditorFields = {
  patient: '',
  type: 'lab',
  orderingProvider: '',
  name: '',
  serviceFacility: '',
  diagnoses: [],
  scripts: [],
  ...mapTextFields('name', () => ''),
  isShared: false,
  reviewer: '',
  deadline: '',
};

/** The fields that each purpose shows, in the order of the form. */
export const ASKED: Readonly<Record<Purpose, readonly FieldName[]>> = {
  create: [
    'patient',
    'type',
    'orderingProvider',
    'name',
    'serviceFacility',
    'diagnoses',
    'scripts',
    ...TEXT_FIELDS.map(({ name }) => name),
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
    ...TEXT_FIELDS.map(({ name }) => name),
    'isShared',
  ],
  review: ['reviewer', 'deadline'],
};

/**
 * The API's names of the fields that an update may change (section 4.2); a review is not a field of a
 * requisition.
 */
export const SERVICE_FIELD = {
  name: 'name',
  orderingProvider: 'ordering_provider',
  serviceFacility: 'service_facility',
  diagnoses: 'diagnoses',
  scripts: 'scripts',
  ...mapTextFields('name', ({ wire }) => wire),
  isShared: 'share_with_patient',
} as const satisfies Partial<Record<FieldName, string>>;
export type SentField = keyof typeof SERVICE_FIELD;
export const SENT_FIELDS = Object.keys(SERVICE_FIELD) as readonly SentField[]; // exactly these keys

function findParts(raw: RawFields, field: string, head: 'code' | 'name'): readonly PartFields[] {
  const value = raw[field];
  if (!Array.isArray(value)) return [];
  return value.filter(isObject).map((part) => {
    const known = new Set(['id', head, 'description']);
    const more = Object.entries(part).filter(([name]) => !known.has(name));
    return {
      id: findText(part, 'id'),
      head: findText(part, head),
      description: findText(part, 'description'),
      ...(more.length === 0 ? {} : { more: Object.fromEntries(more) }),
    };
  });
}

/** Reads the editor's fields from a record. A value of an unexpected type counts as empty. */
export function getFields(raw: RawFields): EditorFields {
  return {
    ...NO_FIELDS,
    patient: findText(raw, 'patient'),
    type: REQUISITION_TYPES.find((type) => type === raw['type']) ?? NO_FIELDS.type,
    orderingProvider: findText(raw, 'ordering_provider'),
    name: findText(raw, 'name'),
    serviceFacility: findText(raw, 'service_facility'),
    diagnoses: findParts(raw, 'diagnoses', 'code'),
    scripts: findParts(raw, 'scripts', 'name'),
    ...mapTextFields('name', ({ wire }) => findText(raw, wire)),
    isShared: raw['share_with_patient'] === true,
  };
}

/** Returns whether a row has no input. */
export function isBlankPart({ id, head, description }: PartFields): boolean {
  return id === '' && head.trim() === '' && description.trim() === '';
}
