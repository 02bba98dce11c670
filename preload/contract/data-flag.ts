import { z } from 'zod';

/**
 * A field of a resource that was not as the service's document says. The record is shown all the same,
 * with the document's empty value in that place, and says which fields were mended.
 */
export const dataFlagSchema = z.strictObject({
  /** Path of the field, for example `diagnoses[2].code`. Never a value. */
  field: z.string().max(200),
  problem: z.enum(['missing', 'wrong-type', 'bad-date', 'bad-id', 'unknown-object']),
});
export type DataFlag = Readonly<z.infer<typeof dataFlagSchema>>;
