import { z } from 'zod';
import { ACCESS_KINDS } from './access-log.ts';
import { completionRequestFilterSchema, completionRequestSortSchema } from './completion-requests.ts';
import { formSortSchema, formTabSchema } from './forms.ts';
import { inboxSortSchema } from './notifications.ts';
import { MAX_ID_LENGTH } from './records.ts';
import { worklistSortSchema, worklistTabSchema } from './requisitions.ts';

/** The terms of a search that have an operator, as typed. Free words are not stored: see `removeWordsAndKeepFilters`. */
const filters = z.string().max(2_000);

/**
 * What each screen keeps of its filters, tab and order until the user changes it. A filter may name a patient, so that this
 * is stored encrypted in the account's local store.
 */
export const SCREEN_STATE_SCHEMAS = {
  requisitions: z.strictObject({ filters, tab: worklistTabSchema, order: worklistSortSchema }),
  forms: z.strictObject({ filters, tab: formTabSchema, order: formSortSchema }),
  notifications: z.strictObject({ filters, order: inboxSortSchema }),
  'completion-requests': z.strictObject({
    show: completionRequestFilterSchema.shape.show,
    /** Minimum age of a request in days; null for all. */
    days: z.number().int().min(1).max(10_000).nullable(),
    order: completionRequestSortSchema,
  }),
  /** Whose appointments are shown; empty for those without a host, null for all. The day itself is always today at first. */
  day: z.strictObject({ host: z.string().max(MAX_ID_LENGTH).nullable() }),
  /** Whose reviews the queues count. */
  home: z.strictObject({ scope: z.enum(['own', 'all']) }),
  /** The filters as they are typed; empty ones do not apply. */
  'access-log': z.strictObject({
    /** First and last day of the time span, such as `2026-03-12`. */
    from: z.string().max(10),
    until: z.string().max(10),
    user: z.string().max(MAX_ID_LENGTH),
    patient: z.string().max(MAX_ID_LENGTH),
    what: z.enum([...ACCESS_KINDS, '']),
  }),
} as const;

export type ScreenWithState = keyof typeof SCREEN_STATE_SCHEMAS;

/** Longest key and input of one editor, and most editors whose input is stored; the text of one call is limited too. */
export const UNSAVED_INPUT_LIMITS = { key: 1_000, input: 100_000, editors: 50, total: 200_000 } as const;

/** What is typed in an editor that has no draft, and is not saved yet. */
export const unsavedInputSchema = z.strictObject({
  /** The editor, and what it is about, as a JSON array. */
  key: z.string().max(UNSAVED_INPUT_LIMITS.key),
  /** The values of its fields, as JSON. */
  input: z.string().max(UNSAVED_INPUT_LIMITS.input),
});
export type UnsavedInput = Readonly<z.infer<typeof unsavedInputSchema>>;

/** A change of the stored input of one editor; null where nothing of it is left to save. */
export const unsavedInputChangeSchema = z.strictObject({
  key: unsavedInputSchema.shape.key,
  input: unsavedInputSchema.shape.input.nullable(),
});
export type UnsavedInputChange = Readonly<z.infer<typeof unsavedInputChangeSchema>>;

/** What is stored with the states of the screens: these, and the input that is not saved. */
export const STORED_STATE_SCHEMAS = {
  ...SCREEN_STATE_SCHEMAS,
  'unsaved-input': z.array(unsavedInputSchema).max(UNSAVED_INPUT_LIMITS.editors).readonly(),
} as const;
export const STORED_STATE_NAMES = Object.keys(
  STORED_STATE_SCHEMAS,
) as readonly (keyof typeof STORED_STATE_SCHEMAS)[]; // `Object.keys` returns plain strings: all are keys of this object.

/** The state of each screen whose state was stored and can be read, and the input that is not saved. */
export const screenStatesSchema = z.strictObject(STORED_STATE_SCHEMAS).partial();
export type ScreenStates = Readonly<z.infer<typeof screenStatesSchema>>;

/** The states of screens alone, as a page stores them. */
export const storableScreenStatesSchema = screenStatesSchema.omit({ 'unsaved-input': true });
