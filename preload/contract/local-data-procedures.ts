import { z } from 'zod';
import {
  draftSchema,
  followUpSchema,
  differencesSinceViewedSchema,
  printLogEntrySchema,
  savedViewSchema,
  SUGGESTION_LISTS,
} from './local-data.ts';
import { draftKeySchema } from './draft-key.ts';
import { kindSchema, anyRecordIdSchema, recordIdSchema } from './records.ts';

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
    input: z.strictObject({ key: draftKeySchema }),
    output: z.strictObject({ draft: draftSchema.nullable() }),
  },
  /** Newest first, without their fields. */
  'drafts.list': {
    runsIn: 'local',
    input: nothing,
    output: z.strictObject({
      items: z.array(draftSchema.omit({ fields: true, seen: true })).readonly(),
    }),
  },
  'drafts.drop': { runsIn: 'local', input: z.strictObject({ key: draftKeySchema }), output: nothing },
  /** Marks a record as followed up, or changes the mark. */
  'followUps.set': {
    runsIn: 'local',
    input: followUpSchema.omit({ markedAt: true }),
    output: followUpSchema,
  },
  'followUps.clear': { runsIn: 'local', input: z.strictObject(record), output: nothing },
  /** Of one record, or all: those with the earliest reminder first, those without any last. */
  'followUps.list': {
    runsIn: 'local',
    input: z.strictObject({ of: z.strictObject(record).optional() }),
    output: z.strictObject({ items: z.array(followUpSchema).readonly() }),
  },
  'views.list': {
    runsIn: 'local',
    input: nothing,
    output: z.strictObject({ items: z.array(savedViewSchema).readonly() }),
  },
  /** Saves a view under its id; without an id, a new one. */
  'views.save': {
    runsIn: 'local',
    input: savedViewSchema.extend({ id: savedViewSchema.shape.id.optional() }),
    output: savedViewSchema,
  },
  'views.remove': {
    runsIn: 'local',
    input: z.strictObject({ id: savedViewSchema.shape.id }),
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
  /** Notes that the PDF was printed, in the version that is here. */
  'pdfs.notePrinted': {
    runsIn: 'engine',
    input: z.strictObject({ id: recordIdSchema('requisition') }),
    output: nothing,
  },
  /** The print log: what was done with PDFs, newest first. */
  'pdfs.printLog': {
    runsIn: 'local',
    input: z.strictObject({
      id: recordIdSchema('requisition').optional(),
      limit: z.number().int().min(1).max(500).default(100),
      after: z.number().int().positive().optional(),
    }),
    output: z.strictObject({
      items: z.array(printLogEntrySchema).readonly(),
      next: z.number().int().nullable(),
    }),
  },
  /** Adds a diagnosis (by code) or a script (by name) of requisitions to the favourites, or removes it. */
  'favourites.set': {
    runsIn: 'local',
    input: z.strictObject({
      of: z.enum(SUGGESTION_LISTS),
      code: z.string().min(1).max(1_000),
      description: z.string().max(10_000),
      isFavourite: z.boolean(),
    }),
    output: nothing,
  },
} as const;
