import { z } from 'zod';
import { idSchema, recordIdSchema } from './record-schemas.ts';
import { MAX_ID_LENGTH, type Kind } from './records.ts';
import { buildObjectByLongTextField } from './requisition-fields.ts';
import { REQUISITION_TYPES } from './requisitions.ts';

// The input of every change is validated here when it is saved: what is in the outbox can be sent. Fields have the
// names of the service (service’s document, section 4).
const NAME_LENGTH = 500;
const TEXT_LENGTH = 65_536;
const MAX_ENTRIES = 200;

// A NUL or an unpaired surrogate would not be returned as it was sent.
const createTextSchema = (length: number) =>
  z
    .string()
    .max(length, `at most ${length} characters`)
    .refine((value) => value.isWellFormed() && !value.includes('\0'), 'holds characters that cannot be kept');
const name = createTextSchema(NAME_LENGTH).refine((value) => value.trim() !== '', 'a name is needed');
const longText = createTextSchema(TEXT_LENGTH);
const word = createTextSchema(MAX_ID_LENGTH);
const idList = z.array(word.min(1)).max(1_000).readonly();
const moment = z.iso.datetime({ precision: 3, message: 'expected a time like 2026-01-31T09:30:00.000Z' });

/** Section 2.2: who may use a form. A contradiction is not sent, although the service may return one. */
export const usableByDataSchema = z
  .strictObject({
    usable_by_all: z.boolean(),
    usable_by: z.strictObject({
      medical_centers: z.array(idSchema('medicalCenter')).max(1_000).readonly(),
      specializations: idList,
      peer_groups: idList,
      individuals: z.array(idSchema('user')).max(1_000).readonly(),
    }),
  })
  .superRefine(({ usable_by_all: isForAll, usable_by: sets }, context) => {
    const isEmpty = Object.values(sets).every(({ length }) => length === 0);
    if (isForAll && !isEmpty) context.addIssue('either everyone may use it, or these: not both');
    if (!isForAll && isEmpty) context.addIssue('no one could use it: name who may, or choose everyone');
  });
const diagnosis = z.strictObject({ id: word.optional(), code: word, description: longText });
const script = z.strictObject({
  id: word.optional(),
  name: createTextSchema(NAME_LENGTH),
  description: longText,
});
const createEntriesSchema = <T extends z.ZodType>(entry: T) =>
  z.array(entry).max(MAX_ENTRIES).readonly().optional();
/**
 * Existing entries of a list keep the fields that the document does not name (see the assumptions:
 * unknownFields).
 */
const keptEntries = {
  diagnoses: createEntriesSchema(diagnosis.catchall(z.json())),
  scripts: createEntriesSchema(script.catchall(z.json())),
};

/**
 * The object sent as `review`: section 2.3 does not show its fields (see the assumptions); the fields of a
 * review are sent.
 */
export const reviewDataSchema = z.strictObject({
  status: word.optional(),
  requested_by: idSchema('user').optional(),
  reviewer: idSchema('user').optional(),
  requested_at: moment.optional(),
  review_deadline: moment.optional(),
  reviewed_at: moment.optional(),
});

function hasMoreThanId(data: object): boolean {
  return Object.entries(data).some(([field, value]) => field !== 'id' && value !== undefined);
}
const NOTHING_TO_CHANGE = 'names no field to change';

const orderFields = {
  name: createTextSchema(NAME_LENGTH).optional(),
  share_with_patient: z.boolean().optional(),
  service_facility: z.union([z.literal(''), idSchema('facility')]).optional(),
  diagnoses: createEntriesSchema(diagnosis),
  scripts: createEntriesSchema(script),
  ...buildObjectByLongTextField('wire', () => longText.optional()),
  review: reviewDataSchema.refine(hasMoreThanId, NOTHING_TO_CHANGE).optional(),
};
const patients = z.array(idSchema('user')).max(1_000).readonly().default([]);

