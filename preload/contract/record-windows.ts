import { z } from 'zod';
import { kindSchema, recordIdSchema } from './record-schemas.ts';
import { MAX_ID_LENGTH } from './records.ts';
import { SCREENS } from './screens.ts';
import type { ProcedureDefinition } from './validate-call.ts';

/** Maximum number of records that are shown in windows of their own at once. */
export const MAX_RECORD_WINDOWS = 8;

/** The record that a window shows instead of the screens. */
export const recordOfWindowSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('form'), id: recordIdSchema('form') }),
  z.strictObject({ kind: z.literal('requisition'), id: recordIdSchema('requisition') }),
  z.strictObject({ kind: z.literal('notification'), id: recordIdSchema('notification') }),
]);
export type RecordOfWindow = Readonly<z.infer<typeof recordOfWindowSchema>>;

/** How the editor of a record is opened; `another` and `duplicate` begin a new requisition with values of this one. */
export const EDITOR_PURPOSES = ['edit', 'review', 'ask', 'another', 'duplicate'] as const;

/** What a window of one record asks the main window to show: everything that is no part of the record. */
export const placeInMainWindowSchema = z.discriminatedUnion('to', [
  z.strictObject({ to: z.literal('screen'), screen: z.enum(SCREENS.map(({ id }) => id)) }),
  z.strictObject({ to: z.literal('record'), record: recordOfWindowSchema }),
  z.strictObject({
    to: z.literal('change'),
    number: z.number().int().nonnegative(),
    purpose: z.enum(['see', 'edit']),
  }),
  /** The open completion requests of a form. */
  z.strictObject({ to: z.literal('requests'), form: recordIdSchema('form') }),
  z.strictObject({ to: z.literal('related'), id: z.string().min(1).max(MAX_ID_LENGTH) }),
  z.strictObject({ to: z.literal('tokens') }),
  z.strictObject({
    to: z.literal('editor'),
    purpose: z.enum(EDITOR_PURPOSES),
    record: recordOfWindowSchema,
  }),
]);
export type PlaceInMainWindow = Readonly<z.infer<typeof placeInMainWindowSchema>>;
/** The same before its ids are checked. */
export type UncheckedPlaceInMainWindow = Readonly<z.input<typeof placeInMainWindowSchema>>;

const nothing = z.strictObject({});

/** Procedures of windows that show one record. Each concerns the window of the page that calls it. */
export const recordWindowProcedures = {
  /**
   * Shows a record in a window of its own. `shown`: it has one already, which comes to the front; `full`: no further window
   * may be opened.
   */
  'windows.openRecord': {
    runsIn: 'shell',
    input: recordOfWindowSchema,
    output: z.strictObject({ outcome: z.enum(['opened', 'shown', 'full']) }),
  },
  /** The record of this window; null for the main window. */
  'windows.getRecord': {
    runsIn: 'shell',
    input: nothing,
    output: z.strictObject({ record: recordOfWindowSchema.nullable() }),
  },
  /** The record of this window has got the service's id, which identifies it from now on. */
  'windows.noteId': {
    runsIn: 'shell',
    input: z.strictObject({ kind: kindSchema, id: z.string().max(MAX_ID_LENGTH) }),
    output: nothing,
  },
  /** Brings the main window to the front and shows a place there. */
  'windows.showInMain': { runsIn: 'shell', input: placeInMainWindowSchema, output: nothing },
  /** Closes this window. */
  'windows.close': { runsIn: 'shell', input: nothing, output: nothing },
} as const satisfies Record<string, ProcedureDefinition>;
