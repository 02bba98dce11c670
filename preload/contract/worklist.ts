import { z } from 'zod';
import { pendingStateSchema } from './pending-state.ts';
import { requisitionRowSchema } from './requisition.ts';
import { epochMsSchema } from './time.ts';

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
export const worklistTermSchema = z.discriminatedUnion('field', [
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
