import { z } from 'zod';
import {
  requisitionFilterSchema,
  typicalStatusStepDurationsSchema,
  worklistTabCountsSchema,
  worklistSortSchema,
  worklistRowSchema,
  worklistTabSchema,
} from './requisitions.ts';
import { worklistSearchTermsSchema } from './worklist-search.ts';
import { nameableIdSchema } from './directory.ts';
import { entrySuggestionSchema, SUGGESTED_ENTRY_LISTS } from './local-data.ts';
import { basicFormRowSchema } from './forms.ts';
import { idSchema, recordIdSchema } from './record-schemas.ts';
import { MAX_ID_LENGTH } from './records.ts';
import { basicNotificationRowSchema } from './notifications.ts';
import { epochMsSchema } from './time-schema.ts';
import { cursorSchema, rowsBeforePageSchema, pageStartWithoutCursorSchema } from './paging.ts';

const dateSpanSchema = z.strictObject({ from: epochMsSchema, until: epochMsSchema });
const countSchema = z.number().int().nonnegative();

const asked = {
  tab: worklistTabSchema,
  terms: worklistSearchTermsSchema,
};

/** Everything in the cache that is related to one id, newest first: of it, by it, or about it. */
const relatedRecordsSchema = z.strictObject({
  requisitions: z.array(worklistRowSchema).readonly(),
  /** Forms that this patient is asked to complete. */
  forms: z.array(basicFormRowSchema.extend({ requestedAt: z.number().int().nullable() })).readonly(),
  notifications: z.array(basicNotificationRowSchema).readonly(),
  /** Notifications about appointments that the person attends. */
  appointments: z
    .array(
      basicNotificationRowSchema.extend({
        appointment: z.string(),
        startsAt: z.number().int().nullable(),
        appointmentName: z.string(),
      }),
    )
    .readonly(),
  /** Whether some kind has more records than are listed. */
  isCut: z.boolean(),
});

