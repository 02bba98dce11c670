import { z } from 'zod';
import { idSchema, recordIdSchema } from './records.ts';
import { epochMsSchema } from './time.ts';

/**
 * Requests to complete a form (service's document, section 2.2), and what became of them. The service takes a patient off the list
 * when the form is completed or the request withdrawn, and keeps no history: this desk notes between which two looks it happened.
 */
export const COMPLETION_STATES = [
  /** The patient is still asked. */
  'open',
  /** Completed, or withdrawn elsewhere: the service does not say which. */
  'ended',
  /** Withdrawn by this desk. */
  'withdrawn',
  /** The form is gone. */
  'form-gone',
] as const;
export const completionStateSchema = z.enum(COMPLETION_STATES);

/** Between two looks: it was still there at the first and gone at the second. */
const interval = z.strictObject({ after: epochMsSchema, before: epochMsSchema });

/** One request to one patient for one form. */
export const completionRowSchema = z.strictObject({
  form: z.string(),
  /** Empty where the form is not here any more. */
  formName: z.string(),
  patient: z.string(),
  requestedBy: z.string(),
  /** What the request says; null where it says no time. */
  requestedAt: epochMsSchema.nullable(),
  state: completionStateSchema,
  /** Null while it is open. */
  ended: interval.nullable(),
  /** A change of this desk that is not sent yet: the request itself, or its withdrawal. */
  unsent: z.enum(['ask', 'withdraw']).nullable(),
  /** A reminder of this desk alone; null without one. */
  reminder: z.strictObject({ remindOn: epochMsSchema, note: z.string() }).nullable(),
});
export type CompletionRow = Readonly<z.infer<typeof completionRowSchema>>;

export const completionSortSchema = z.strictObject({
  /** `asked`: when it was asked; `ended`: when it ended; the names as this desk knows them, ids where it knows none. */
  by: z.enum(['asked', 'ended', 'form', 'patient', 'asker']),
  descending: z.boolean(),
});
export type CompletionSort = Readonly<z.infer<typeof completionSortSchema>>;

export const completionFilterSchema = z.strictObject({
  show: z.enum(['open', 'due', 'ended', 'all']),
  /** Case-insensitive part of the name of the form, of a local name, or of an id; empty finds all. */
  search: z.string().max(1_000).default(''),
  form: recordIdSchema('form').optional(),
  patient: idSchema('user').optional(),
  /** Asked at this instant or before. */
  askedUntil: epochMsSchema.optional(),
});
export type CompletionFilter = Readonly<z.input<typeof completionFilterSchema>>;

export const completionCountsSchema = z.strictObject({
  open: z.number().int().nonnegative(),
  /** Open ones whose reminder has come. */
  due: z.number().int().nonnegative(),
  ended: z.number().int().nonnegative(),
});
export type CompletionCounts = Readonly<z.infer<typeof completionCountsSchema>>;

/** What happened to the requests of a form, or of a patient. */
export const completionHistorySchema = z.strictObject({
  /** The newest request first, 500 at most. */
  items: z.array(completionRowSchema).max(500).readonly(),
  isCut: z.boolean(),
  /** Requests that came and went, of all: their usual time, in milliseconds from the request to the middle of the interval. */
  completed: z.strictObject({ of: z.number().int().nonnegative(), median: z.number().int().nullable() }),
});
export type CompletionHistory = Readonly<z.infer<typeof completionHistorySchema>>;

/** What this desk knows of a form besides what the service says. */
export const completionRequestHistorySchema = z.strictObject({
  /** Since when this desk knows of changes that patients do not see: the service does not say when they were made. */
  unpublishedSince: epochMsSchema.nullable(),
  /** Patients who were asked since then, and see the older version. */
  askedSince: z.number().int().nonnegative(),
});
export type CompletionRequestHistory = Readonly<z.infer<typeof completionRequestHistorySchema>>;
