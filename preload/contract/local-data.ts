import { z } from 'zod';
import { draftKeySchema } from './draft-key.ts';
import { kindSchema, anyRecordIdSchema } from './records.ts';
import { worklistSortSchema, worklistTabSchema } from './requisitions.ts';
import { epochMsSchema } from './time.ts';
import { operationSchema } from './writes.ts';

/** The kinds of local data (what exists on this computer only), as used in events and in the health of the file. */
export const LOCAL_DATA_KINDS = [
  'directory',
  'drafts',
  'followUps',
  'views',
  'looks',
  'ledger',
  'favourites',
  'completions',
  'formReminders',
  'missing',
] as const;
export type LocalDataKind = (typeof LOCAL_DATA_KINDS)[number];

/**
 * The saved input of an unfinished editor. Its key consists of the operation and the record, or a number for a
 * new record.
 */
export const draftSchema = z.strictObject({
  key: draftKeySchema,
  operation: operationSchema,
  /** The record that it changes; null for a new one. */
  target: anyRecordIdSchema.nullable(),
  /** Its title in a list. */
  label: z.string().max(300),
  /** The user's input, in the editor's own shape. */
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

/** A saved search of the worklist. Times in it are relative, so it is stored as text. */
export const savedViewSchema = z.strictObject({
  id: z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/),
  name: z.string().min(1).max(100),
  query: z.string().max(2_000),
  tab: worklistTabSchema,
  order: worklistSortSchema,
});
export type SavedView = Readonly<z.infer<typeof savedViewSchema>>;

/**
 * The differences of a record to the version last viewed here, by the service's field names, values as JSON.
 */
export const differencesSinceViewedSchema = z.strictObject({
  /** When it was last viewed before; null for the first time. */
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
export const printLogEntrySchema = z.strictObject({
  number: z.number().int().positive(),
  requisition: z.string(),
  action: z.enum(['opened', 'printed', 'saved']),
  at: epochMsSchema,
  /** `last_updated_at` of the requisition that the PDF belongs to. */
  version: epochMsSchema.nullable(),
  /** SHA-256 of its bytes, hex. */
  hash: z.string(),
});
export type PrintLogEntry = Readonly<z.infer<typeof printLogEntrySchema>>;

/** The lists whose entries are suggested again once they were used. */
export const SUGGESTION_LISTS = ['diagnoses', 'scripts'] as const;
export const suggestionSchema = z.strictObject({
  /** The code of a diagnosis or the name of a script. */
  code: z.string(),
  description: z.string(),
  isFavourite: z.boolean(),
  /** The number of cached requisitions that contain it. */
  uses: z.number().int().nonnegative(),
});
export type Suggestion = Readonly<z.infer<typeof suggestionSchema>>;
