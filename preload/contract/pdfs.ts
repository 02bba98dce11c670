import { z } from 'zod';
import { recordIdSchema } from './records.ts';
import { appErrorSchema } from './result.ts';
import { epochMsSchema } from './time.ts';

/** Fewer characters are guessed too soon. */
export const SHORTEST_PASSWORD = 10;
/** PDF readers would cut longer ones. */
export const LONGEST_PASSWORD = 100;

/** The password of a downtime pack: as it is typed, without control characters. */
export const packPasswordSchema = z
  .string()
  .min(SHORTEST_PASSWORD)
  .max(LONGEST_PASSWORD)
  .refine(
    (typed) => typed.isWellFormed() && !/\p{Cc}/u.test(typed),
    'holds characters that cannot be typed again',
  );

/** PDFs that go into a pack, in this order. */
export const packRequisitionsSchema = z.array(recordIdSchema('requisition')).max(2_000).readonly();

/** What stands in the margin of every PDF in a pack. */
export const STAMP = {
  asOf: 'As of',
  requisition: 'requisition',
  stale: 'the requisition has changed since',
  unsent: 'changes here are not in it',
} as const;

/** How the PDF of one requisition stands on this desk (service's document, section 4.2 and section 8). */
export const pdfSchema = z.strictObject({
  id: z.string(),
  state: z.enum(['none', 'queued', 'arriving', 'here', 'failed']),
  /** Bytes that have arrived, and that were announced; null where nobody said. */
  received: z.number().int().nonnegative(),
  size: z.number().int().nonnegative().nullable(),
  fetchedAt: epochMsSchema.nullable(),
  /** `last_updated_at` of the requisition when it was fetched. */
  version: epochMsSchema.nullable(),
  hash: z.string().nullable(),
  /** The record has changed since: what is here belongs to an older version. */
  isStale: z.boolean(),
  /** Why it could not be fetched, or not anew. */
  error: appErrorSchema.nullable(),
  /** It was printed, and the record has changed since: there is old paper somewhere. */
  printedBefore: epochMsSchema.nullable(),
});
export type Pdf = Readonly<z.infer<typeof pdfSchema>>;

/** Which PDFs are kept here without being asked for. */
export const OFFLINE_POLICIES = ['none', 'needs-review', 'open'] as const;
export const offlinePolicySchema = z.strictObject({
  keep: z.enum(OFFLINE_POLICIES),
  /** Room for all of them; the longest unused go first. */
  capMegabytes: z.number().int().min(50).max(20_000),
});
export type OfflinePolicy = Readonly<z.infer<typeof offlinePolicySchema>>;

export const pdfUsageSchema = z.strictObject({
  rule: offlinePolicySchema,
  count: z.number().int().nonnegative(),
  bytes: z.number().int().nonnegative(),
  /** How many of those that the rule names are not here yet. */
  missing: z.number().int().nonnegative(),
});

/** How many bytes one answer carries of a PDF at most. */
export const PDF_PIECE = 1_048_576;
