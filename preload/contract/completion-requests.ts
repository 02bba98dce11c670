import { z } from 'zod';
import { idSchema, recordIdSchema } from './record-schemas.ts';
import { epochMsSchema } from './time-schema.ts';

/**
 * Requests to complete a form (service's document, section 2.2), and how they ended. The service removes a
 * patient from the list when the form is completed or the request is withdrawn, and keeps no history: Intray
 * records between which two observations it happened.
 */
export const COMPLETION_REQUEST_STATES = [
  /** The patient has not completed the form yet. */
  'open',
  /** Completed, or withdrawn by another client: the service does not distinguish them. */
  'ended',
  /** Withdrawn on this computer. */
  'withdrawn',
  /** The form no longer exists. */
  'form-gone',
] as const;
export const completionRequestStateSchema = z.enum(COMPLETION_REQUEST_STATES);

/** An interval between two observations: the request was present at the first and absent at the second. */
const interval = z.strictObject({ after: epochMsSchema, before: epochMsSchema });

/** A completion request to one patient for one form, as a row of a list. */
export const completionRequestRowSchema = z.strictObject({
  form: z.string(),
  /** Name of the form; empty where the form is no longer in the cache. */
  formName: z.string(),
  patient: z.string(),
  requestedBy: z.string(),
  /** When the request was made, as the service says; null where it does not. */
  requestedAt: epochMsSchema.nullable(),
  state: completionRequestStateSchema,
  /** The interval in which the request ended; null while it is open. */
  ended: interval.nullable(),
  /** A pending change made on this computer: the request itself, or its withdrawal. */
  unsent: z.enum(['ask', 'withdraw']).nullable(),
  /** A reminder that exists on this computer only; null without one. */
  reminder: z.strictObject({ remindOn: epochMsSchema, note: z.string() }).nullable(),
});
export type CompletionRequestRow = Readonly<z.infer<typeof completionRequestRowSchema>>;

/** Returns the id of a request: the same patient may have been asked for the same form several times. */
export function formatCompletionRequestKey({
  form,
  patient,
  requestedAt,
}: Pick<CompletionRequestRow, 'form' | 'patient' | 'requestedAt'>): string {
  return JSON.stringify([form, patient, requestedAt]);
}

export const completionRequestSortSchema = z.strictObject({
  /**
   * `asked`: when the request was made; `ended`: when it ended; names come from the directory, ids where
   * there is no name.
   */
  by: z.enum(['asked', 'ended', 'form', 'patient', 'requester']),
  descending: z.boolean(),
});
export type CompletionRequestSort = Readonly<z.infer<typeof completionRequestSortSchema>>;

export const completionRequestFilterSchema = z.strictObject({
  show: z.enum(['open', 'due', 'ended', 'all']),
  /** Case-insensitive part of the form's name, of a local name, or of an id; empty matches all. */
  search: z.string().max(1_000).default(''),
  form: recordIdSchema('form').optional(),
  patient: idSchema('user').optional(),
  /** Only requests that were made at this instant or before. */
  askedUntil: epochMsSchema.optional(),
});
export type CompletionRequestFilter = Readonly<z.input<typeof completionRequestFilterSchema>>;

export const completionRequestCountsSchema = z.strictObject({
  open: z.number().int().nonnegative(),
  /** Open requests whose reminder is due. */
  due: z.number().int().nonnegative(),
  ended: z.number().int().nonnegative(),
});
export type CompletionRequestCounts = Readonly<z.infer<typeof completionRequestCountsSchema>>;

/** The completion requests of one form, or to one patient, with their median duration. */
export const completionRequestsAndMedianSchema = z.strictObject({
  /** The newest request first, 500 at most. */
  items: z.array(completionRequestRowSchema).max(500).readonly(),
  isCut: z.boolean(),
  /**
   * The median duration of all ended requests, in milliseconds from the request to the middle of the
   * interval.
   */
  completed: z.strictObject({ of: z.number().int().nonnegative(), median: z.number().int().nullable() }),
});
export type CompletionRequestsAndMedian = Readonly<z.infer<typeof completionRequestsAndMedianSchema>>;

/**
 * A form that was changed at the service but not published: since when at the latest, as far as this computer knows, and how
 * many patients were asked since and see the older version.
 */
export const unpublishedFormChangesInfoSchema = z.strictObject({
  /**
   * Since when at the latest there are unpublished changes: the last update of the form at which they were there, or when this
   * computer first received them. The service does not say when they were made.
   */
  unpublishedSince: epochMsSchema.nullable(),
  /** Number of patients who were asked since then and see the older version. */
  askedSince: z.number().int().nonnegative(),
});
export type UnpublishedFormChangesInfo = Readonly<z.infer<typeof unpublishedFormChangesInfoSchema>>;
