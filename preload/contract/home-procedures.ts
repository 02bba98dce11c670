import { z } from 'zod';
import { formSearchTermsSchema, formTabSchema } from './forms.ts';
import { inboxSearchTermsSchema } from './notifications.ts';
import { worklistTabSchema } from './requisitions.ts';
import { worklistSearchTermsSchema } from './worklist-search.ts';
import { epochMsSchema } from './time-schema.ts';

const count = z.number().int().nonnegative();
const counts = z.array(count).readonly();
const duration = z.number().int().nonnegative();

/** Maximum number of filters of requisitions that one call counts. */
const MAX_FILTERS = 100;
/** Maximum number of statuses that are counted one by one. */
export const MAX_COUNTED_STATUSES = 20;
/** Maximum number of groups of result durations by type and facility. */
export const MAX_DURATION_GROUPS = 12;
/** Maximum number of tests at a facility whose result durations are known. */
export const MAX_DURATION_TESTS = 60;
/** From fewer results nothing is concluded about what is usual. */
export const MIN_RESULTS_FOR_USUAL_WAIT = 10;

export const homeCountsSchema = z.strictObject({
  requisitions: counts,
  forms: counts,
  notifications: counts,
  completions: counts,
  /** Statuses that the service's document does not name, as they are stored, the most frequent first. */
  statuses: z
    .array(z.strictObject({ status: z.string(), count }))
    .max(MAX_COUNTED_STATUSES)
    .readonly(),
  /** Number of requisitions whose status the service's document does not name and that is not listed. */
  moreStatuses: count,
});
export type HomeCounts = Readonly<z.infer<typeof homeCountsSchema>>;

const resultDurationSchema = z.strictObject({
  type: z.string(),
  serviceFacility: z.string(),
  /** The number of requisitions in the group. */
  sampleSize: z.number().int().positive(),
  /** The median duration until the results, in milliseconds. */
  median: duration,
  /** The 90th percentile, in milliseconds. */
  percentile90: duration,
});

export const resultDurationsSchema = z.strictObject({
  groups: z.array(resultDurationSchema).max(MAX_DURATION_GROUPS).readonly(),
  /** The tests at a facility of which enough results are known (`MIN_RESULTS_FOR_USUAL_WAIT`), by the keys of their names. */
  tests: z
    .array(resultDurationSchema.extend({ nameKey: z.string().min(1) }))
    .max(MAX_DURATION_TESTS)
    .readonly(),
  /** The number of requisitions with results that were looked at, the last changed ones. */
  sampled: count,
});
export type ResultDurations = Readonly<z.infer<typeof resultDurationsSchema>>;

/** Procedures of the home screen. */
export const homeProcedures = {
  /** How many records each of several filters finds, in their order, with pending changes applied. */
  'home.counts': {
    runsIn: 'engine',
    joinsReads: true,
    input: z.strictObject({
      requisitions: z
        .array(z.strictObject({ tab: worklistTabSchema, terms: worklistSearchTermsSchema }))
        .max(MAX_FILTERS)
        .readonly(),
      forms: z
        .array(z.strictObject({ tab: formTabSchema, terms: formSearchTermsSchema }))
        .max(40)
        .readonly(),
      /** Searches of the inbox, which count single notifications, not threads. */
      notifications: z.array(inboxSearchTermsSchema).max(40).readonly(),
      /** Open completion requests; `due`: whose reminder is due. */
      completions: z
        .array(z.strictObject({ show: z.enum(['open', 'due']), askedUntil: epochMsSchema.optional() }))
        .max(10)
        .readonly(),
    }),
    output: homeCountsSchema,
  },
  /** How long results took, from the first time a requisition was sent, by type and facility and by test. */
  'home.durations': { runsIn: 'reader', input: z.strictObject({}), output: resultDurationsSchema },
} as const;
