import { z } from 'zod';
import { dataFlagSchema, MAX_ID_LENGTH, pendingStateSchema } from './records.ts';
import {
  FOLLOW_UP_TERMS,
  readQuery,
  YES_NO,
  writeQuery,
  type QueryLanguage,
  type QueryProblem as AnyQueryProblem,
  type QueryToken as AnyQueryToken,
  type ReadQuery,
} from './search/syntax.ts';
import { epochMsSchema, type EpochMs } from './time.ts';

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

/**
 * The tabs of the worklist in the order of work: the known statuses, what needs a review, everything, and the statuses that the
 * service's document does not name.
 */
export const WORKLIST_TABS = ['draft', 'sent', 'results_received', 'needs_review', 'all', 'unknown'] as const;
export const worklistTabSchema = z.enum(WORKLIST_TABS);
export type WorklistTab = z.infer<typeof worklistTabSchema>;

export const WORKLIST_SORTS = ['updated', 'created', 'name', 'patient', 'deadline'] as const;
export const worklistSortSchema = z.strictObject({
  by: z.enum(WORKLIST_SORTS),
  /** Records without the value (no deadline, no date) come last either way. */
  descending: z.boolean(),
});
export type WorklistSort = Readonly<z.infer<typeof worklistSortSchema>>;

const isNot = z.boolean().default(false);
const word = z.string().min(1).max(10_000);

/** From the first instant on, until just before the second one. */
const span = { from: epochMsSchema.nullable(), until: epochMsSchema.nullable() };

/** One condition of a filter; `isNot` turns it round. */
const worklistTermSchema = z.discriminatedUnion('field', [
  /** Case-insensitive part of the name, diagnoses, scripts, order details, comments, or of the local name of anybody in it. */
  z.strictObject({ field: z.literal('text'), value: word, isNot }),
  /** A whole id, the end of one (four characters at least), or a part of its local name. */
  z.strictObject({ field: z.enum(['patient', 'facility', 'provider', 'reviewer']), value: word, isNot }),
  /** As it is, whether the document names it or not; case does not matter. */
  z.strictObject({ field: z.enum(['type', 'status']), value: word, isNot }),
  z.strictObject({ field: z.literal('shared'), value: z.boolean(), isNot }),
  /** The beginning of the code of a diagnosis; case does not matter. */
  z.strictObject({ field: z.literal('code'), value: word, isNot }),
  /** `needed` as the tab has it; `asked`: a review that is open; `overdue`: one whose deadline is over; `done`: there is one and none is open; `none`: no review at all. */
  z.strictObject({
    field: z.literal('review'),
    value: z.enum(['needed', 'asked', 'overdue', 'done', 'none']),
    isNot,
  }),
  /** The earliest deadline of an open review; when it was made; when it changed last; since when it has its status. */
  z.strictObject({ field: z.enum(['due', 'created', 'updated', 'since']), ...span, isNot }),
  /** Changed since it was last looked at here; has unsent changes; carries a follow-up mark (due by now: `due`). */
  z.strictObject({ field: z.literal('changed'), value: z.boolean(), isNot }),
  z.strictObject({ field: z.literal('unsent'), value: z.boolean(), isNot }),
  z.strictObject({ field: z.literal('followup'), value: z.enum(['any', 'due', 'none']), isNot }),
]);
export type WorklistTerm = Readonly<z.infer<typeof worklistTermSchema>>;

/** All of them must hold. */
export const worklistTermsSchema = z.array(worklistTermSchema).max(40).readonly();

/** Where a text was found that the name does not show, with what stands around it. */
export const worklistHitSchema = z.strictObject({
  where: z.enum(['diagnoses', 'scripts', 'order_details', 'comments', 'people']),
  excerpt: z.string().max(200),
});

/** A line of the worklist. */
export const worklistRowSchema = requisitionRowSchema.extend({
  orderingProvider: z.string(),
  /** Since when it has its status. */
  statusSince: epochMsSchema.nullable(),
  /** The earliest deadline of an open review, and whose review that is. */
  reviewDeadline: epochMsSchema.nullable(),
  reviewer: z.string(),
  /** The result has changed since it was reviewed. */
  isResultChanged: z.boolean(),
  /** It is not as it was when somebody last looked at it here; false where nobody ever did. */
  isChanged: z.boolean(),
  followUp: z.strictObject({ remindOn: epochMsSchema.nullable() }).nullable(),
  hit: worklistHitSchema.nullable(),
  pending: pendingStateSchema.nullable(),
});
export type WorklistRow = Readonly<z.infer<typeof worklistRowSchema>>;

/** How many each tab holds under a filter. True counts, never cut. */
export const worklistCountsSchema = z.strictObject({
  draft: z.number().int().nonnegative(),
  sent: z.number().int().nonnegative(),
  results_received: z.number().int().nonnegative(),
  needs_review: z.number().int().nonnegative(),
  all: z.number().int().nonnegative(),
  unknown: z.number().int().nonnegative(),
});
export type WorklistCounts = Readonly<z.infer<typeof worklistCountsSchema>>;

/** How long the steps of a requisition usually take at a facility, learned from what is cached; spans in milliseconds. */
export const typicalDurationsSchema = z.strictObject({
  steps: z
    .array(
      z.strictObject({
        from: z.string(),
        to: z.string(),
        /** How many requisitions taught it. */
        of: z.number().int().positive(),
        median: z.number().int().nonnegative(),
        /** Nine of ten were quicker. */
        slow: z.number().int().nonnegative(),
      }),
    )
    .readonly(),
});
export type TypicalDurations = Readonly<z.infer<typeof typicalDurationsSchema>>;

/** The operators of the worklist's search, in the order in which they are offered. */
export const QUERY_OPERATORS = [
  'patient',
  'type',
  'status',
  'facility',
  'provider',
  'reviewer',
  'shared',
  'code',
  'review',
  'due',
  'created',
  'updated',
  'since',
  'changed',
  'unsent',
  'followup',
] as const;
export type QueryOperator = (typeof QUERY_OPERATORS)[number];

export type QueryToken = AnyQueryToken<WorklistTerm>;
export type QueryProblem = AnyQueryProblem<WorklistTerm>;
export type ParsedQuery = ReadQuery<WorklistTerm>;

/** A status as the service names it, where somebody typed it in words; any other stays as it is. */
function statusNamed(value: string): string {
  const named = value.toLowerCase().replaceAll(/[\s-]+/g, '_');
  return KNOWN_REQUISITION_STATUSES.find((known) => known === named) ?? value;
}

/** How searches of the worklist are written. */
export const WORKLIST_LANGUAGE: QueryLanguage<QueryOperator, WorklistTerm> = {
  operators: QUERY_OPERATORS,
  dates: { due: 'ahead', created: 'back', updated: 'back', since: 'back' },
  words: { shared: YES_NO, changed: YES_NO, unsent: YES_NO, followup: FOLLOW_UP_TERMS },
  meanings: { status: statusNamed, review: (value) => value.toLowerCase() },
  term: worklistTermSchema,
};

/** Reads a search of the worklist (see `readQuery`). */
export function parseQuery(text: string, now: EpochMs, zone: string): ParsedQuery {
  return readQuery(WORKLIST_LANGUAGE, text, now, zone);
}

/** A whole search of the worklist as it is typed; `parseQuery` reads the same conditions from it. */
export const formatQuery: (terms: readonly WorklistTerm[]) => string = writeQuery;