/** By operation of the service: the kind of record that it changes, and the schema of its input. */
export const CHANGE_SCHEMAS = {
  'forms.create': {
    kind: 'form',
    data: z.strictObject({
      name,
      description: longText.optional(),
      usable_by: usableByDataSchema.optional(),
    }),
  },
  'forms.update': {
    kind: 'form',
    data: z
      .strictObject({
        id: recordIdSchema('form'),
        name: name.optional(),
        description: longText.optional(),
        has_unpublished_changes: z.boolean().optional(),
        usable_by: usableByDataSchema.optional(),
      })
      .refine(hasMoreThanId, NOTHING_TO_CHANGE),
  },
  'forms.publish': { kind: 'form', data: z.strictObject({ id: recordIdSchema('form') }) },
  'forms.delete': { kind: 'form', data: z.strictObject({ id: recordIdSchema('form') }) },
  /** Patients to ask for completion of a form, and patients whose request is withdrawn. */
  'forms.completion': {
    kind: 'form',
    data: z
      .strictObject({ id: recordIdSchema('form'), ask: patients, withdraw: patients })
      .refine(({ ask, withdraw }) => ask.length + withdraw.length > 0, 'names no patient')
      .refine(
        ({ ask, withdraw }) => new Set([...ask, ...withdraw]).size === ask.length + withdraw.length,
        'names a patient twice',
      ),
  },
  'requisitions.create': {
    kind: 'requisition',
    data: z.strictObject({
      patient: idSchema('user'),
      type: z.enum(REQUISITION_TYPES),
      ordering_provider: idSchema('user'),
      ...orderFields,
    }),
  },
  'requisitions.update': {
    kind: 'requisition',
    data: z
      .strictObject({
        id: recordIdSchema('requisition'),
        ordering_provider: idSchema('user').optional(),
        ...orderFields,
        ...keptEntries,
      })
      .refine(hasMoreThanId, NOTHING_TO_CHANGE),
  },
  'notifications.update': {
    kind: 'notification',
    data: z.strictObject({ id: idSchema('notification'), read: z.boolean() }),
  },
} as const satisfies Readonly<Record<string, { kind: Kind; data: z.ZodType }>>;

export type OperationName = keyof typeof CHANGE_SCHEMAS;
/** The validated input of an operation. */
export type ChangeData<O extends OperationName> = z.output<(typeof CHANGE_SCHEMAS)[O]['data']>;

/** The names of all operations, in the order of the service's document. */
export const OPERATION_NAMES = Object.keys(CHANGE_SCHEMAS) as readonly OperationName[]; // `Object.keys` returns plain strings: all are keys of this object.
export const operationNameSchema = z.enum(OPERATION_NAMES as [OperationName, ...OperationName[]]); // The list is not empty.

/** Between the save id of an editor and the position of a further record that it creates, see `toFurtherSaveId`. */
export const FURTHER_SAVE_MARK = '-';

/**
 * Returns the save id of a further record that an editor creates, by its position, from 1. Those of an earlier save that a repeated save
 * does not name are removed from the outbox.
 */
export function toFurtherSaveId(saveId: string, position: number): string {
  return `${saveId}${FURTHER_SAVE_MARK}${position}`;
}

function createChangeToSaveSchema<O extends OperationName>(operation: O) {
  return z.strictObject({
    operation: z.literal(operation),
    // oxlint-disable-next-line typescript/no-unnecessary-type-assertion -- without it the key has the type of all fields
    data: CHANGE_SCHEMAS[operation].data as (typeof CHANGE_SCHEMAS)[O]['data'],
    /** Chosen by the editor: a change saved twice with the same save id is stored once. */
    saveId: z.string().max(64).optional(),
    /** The values of these fields when the edit began; default: the cached values. */
    seen: z.record(z.string().max(100), z.unknown()).optional(),
    /**
     * Delay in milliseconds before it is sent, so that it can be undone by discarding it. It is on the disk
     * at once; the delay ends with the engine.
     */
    holdMs: z.number().int().min(1).max(60_000).optional(),
  });
}

/** One change to be saved in the outbox. */
export const changeToSaveSchema = z.discriminatedUnion('operation', [
  createChangeToSaveSchema('forms.create'),
  createChangeToSaveSchema('forms.update'),
  createChangeToSaveSchema('forms.publish'),
  createChangeToSaveSchema('forms.delete'),
  createChangeToSaveSchema('forms.completion'),
  createChangeToSaveSchema('requisitions.create'),
  createChangeToSaveSchema('requisitions.update'),
  createChangeToSaveSchema('notifications.update'),
]);
export type ChangeToSave = z.output<typeof changeToSaveSchema>;
