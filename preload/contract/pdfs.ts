import { z } from 'zod';
import { findGuessablePattern } from './guessable.ts';
import { findSaslprepProblem, prepareBySaslprep } from './saslprep.ts';
import { recordIdSchema } from './record-schemas.ts';
import { appErrorSchema } from './app-error.ts';
import { epochMsSchema } from './time-schema.ts';

/** Minimum length of a downtime pack's password: shorter ones are guessed too quickly. */
export const MIN_DOWNTIME_PACK_PASSWORD_LENGTH = 10;
/** Maximum length of a downtime pack's password: PDF readers truncate longer ones. */
export const MAX_DOWNTIME_PACK_PASSWORD_LENGTH = 100;

/** The password of a downtime pack: as typed, without control characters. */
export const downtimePackPasswordSchema = z
  .string()
  .min(MIN_DOWNTIME_PACK_PASSWORD_LENGTH)
  .max(MAX_DOWNTIME_PACK_PASSWORD_LENGTH)
  .refine(
    (typed) => typed.isWellFormed() && !/\p{Cc}/u.test(typed),
    'holds characters that cannot be typed again',
  );

/**
 * A password that is given to packs from now on: also none that is easy to guess, or that a reader of PDFs may refuse. One
 * that is stored already stays in use.
 */
export const newDowntimePackPasswordSchema = downtimePackPasswordSchema
  .refine((typed) => findGuessablePattern(typed) === null, 'is a row or a repetition')
  .refine((typed) => findSaslprepProblem(typed) === null, 'holds characters that PDF readers may refuse')
  .refine(
    // What readers leave out, such as a soft hyphen, is no character of a password.
    (typed) => prepareBySaslprep(typed).length >= MIN_DOWNTIME_PACK_PASSWORD_LENGTH,
    'is too short without its invisible characters',
  );

/** Requisitions whose PDFs go into a pack, in this order. */
export const downtimePackRequisitionsSchema = z.array(recordIdSchema('requisition')).max(2_000).readonly();

/** The state of a requisition's PDF on this computer (service's document, sections 4.2 and 8). */
export const pdfStateSchema = z.strictObject({
  id: z.string(),
  state: z.enum(['none', 'queued', 'arriving', 'here', 'failed']),
  /** Received and announced bytes; null where the total was not announced. */
  received: z.number().int().nonnegative(),
  size: z.number().int().nonnegative().nullable(),
  fetchedAt: epochMsSchema.nullable(),
  /** `last_updated_at` of the requisition when its PDF was fetched. */
  version: epochMsSchema.nullable(),
  hash: z.string().nullable(),
  /** The record has changed since: the stored PDF belongs to an older version. */
  isStale: z.boolean(),
  /** Why the PDF could not be fetched, or not fetched again. */
  error: appErrorSchema.nullable(),
  /** When it was last printed, where the record has changed since: an outdated printout exists. */
  printedBefore: epochMsSchema.nullable(),
});
export type PdfState = Readonly<z.infer<typeof pdfStateSchema>>;

/** Which PDFs are downloaded automatically for offline use. */
export const OFFLINE_POLICIES = ['none', 'needs-review', 'open'] as const;
export const offlinePolicySchema = z.strictObject({
  keep: z.enum(OFFLINE_POLICIES),
  /** Maximum size of all stored PDFs; the least recently used are removed first. */
  capMegabytes: z.number().int().min(50).max(20_000),
});
export type OfflinePolicy = Readonly<z.infer<typeof offlinePolicySchema>>;

export const pdfStorageUsageSchema = z.strictObject({
  offlinePolicy: offlinePolicySchema,
  count: z.number().int().nonnegative(),
  bytes: z.number().int().nonnegative(),
  /** How many PDFs within the policy are not stored yet. */
  missing: z.number().int().nonnegative(),
});

/** Maximum number of bytes of a PDF per response. */
export const MAX_PDF_PIECE_BYTES = 1_048_576;

/** The task of a process that works on PDFs: it joins them, or reads their texts. */
export const pdfProcessTaskSchema = z.strictObject({
  role: z.enum(['pack', 'text']),
  /** Memory limit for its objects. */
  heapMegabytes: z.int().positive().max(4_096),
});
export type PdfProcessTask = Readonly<z.infer<typeof pdfProcessTaskSchema>>;

/** Returns the arguments with which such a process is started. */
export function toPdfProcessArgs({ role, heapMegabytes }: PdfProcessTask): readonly string[] {
  return ['--role', role, '--heap-megabytes', String(heapMegabytes)];
}
