import { z } from 'zod';
import {
  draftSchema,
  followUpSchema,
  differencesSinceViewedSchema,
  SUGGESTED_ENTRY_LISTS,
} from './local-data.ts';
import { draftKeyTextSchema } from './draft-key.ts';
import { idSchema, kindSchema, anyRecordIdSchema, recordIdSchema } from './record-schemas.ts';
import { savedViewIdSchema, savedViewInputSchema, savedViewSchema } from './saved-views.ts';
import {
  screenStatesSchema,
  storableScreenStatesSchema,
  UNSAVED_INPUT_LIMITS,
  unsavedInputChangeSchema,
} from './screen-states.ts';
import { templateSchema } from './templates.ts';

const nothing = z.strictObject({});
const record = { kind: kindSchema, id: anyRecordIdSchema };

/**
 * Procedures for the local data other than the outbox. Every write returns only after it is safely on the
 * disk.
 */
export const localDataProcedures = {
  'drafts.save': {
    runsIn: 'local',
    input: draftSchema.omit({ savedAt: true }),
    output: z.strictObject({ savedAt: draftSchema.shape.savedAt }),
  },
  'drafts.get': {
    runsIn: 'local',
    input: z.strictObject({ key: draftKeyTextSchema }),
    output: z.strictObject({ draft: draftSchema.nullable() }),
  },
  /** Returns the stored drafts without their fields, newest first; of these only the patient, null where none is entered. */
  'drafts.list': {
    runsIn: 'local',
    input: nothing,
    output: z.strictObject({
      items: z
        .array(
          draftSchema.omit({ fields: true, seen: true }).extend({ patient: idSchema('user').nullable() }),
        )
        .readonly(),
    }),
  },
  'drafts.drop': { runsIn: 'local', input: z.strictObject({ key: draftKeyTextSchema }), output: nothing },
  /** Marks a record as followed up, or changes the mark. With `markedAt` it puts a former mark back. */
  'followUps.set': {
    runsIn: 'local',
    input: followUpSchema.extend({ markedAt: followUpSchema.shape.markedAt.optional() }),
    output: followUpSchema,
  },
  'followUps.clear': { runsIn: 'local', input: z.strictObject(record), output: nothing },
  /** Returns the follow-up marks of one record, or all: earliest reminder first, those without one last. */
  'followUps.list': {
    runsIn: 'local',
    input: z.strictObject({ of: z.strictObject(record).optional() }),
    output: z.strictObject({ items: z.array(followUpSchema).readonly() }),
  },
  /** The saved views of all screens, oldest first. A view that cannot be read is left out. */
  'views.list': {
    runsIn: 'local',
    input: nothing,
    output: z.strictObject({ items: z.array(savedViewSchema).readonly() }),
  },
  /** Saves a view under its id; without an id, a new one. */
  'views.save': {
    runsIn: 'local',
    input: savedViewInputSchema,
    output: savedViewSchema,
  },
  'views.remove': {
    runsIn: 'local',
    input: z.strictObject({ id: savedViewIdSchema }),
    output: nothing,
  },
  /** By name. A template that cannot be read is left out. */
  'templates.list': {
    runsIn: 'local',
    input: nothing,
    output: z.strictObject({ items: z.array(templateSchema).readonly() }),
  },
  /** Saves a template under its id; without an id, a new one. */
  'templates.save': {
    runsIn: 'local',
    input: templateSchema.extend({ id: templateSchema.shape.id.optional() }),
    output: templateSchema,
  },
  'templates.remove': {
    runsIn: 'local',
    input: z.strictObject({ id: templateSchema.shape.id }),
    output: nothing,
  },
  /** The filters, tabs and orders of screens as the user left them. A stored state that cannot be read is left out. */
  'screenStates.list': { runsIn: 'local', input: nothing, output: screenStatesSchema },
  /** Stores the states that are given; the others stay. */
  'screenStates.set': { runsIn: 'local', input: storableScreenStatesSchema, output: nothing },
  /**
   * Changes the input of forms that is stored with the states, the newest first. That of other forms stays: several windows
   * store what is typed in them. The oldest is dropped where there is too much.
   */
  'unsavedInput.save': {
    runsIn: 'local',
    input: z.strictObject({ changes: z.array(unsavedInputChangeSchema).max(UNSAVED_INPUT_LIMITS.editors) }),
    output: nothing,
  },
  /**
   * The user views a record: returns the differences to the previous view and stores this version as the
   * viewed one. Own pending changes are no difference. The same version again returns the same differences as
   * the first time.
   */
  'records.markViewed': {
    runsIn: 'engine',
    input: z.strictObject(record),
    output: differencesSinceViewedSchema,
  },
  /**
   * Notes in the print log that PDFs were printed, in the versions that are on this computer. Where that fails for some, such
   * as with 'not-found' for a PDF that is not here, the others are noted and the first error is returned.
   */
  'pdfs.notePrinted': {
    runsIn: 'engine',
    input: z.strictObject({ ids: z.array(recordIdSchema('requisition')).min(1).max(500).readonly() }),
    output: nothing,
  },
  /** Adds a diagnosis (by code) or a script (by name) of requisitions to the favourites, or removes it. */
  'favourites.set': {
    runsIn: 'local',
    input: z.strictObject({
      of: z.enum(SUGGESTED_ENTRY_LISTS),
      code: z.string().min(1).max(1_000),
      description: z.string().max(10_000),
      isFavourite: z.boolean(),
    }),
    output: nothing,
  },
} as const;
