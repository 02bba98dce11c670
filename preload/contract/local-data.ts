import { z } from 'zod';
import { draftKeyTextSchema } from './draft-key.ts';
import { kindSchema, anyRecordIdSchema } from './record-schemas.ts';
import { epochMsSchema } from './time-schema.ts';
import { operationNameSchema } from './changes.ts';

/** The kinds of local data (what exists on this computer only), as used in events and in the health of the file. */
export const LOCAL_DATA_KINDS = [
  'directory',
  'drafts',
  'followUps',
  'views',
  'looks',
  'ledger',
  'favourites',
  'templates',
  'completions',
  'formReminders',
  'missing',
  'snoozes',
] as const;
export type LocalDataKind = (typeof LOCAL_DATA_KINDS)[number];

/**
 * The saved input of an unfinished editor. Its key consists of the operation and the record, or a number for a
 * new record.
 */
export const draftSchema = z.strictObject({
  key: draftKeyTextSchema,
  operation: operationNameSchema,
  /** The record that it changes; null for a new one. */
  target: anyRecordIdSchema.nullable(),
  /** The title of the draft in a list. */
  label: z.string().max(300),
  /** The user's input, in the form in which the editor keeps it. */
  fields: z.record(z.string().max(100), z.unknown()),
  /** The record's values when the editor was opened, by the service's field names. */
  seen: z.record(z.string().max(100), z.unknown()),
  savedAt: epochMsSchema,
});
export type Draft = Readonly<z.infer<typeof draftSchema>>;

/** A follow-up mark on a record. It stays on this computer, because the service has no such state. */
export const followUpSchema = z.strictObject({
  kind: kindSchema,
  id: anyRecordIdSchema,
  note: z.string().max(2_000),
  markedAt: epochMsSchema,
  /** The reminder's time; null for a mark without a reminder. */
  remindOn: epochMsSchema.nullable(),
});
export type FollowUp = Readonly<z.infer<typeof followUpSchema>>;

/**
 * The differences of a record to the version last viewed here, by the service's field names, values as JSON.
 */
export const differencesSinceViewedSchema = z.strictObject({
  /** When the record was last viewed before; null for the first time. */
  before: epochMsSchema.nullable(),
  fields: z
    .array(z.strictObject({ field: z.string(), was: z.string().nullable(), is: z.string().nullable() }))
    .readonly(),
});
export type DifferencesSinceViewed = Readonly<z.infer<typeof differencesSinceViewedSchema>>;

/**
 * An entry of the print log: what was done with the PDF of a requisition, when, and in which version. Never
 * its content.
 */
export const pdfUseLogEntrySchema = z.strictObject({
  number: z.number().int().positive(),
  requisition: z.string(),
  action: z.enum(['opened', 'printed', 'saved']),
  at: epochMsSchema,
  /** `last_updated_at` of the requisition that the PDF belongs to. */
  version: epochMsSchema.nullable(),
  /** SHA-256 of the PDF's bytes, in hex. */
  hash: z.string(),
});
export type PdfUseLogEntry = Readonly<z.infer<typeof pdfUseLogEntrySchema>>;

/** The lists whose entries are suggested again once they were used; of tests, the names of requisitions. */
export const SUGGESTED_ENTRY_LISTS = ['diagnoses', 'scripts', 'tests'] as const;
export const entrySuggestionSchema = z.strictObject({
  /** The code of a diagnosis, or the name of a script or of a test. */
  code: z.string(),
  /** Of a test, the type of its requisitions. */
  description: z.string(),
  isFavourite: z.boolean(),
  /** The number of cached requisitions that contain it. */
  uses: z.number().int().nonnegative(),
});
export type EntrySuggestion = Readonly<z.infer<typeof entrySuggestionSchema>>;
