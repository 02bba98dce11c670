import { z } from 'zod';
import { appErrorSchema } from './result.ts';
import { epochMsSchema } from './time.ts';

/** How the PDF of one requisition stands on this desk (service's document, section 4.2 and section 8). */
export const paperSchema = z.strictObject({
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
export type Paper = Readonly<z.infer<typeof paperSchema>>;

/** Which PDFs are kept here without being asked for. */
export const PAPER_RULES = ['none', 'needs-review', 'open'] as const;
export const paperRuleSchema = z.strictObject({
  keep: z.enum(PAPER_RULES),
  /** Room for all of them; the longest unused go first. */
  capMegabytes: z.number().int().min(50).max(20_000),
});
export type PaperRule = Readonly<z.infer<typeof paperRuleSchema>>;

export const papersHeldSchema = z.strictObject({
  rule: paperRuleSchema,
  count: z.number().int().nonnegative(),
  bytes: z.number().int().nonnegative(),
  /** How many of those that the rule names are not here yet. */
  missing: z.number().int().nonnegative(),
});

/** How many bytes one answer carries of a PDF at most. */
export const PAPER_PIECE = 1_048_576;
