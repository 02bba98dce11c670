import { z } from 'zod';
import { offlinePolicySchema } from './pdfs.ts';
import type { ProcedureDefinition } from './validate-call.ts';

/** The longest time that can be chosen for `retentionDaysSchema`. */
export const MAX_RETENTION_DAYS = 365;

/** After how many days without use copies of the service's data are removed from this computer. */
export const retentionDaysSchema = z.number().int().min(1).max(MAX_RETENTION_DAYS);

/** The largest size of an account's stored PDFs, in megabytes. */
export const pdfStorageCapMegabytesSchema = offlinePolicySchema.shape.capMegabytes;

const count = z.number().int().nonnegative();

/** How much a retention has removed from this computer. */
export const retentionResultSchema = z.strictObject({
  /** Number of removed PDFs of the open account. */
  pdfs: count,
  /** Versions of records that the user of the open account viewed before a later one. */
  versions: count,
  /** Last copies of records that the service no longer returns. */
  missingRecords: count,
  /** Accounts of which the records and PDFs were removed. */
  accounts: count,
});
export type RetentionResult = Readonly<z.infer<typeof retentionResultSchema>>;

export const internalRetentionProcedures = {
  /**
   * Removes copies of the service's data that were not used for a number of days: of the open account, and of
   * accounts that are not open. Nothing is changed on the service.
   */
  'engine.applyRetention': {
    runsIn: 'engine',
    input: z.strictObject({ days: retentionDaysSchema }),
    output: retentionResultSchema,
  },
} as const satisfies Record<string, ProcedureDefinition>;
