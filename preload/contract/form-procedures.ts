import { z } from 'zod';
import {
  completionCountsSchema,
  completionFilterSchema,
  completionHistorySchema,
  completionRowSchema,
  completionSortSchema,
  completionRequestHistorySchema,
} from './completion-requests.ts';
import {
  formFilterSchema,
  formCountsSchema,
  formListRowSchema,
  formSortSchema,
  formTabSchema,
  formTermsSchema,
} from './forms.ts';
import { idSchema, recordIdSchema } from './records.ts';
import { cursorSchema, epochMsSchema } from './time.ts';

const limit = z.number().int().min(1).max(500).default(50);
const form = recordIdSchema('form');

/** What the list and the record of forms, and the requests to complete them, ask. */
export const formProcedures = {
  /** One page of a tab. May be short while `next` is not null. */
  'forms.page': {
    runsIn: 'reader',
    input: z.strictObject({
      tab: formTabSchema,
      terms: formTermsSchema,
      order: formSortSchema,
      limit,
      after: cursorSchema.optional(),
    }),
    output: z.strictObject({ items: z.array(formListRowSchema).readonly(), next: cursorSchema.nullable() }),
  },
  'forms.counts': {
    runsIn: 'reader',
    input: z.strictObject({ terms: formTermsSchema }),
    output: formCountsSchema,
  },
  'forms.completionRequestHistory': {
    runsIn: 'reader',
    input: z.strictObject({ id: form }),
    output: completionRequestHistorySchema,
  },
  /** Forms as a table or as JSON, with what is pending in them. Cells that a spreadsheet would run are made harmless. */
  'forms.export': {
    runsIn: 'reader',
    input: z.strictObject({
      format: z.enum(['csv', 'json']),
      filter: formFilterSchema,
      after: cursorSchema.optional(),
    }),
    /** One piece of the text; the whole is all pieces one after the other. */
    output: z.strictObject({
      text: z.string(),
      count: z.number().int().nonnegative(),
      next: cursorSchema.nullable(),
    }),
  },
  /** Requests to patients, over all forms. */
  'completions.page': {
    runsIn: 'reader',
    input: z.strictObject({
      filter: completionFilterSchema,
      order: completionSortSchema,
      limit,
      after: cursorSchema.optional(),
    }),
    output: z.strictObject({
      items: z.array(completionRowSchema).readonly(),
      next: cursorSchema.nullable(),
    }),
  },
  /** Of all that a filter finds, whatever its `show`. */
  'completions.counts': {
    runsIn: 'reader',
    input: z.strictObject({ filter: completionFilterSchema.omit({ show: true }) }),
    output: completionCountsSchema,
  },
  'completions.history': {
    runsIn: 'reader',
    input: z.union([z.strictObject({ form }), z.strictObject({ patient: idSchema('user') })]),
    output: completionHistorySchema,
  },
  /** Sets this desk's reminder for a request, or takes it away with null. It goes by itself when the request has ended. */
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