/** Procedures of the worklist and of the record of a requisition. */
export const worklistProcedures = {
  /** One page of a tab. It may be short while `next` is not null. */
  'worklist.page': {
    runsIn: 'engine',
    joinsReads: true,
    input: z.strictObject({
      ...asked,
      order: worklistSortSchema,
      limit: z.number().int().min(1).max(500).default(50),
      after: cursorSchema.optional(),
      /** Takes precedence over `after`. Error 'not-found' where the list has none of the rows. */
      at: pageStartWithoutCursorSchema.optional(),
    }),
    output: z.strictObject({
      items: z.array(worklistRowSchema).readonly(),
      next: cursorSchema.nullable(),
      rank: rowsBeforePageSchema,
    }),
  },
  /** The number of requisitions in each tab; with `enough` it may stop once it has counted that many in all. */
  'worklist.counts': {
    runsIn: 'engine',
    joinsReads: true,
    input: z.strictObject({ terms: worklistSearchTermsSchema, enough: countSchema.optional() }),
    output: worklistTabCountsSchema.extend({
      /** There may be more in each tab: the count has stopped at `enough`. */
      isLowerBound: z.literal(true).optional(),
    }),
  },
  /**
   * The number of requisitions with an open review that is overdue, and that is due within each span; `today` leaves
   * out the overdue ones. Users with open reviews, most first.
   */
  'reviews.due': {
    runsIn: 'reader',
    input: z.strictObject({ today: dateSpanSchema, soon: dateSpanSchema }),
    output: z.strictObject({
      overdue: countSchema,
      today: countSchema,
      soon: countSchema,
      reviewers: z
        .array(z.strictObject({ id: z.string(), count: countSchema }))
        .max(12)
        .readonly(),
    }),
  },
  /** The ids of a tab in its order, for a bulk action; cut at the limit. */
  'worklist.ids': {
    runsIn: 'engine',
    joinsReads: true,
    input: z.strictObject({
      ...asked,
      order: worklistSortSchema,
      limit: z.number().int().min(1).max(5_000),
    }),
    output: z.strictObject({ ids: z.array(z.string()).readonly(), isCut: z.boolean() }),
  },
  /**
   * Requisitions as a table, as JSON or as a bundle of FHIR R4, the given ones or those of a tab. Cells that a
   * spreadsheet would run as formulas are escaped. A bundle has what the service returned, without pending
   * changes and without what is not on the service yet.
   */
  'worklist.export': {
    runsIn: 'reader',
    input: z.strictObject({
      format: z.enum(['csv', 'json', 'fhir']),
      which: z.union([
        z.strictObject({ ids: z.array(recordIdSchema('requisition')).min(1).max(5_000).readonly() }),
        z.strictObject({ ...asked, order: worklistSortSchema }),
        z.strictObject({ filter: requisitionFilterSchema }),
      ]),
      after: cursorSchema.optional(),
    }),
    /** One piece of the text; the whole text is the concatenation of all pieces. */
    output: z.strictObject({
      text: z.string(),
      count: z.number().int().nonnegative(),
      next: cursorSchema.nullable(),
    }),
  },
  /** What is shown beside an open requisition: other records of its patient, and how long its steps usually take. */
  'requisitions.context': {
    runsIn: 'reader',
    input: z.strictObject({
      patient: nameableIdSchema.nullable(),
      serviceFacility: z.string().max(MAX_ID_LENGTH),
      type: z.string().max(300),
      /** Maximum number of related records of each kind. */
      limit: z.number().int().min(1).max(200),
    }),
    output: z.strictObject({
      /** Null without a patient. */
      related: relatedRecordsSchema.nullable(),
      /** How long the steps usually take at this facility for this type. */
      typicalDurations: typicalStatusStepDurationsSchema,
    }),
  },
  /** Open requisitions of the same patient that are similar to the one being created. */
  'requisitions.similar': {
    runsIn: 'reader',
    input: z.strictObject({
      patient: idSchema('user'),
      type: z.string().max(300),
      name: z.string().max(10_000),
      /** Codes of diagnoses and names of scripts. */
      codes: z.array(z.string().max(1_000)).max(200).readonly(),
      scripts: z.array(z.string().max(1_000)).max(200).readonly(),
      except: recordIdSchema('requisition').optional(),
    }),
    output: z.strictObject({ items: z.array(worklistRowSchema).max(5).readonly() }),
  },
  /**
   * Diagnoses or scripts that were used before and contain the text: favourites first, then the most used.
   */
  'suggestions.list': {
    runsIn: 'reader',
    input: z.strictObject({
      of: z.enum(SUGGESTED_ENTRY_LISTS),
      search: z.string().max(1_000),
      limit: z.number().int().min(1).max(50).default(12),
    }),
    output: z.strictObject({ items: z.array(entrySuggestionSchema).readonly() }),
  },
  /**
   * Ids of people, facilities and the like, for selection, that occur in the cache or have a local name; those whose id or
   * local name contains the text. Those of the cache are first; people of one name are next to each other, also beyond the
   * limit. Specializations and peer groups occur only in forms, and their ids have no known prefix.
   */
  'ids.suggest': {
    runsIn: 'reader',
    input: z.strictObject({
      family: z.enum(['user', 'facility', 'medicalCenter', 'specialization', 'peerGroup']),
      search: z.string().max(300),
      /**
       * The role in which suggested users occur; `any`: in every role. A user with a local name is suggested too, unless
       * records have the user as a provider, or as a patient, alone.
       */
      as: z.enum(['patient', 'provider', 'any']).default('any'),
      limit: z.number().int().min(1).max(50).default(12),
    }),
    output: z.strictObject({
      items: z.array(z.strictObject({ id: z.string(), name: z.string().nullable() })).readonly(),
    }),
  },
  /** Everything in the cache that is related to one id, newest first: of it, by it, or about it. */
  'related.get': {
    runsIn: 'reader',
    input: z.strictObject({ id: nameableIdSchema, limit: z.number().int().min(1).max(200).default(50) }),
    output: relatedRecordsSchema,
  },
} as const;
