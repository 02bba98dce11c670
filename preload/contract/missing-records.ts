import { z } from 'zod';
import { idSchema, kindSchema } from './records.ts';
import { epochMsSchema } from './time.ts';

/**
 * Records that the service no longer returns. `held`: so many are missing that they stay in their lists until the user confirms;
 * `open`: out of the lists, with something on them that waits for the user; `closed`: out of the lists, and nothing waits.
 */
export const MISSING_STATES = ['held', 'open', 'closed'] as const;

/** What the service answers to the record's id: that it does not exist, or that this user may not see it. */
export const MISSING_REASONS = ['gone', 'forbidden'] as const;

const anyIdSchema = z.union([idSchema('form'), idSchema('requisition'), idSchema('notification')]);

const count = z.number().int().nonnegative();

export const missingRecordSchema = z.strictObject({
  kind: kindSchema,
  id: z.string(),
  state: z.enum(MISSING_STATES),
  reason: z.enum(MISSING_REASONS),
  /** Its name or title as it was last known; empty where the content is hidden. */
  name: z.string(),
  /** The patient of a requisition; empty for other kinds, and where the content is hidden. */
  patient: z.string(),
  /** When it was moved out of its lists; null while it is held. */
  movedAt: epochMsSchema.nullable(),
  confirmedAt: epochMsSchema.nullable(),
  /** What on it waits for the user. */
  hasOpenReview: z.boolean(),
  reminders: count,
  unsentChanges: count,
});
export type MissingRecord = Readonly<z.infer<typeof missingRecordSchema>>;

/** How many records wait for the user's confirmation. */
export const missingCountsSchema = z.strictObject({
  /** Missing, and still in their lists, because they are more than can be believed. */
  held: count,
  /** Of a kind of which records are held, those that the service has not yet been asked for twice. */
  beingChecked: count,
  open: count,
});
export type MissingCounts = Readonly<z.infer<typeof missingCountsSchema>>;

export const NOTHING_MISSING: MissingCounts = { held: 0, beingChecked: 0, open: 0 };

const MAX_CONFIRMED = 500;

export const missingProcedures = {
  /** Records in one state, in the order of kind and id. A page may be short while `next` is not null. */
  'missing.list': {
    runsIn: 'reader',
    input: z.strictObject({
      state: z.enum(MISSING_STATES),
      limit: z.number().int().min(1).max(MAX_CONFIRMED).default(100),
      after: z.strictObject({ kind: kindSchema, id: z.string().max(300) }).optional(),
    }),
    output: z.strictObject({
      items: z.array(missingRecordSchema).readonly(),
      next: z.strictObject({ kind: kindSchema, id: z.string() }).nullable(),
    }),
  },
  /** The last known content of a record that was moved; 'not-found' where it was not, or is back in its list. */
  'missing.get': {
    runsIn: 'reader',
    input: z.strictObject({ kind: kindSchema, id: anyIdSchema }),
    output: z.strictObject({
      record: missingRecordSchema,
      /** The record as it was received, to the letter; null where the service no longer lets this user see it. */
      raw: z.string().nullable(),
      fetchedAt: epochMsSchema,
    }),
  },
  /**
   * The user has seen that these records are missing: held ones leave their lists, open ones are closed. Answers how many of them
   * that was; others of the ids are passed over.
   */
  'missing.confirm': {
    runsIn: 'engine',
    input: z.strictObject({ kind: kindSchema, ids: z.array(anyIdSchema).min(1).max(MAX_CONFIRMED) }),
    output: z.strictObject({ confirmed: count }),
  },
} as const;
