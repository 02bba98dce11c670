import { z } from 'zod';
import {
  completionRequestCountsSchema,
  completionRequestFilterSchema,
  completionRequestsAndMedianSchema,
  completionRequestRowSchema,
  completionRequestSortSchema,
  unpublishedFormChangesInfoSchema,
} from './completion-requests.ts';
import {
  formFilterSchema,
  formTabCountsSchema,
  formListRowSchema,
  formSortSchema,
  formTabSchema,
  formSearchTermsSchema,
} from './forms.ts';
import { idSchema, recordIdSchema } from './record-schemas.ts';
import { epochMsSchema } from './time-schema.ts';
import {
  cursorSchema,
  exportedPieceSchema,
  rowsBeforePageSchema,
  pageStartWithoutCursorSchema,
} from './paging.ts';

const limit = z.number().int().min(1).max(500).default(50);
const form = recordIdSchema('form');

/** Procedures for the list and the record of forms, and for completion requests. */
export const formProcedures = {
  /** One page of a tab. It may be short while `next` is not null. */
  'forms.page': {
    runsIn: 'reader',
    input: z.strictObject({
      tab: formTabSchema,
      terms: formSearchTermsSchema,
      order: formSortSchema,
      limit,
      after: cursorSchema.optional(),
      /** Takes precedence over `after`. Error 'not-found' where the list has none of the rows. */
      at: pageStartWithoutCursorSchema.optional(),
    }),
    output: z.strictObject({
      items: z.array(formListRowSchema).readonly(),
      next: cursorSchema.nullable(),
      rank: rowsBeforePageSchema,
    }),
  },
  'forms.counts': {
    runsIn: 'reader',
    input: z.strictObject({ terms: formSearchTermsSchema }),
    output: formTabCountsSchema,
  },
  'forms.unpublishedChanges': {
    runsIn: 'reader',
    input: z.strictObject({ id: form }),
    output: unpublishedFormChangesInfoSchema,
  },
  /**
   * Forms as a table or as JSON, pending changes included. Cells that a spreadsheet would run as formulas are
   * escaped.
   */
  'forms.export': {
    runsIn: 'reader',
    input: z.strictObject({
      format: z.enum(['csv', 'json']),
      filter: formFilterSchema,
      after: cursorSchema.optional(),
    }),
    /** One piece of the text; the whole text is the concatenation of all pieces. */
    output: exportedPieceSchema,
  },
  /** Completion requests of all forms. */
  'completions.page': {
    runsIn: 'reader',
    input: z.strictObject({
      filter: completionRequestFilterSchema,
      order: completionRequestSortSchema,
      limit,
      after: cursorSchema.optional(),
      /** Takes precedence over `after`. Error 'not-found' where the list has none of the rows. */
      at: pageStartWithoutCursorSchema.optional(),
    }),
    output: z.strictObject({
      items: z.array(completionRequestRowSchema).readonly(),
      next: cursorSchema.nullable(),
      rank: rowsBeforePageSchema,
    }),
  },
  /** Counts of all requests that match a filter, regardless of its `show`. */
  'completions.counts': {
    runsIn: 'reader',
    input: z.strictObject({ filter: completionRequestFilterSchema.omit({ show: true }) }),
    output: completionRequestCountsSchema,
  },
  /** Completion requests as a table, in the order of the list. Cells that a spreadsheet would run as formulas are escaped. */
  'completions.export': {
    runsIn: 'reader',
    input: z.strictObject({
      filter: completionRequestFilterSchema,
      order: completionRequestSortSchema,
      after: cursorSchema.optional(),
    }),
    output: exportedPieceSchema,
  },
  'completions.history': {
    runsIn: 'reader',
    input: z.union([z.strictObject({ form }), z.strictObject({ patient: idSchema('user') })]),
    output: completionRequestsAndMedianSchema,
  },
  /**
   * Sets the local reminder of a request, or removes it with null. It is removed automatically when the
   * request has ended.
   */
  'completions.remind': {
    runsIn: 'local',
    input: z.strictObject({
      form,
      patient: idSchema('user'),
      reminder: z.strictObject({ remindOn: epochMsSchema, note: z.string().max(2_000) }).nullable(),
    }),
    output: z.strictObject({}),
  },
} as const;
