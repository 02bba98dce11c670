import { z } from 'zod';
import { invalidFieldFlagSchema, pendingStateSchema } from './record-schemas.ts';
import { MAX_ID_LENGTH } from './records.ts';
import {
  WORKLIST_ROW_FIELDS,
  buildObjectByLongTextField,
  SORTABLE_FIELDS,
  type WorklistRowField,
} from './requisition-fields.ts';
import { epochMsSchema } from './time-schema.ts';

/** Requisition types of the service's document, section 2.3. Others are shown as they are. */
export const REQUISITION_TYPES = ['general', 'lab', 'imaging'] as const;
export type RequisitionType = (typeof REQUISITION_TYPES)[number];

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

/** How a result has changed since it was reviewed. */
export const resultChangeSchema = z.strictObject({
  /** When the last review was made; null where none is dated. */
  reviewedAt: when,
  /** When results arrived again; null where they did not, or the time is unknown. */
  receivedAt: when,
  /** Whether another result is attached now than at the review. */
  isAnotherResult: z.boolean(),
  /** The result that was reviewed, where it differs from the current one; null where there was none. */
  reviewedResult: z.string().nullable(),
});
export type ResultChange = Readonly<z.infer<typeof resultChangeSchema>>;

/** A requisition as Intray shows it (service's document, section 2.3), dates as epoch milliseconds. */
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
  ...buildObjectByLongTextField('name', () => z.string()),
  comments: z.array(commentSchema).readonly(),
  reviews: z.array(reviewSchema).readonly(),
  statusHistory: z.array(statusChangeSchema).readonly(),
  createdBy: z.string(),
  createdAt: when,
  lastUpdatedAt: when,
  /**
   * Current status: the history entry with the greatest time, the last one in case of a tie; empty where
   * there is none.
   */
  status: z.string(),
  /**
   * A review is neither marked as reviewed nor dated, results arrived without a completed review, or the
   * result has changed since the review.
   */
  needsReview: z.boolean(),
  /** What changed in the result since the review; null where no change is known. */
  resultChange: resultChangeSchema.nullable(),
  flags: z.array(invalidFieldFlagSchema).readonly(),
});
export type Requisition = Readonly<z.infer<typeof requisitionSchema>>;

type RowValue<Kind> = Kind extends 'flag' ? z.ZodBoolean : Kind extends 'time' ? typeof when : z.ZodString;

function rowValue({ kind }: WorklistRowField): z.ZodType {
  if (kind === 'flag') return z.boolean();
  return kind === 'time' ? when : z.string();
}

// Object.fromEntries returns an object with any string as key, so its type is asserted; each listed field has an entry.
const rowValues = Object.fromEntries(WORKLIST_ROW_FIELDS.map((field) => [field.name, rowValue(field)])) as {
  readonly [Field in WorklistRowField as Field['name']]: RowValue<Field['kind']>;
};

/** The part of a worklist row that comes from the record: what a list shows and filters by, about 300 bytes at most. */
export const basicRequisitionRowSchema = z.strictObject({
  id: z.string(),
  ...rowValues,
  status: z.string(),
  needsReview: z.boolean(),
  flagged: z.boolean(),
  /** The most urgent state among its pending changes; null where there are none. */
  pending: pendingStateSchema.nullable(),
});
export type BasicRequisitionRow = Readonly<z.infer<typeof basicRequisitionRowSchema>>;

/** The list filters of the service's document, section 4.2. An empty search means no filter. */
export const requisitionFilterSchema = z.strictObject({
  patient: z.string().max(MAX_ID_LENGTH).optional(),
  type: z.enum(REQUISITION_TYPES).optional(),
  search: z.string().max(10_000).optional(),
  shareWithPatient: z.boolean().optional(),
});
export type RequisitionFilter = Readonly<z.infer<typeof requisitionFilterSchema>>;

/**
 * The tabs of the worklist in the order of work: the known statuses, what needs a review, everything, and the
 * statuses that the service's document does not name.
 */
export const WORKLIST_TABS = ['draft', 'sent', 'results_received', 'needs_review', 'all', 'unknown'] as const;
export const worklistTabSchema = z.enum(WORKLIST_TABS);
export type WorklistTab = z.infer<typeof worklistTabSchema>;

/**
 * The orders by a field, by the earliest deadline of an open review, and by the moment at which a sent requisition has
 * waited for its results as long as is usual for its type and facility: the earliest is the longest beyond it. Sent ones
 * without a known usual wait follow those with one, by their age; those that are not sent have no such moment.
 */
export const WORKLIST_SORTS = [...SORTABLE_FIELDS.map(({ list }) => list.sort), 'deadline', 'usual'] as const;
export const worklistSortSchema = z.strictObject({
  by: z.enum(WORKLIST_SORTS),
  /** Records without the value (no deadline, no date) come last in both directions. */
  descending: z.boolean(),
});
export type WorklistSort = Readonly<z.infer<typeof worklistSortSchema>>;

/** Where the searched text was found, if the name does not contain it, with the surrounding text. */
export const worklistSearchHitSchema = z.strictObject({
  where: z.enum(['diagnoses', 'scripts', 'order_details', 'comments', 'people']),
  excerpt: z.string().max(200),
});

/** A row of the worklist. */
export const worklistRowSchema = basicRequisitionRowSchema.extend({
  /** When the requisition reached its current status. */
  statusSince: epochMsSchema.nullable(),
  /** The earliest deadline of an open review, and its reviewer. */
  reviewDeadline: epochMsSchema.nullable(),
  reviewer: z.string(),
  /** The open reviews, the one that is due first in front; at most 20. */
  openReviews: z.array(z.strictObject({ reviewer: z.string(), deadline: when })).readonly(),
  /** The result has changed since it was reviewed. */
  isResultChanged: z.boolean(),
  /** Whether the requisition differs from the version last viewed here; false if never viewed. */
  isChanged: z.boolean(),
  /** The user has viewed its present version here. */
  isViewed: z.boolean(),
  followUp: z.strictObject({ remindOn: epochMsSchema.nullable() }).nullable(),
  hit: worklistSearchHitSchema.nullable(),
  pending: pendingStateSchema.nullable(),
});
export type WorklistRow = Readonly<z.infer<typeof worklistRowSchema>>;

/** The number of requisitions in each tab under a filter. */
export const worklistTabCountsSchema = z.strictObject({
  draft: z.number().int().nonnegative(),
  sent: z.number().int().nonnegative(),
  results_received: z.number().int().nonnegative(),
  needs_review: z.number().int().nonnegative(),
  all: z.number().int().nonnegative(),
  unknown: z.number().int().nonnegative(),
});
export type WorklistTabCounts = Readonly<z.infer<typeof worklistTabCountsSchema>>;

/**
 * How long requisitions at a facility usually take from one status to the next, computed from cached records; durations in
 * milliseconds.
 */
export const typicalStatusStepDurationsSchema = z.strictObject({
  steps: z
    .array(
      z.strictObject({
        from: z.string(),
        to: z.string(),
        /** The number of requisitions in the sample. */
        sampleSize: z.number().int().positive(),
        median: z.number().int().nonnegative(),
        /** The 90th percentile of the durations. */
        percentile90: z.number().int().nonnegative(),
      }),
    )
    .readonly(),
});
export type TypicalStatusStepDurations = Readonly<z.infer<typeof typicalStatusStepDurationsSchema>>;
