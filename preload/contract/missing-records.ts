import { z } from 'zod';
import { idSchema, kindSchema } from './record-schemas.ts';
import { epochMsSchema } from './time-schema.ts';

/**
 * Records that the service no longer returns. `held`: too many are missing, so they stay in their lists until
 * the user confirms; `open`: removed from the lists, with something on them that needs the user; `closed`:
 * removed from the lists, with nothing open.
 */
export const MISSING_RECORD_STATES = ['held', 'open', 'closed'] as const;

/** The service's response for the record's id: it does not exist, or this user may not see it. */
export const MISSING_RECORD_REASONS = ['gone', 'forbidden'] as const;

const anyIdSchema = z.union([idSchema('form'), idSchema('requisition'), idSchema('notification')]);

const count = z.number().int().nonnegative();

export const missingRecordSchema = z.strictObject({
  kind: kindSchema,
  id: z.string(),
  state: z.enum(MISSING_RECORD_STATES),
  reason: z.enum(MISSING_RECORD_REASONS),
  /** Last known name or title of the record; empty where the content is hidden. */
  name: z.string(),
  /** The patient of a requisition; empty for other kinds, and where the content is hidden. */
  patient: z.string(),
  /** When the record was removed from its lists; null while it is held. */
  movedAt: epochMsSchema.nullable(),
  confirmedAt: epochMsSchema.nullable(),
  /** What on this record still needs an action of the user. */
  hasOpenReview: z.boolean(),
  reminders: count,
  unsentChanges: count,
});
export type MissingRecord = Readonly<z.infer<typeof missingRecordSchema>>;

/** The numbers of missing records that need, or may soon need, the user's confirmation. */
export const missingRecordCountsSchema = z.strictObject({
  /** Number of records that are missing but still in their lists, because there are implausibly many. */
  held: count,
  /** Held records whose absence the service has not confirmed twice yet. */
  beingChecked: count,
  open: count,
});
export type MissingRecordCounts = Readonly<z.infer<typeof missingRecordCountsSchema>>;

export const ZERO_MISSING_RECORD_COUNTS: MissingRecordCounts = { held: 0, beingChecked: 0, open: 0 };

const MAX_CONFIRMED = 500;

export const missingRecordProcedures = {
  /** Records in one state, ordered by kind and id. A page may be short while `next` is not null. */
  'missing.list': {
    runsIn: 'reader',
    input: z.strictObject({
      state: z.enum(MISSING_RECORD_STATES),
      limit: z.number().int().min(1).max(MAX_CONFIRMED).default(100),
      after: z.strictObject({ kind: kindSchema, id: z.string().max(300) }).optional(),
    }),
    output: z.strictObject({
      items: z.array(missingRecordSchema).readonly(),
      next: z.strictObject({ kind: kindSchema, id: z.string() }).nullable(),
    }),
  },
  /**
   * The last known content of a record that was removed from its lists; 'not-found' where it was not removed,
   * or has returned.
   */
  'missing.get': {
    runsIn: 'reader',
    input: z.strictObject({ kind: kindSchema, id: anyIdSchema }),
    output: z.strictObject({
      record: missingRecordSchema,
      /** The record exactly as received; null where the service no longer lets this user see it. */
      raw: z.string().nullable(),
      fetchedAt: epochMsSchema,
    }),
  },
  /**
   * The user confirms that these records are missing: held ones leave their lists, open ones are closed.
   * Returns how many were changed; other ids are ignored.
   */
  'missing.confirm': {
    runsIn: 'engine',
    input: z.strictObject({ kind: kindSchema, ids: z.array(anyIdSchema).min(1).max(MAX_CONFIRMED) }),
    output: z.strictObject({ confirmed: count }),
  },
} as const;
