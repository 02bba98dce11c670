import { z } from 'zod';
import { dataFlagSchema } from './data-flag.ts';
import { MAX_ID_LENGTH } from './ids.ts';
import { pendingStateSchema } from './pending-state.ts';
import { epochMsSchema } from './time.ts';

/** Requisition types of the service's document, section 2.3. Others are shown as they are. */
export const REQUISITION_TYPES = ['general', 'lab', 'imaging'] as const;
export type RequisitionType = (typeof REQUISITION_TYPES)[number];

/** Statuses that the service's document names (section 3). Others are shown as they are. */
export const KNOWN_REQUISITION_STATUSES = ['draft', 'sent', 'results_received'] as const;

const when = epochMsSchema.nullable();

export const diagnosisSchema = z.strictObject({ id: z.string(), code: z.string(), description: z.string() });
export const scriptSchema = z.strictObject({ id: z.string(), name: z.string(), description: z.string() });
export const commentSchema = z.strictObject({
  id: z.string(),
  requisition: z.string(),
  comment: z.string(),
  createdBy: z.string(),
  createdAt: when,
});
export const reviewSchema = z.strictObject({
  status: z.string(),
  requestedBy: z.string(),
  reviewer: z.string(),
  requestedAt: when,
  reviewDeadline: when,
  reviewedAt: when,
});
export const statusChangeSchema = z.strictObject({
  status: z.string(),
  changedBy: z.string(),
  changedAt: when,
});

/** What of a result has changed since it was reviewed. */
export const resultChangeSchema = z.strictObject({
  /** When the last review was made; null where none is dated. */
  reviewedAt: when,
  /** When results came again; null where they did not, or no time is known. */
  receivedAt: when,
  /** Whether another result is attached. */
  isAnotherResult: z.boolean(),
  /** The result that was reviewed where it is another one now; null where there was none. */
  reviewedResult: z.string().nullable(),
});
export type ResultChange = Readonly<z.infer<typeof resultChangeSchema>>;

/** A requisition as the desk shows it (service's document, section 2.3), dates as epoch milliseconds. */
export const requisitionSchema = z.strictObject({
  id: z.string(),
  type: z.string(),
  name: z.string(),
  patient: z.string(),
  shareWithPatient: z.boolean(),
  requisitionResult: z.string().nullable(),
  serviceFacility: z.string(),
  orderingProvider: z.string(),
  diagnoses: z.array(diagnosisSchema).readonly(),
  scripts: z.array(scriptSchema).readonly(),
  orderDetails: z.string(),
  comments: z.array(commentSchema).readonly(),
  reviews: z.array(reviewSchema).readonly(),
  statusHistory: z.array(statusChangeSchema).readonly(),
  createdBy: z.string(),
  createdAt: when,
  lastUpdatedAt: when,
  /** Current status: the history entry with the greatest time, ties to the last; empty when there is none. */
  status: z.string(),
  /** A review is neither reviewed nor dated, results came without a reviewed one, or the result has changed since. */
  needsReview: z.boolean(),
  /** Null where nothing has changed since the review, as far as is known. */
  resultChange: resultChangeSchema.nullable(),
  flags: z.array(dataFlagSchema).readonly(),
});
export type Requisition = Readonly<z.infer<typeof requisitionSchema>>;

/** One line of a worklist: what a list shows and filters by, at most about 300 bytes. */
export const requisitionRowSchema = z.strictObject({
  id: z.string(),
  type: z.string(),
  name: z.string(),
  patient: z.string(),
  serviceFacility: z.string(),
  status: z.string(),
  shareWithPatient: z.boolean(),
  needsReview: z.boolean(),
  createdAt: when,
  lastUpdatedAt: when,
  flagged: z.boolean(),
  /** How its unsent changes stand, the one that needs most attention; null where there are none. */
  pending: pendingStateSchema.nullable(),
});
export type RequisitionRow = Readonly<z.infer<typeof requisitionRowSchema>>;

/** The list filters of the service's document, section 4.2. Empty search means no filter. */
export const requisitionFilterSchema = z.strictObject({
  patient: z.string().max(MAX_ID_LENGTH).optional(),
  type: z.enum(REQUISITION_TYPES).optional(),
  search: z.string().max(10_000).optional(),
  shareWithPatient: z.boolean().optional(),
});
export type RequisitionFilter = Readonly<z.infer<typeof requisitionFilterSchema>>;
