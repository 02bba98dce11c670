import { z } from 'zod';
import { isAnyId, MAX_ID_LENGTH } from './ids.ts';
import { epochMsSchema } from './time.ts';

/**
 * The desk's own names for ids: the service speaks in ids alone (service's document, section 2.1). They stay in the encrypted
 * file of this desk and are never sent.
 */
export const directoryIdSchema = z
  .string()
  .max(MAX_ID_LENGTH)
  .refine(isAnyId, 'expected an id such as user_7Hq2');

/** One line of text; surrounding space is cut. */
export const localNameSchema = z
  .string()
  .max(10_000)
  .transform((text) => text.replaceAll(/\s+/g, ' ').trim())
  .pipe(z.string().min(1).max(200));

export const directoryEntrySchema = z.strictObject({
  id: directoryIdSchema,
  name: z.string(),
  savedAt: epochMsSchema,
});
export type DirectoryEntry = Readonly<z.infer<typeof directoryEntrySchema>>;

/** What became of an imported table `id,name`. A broken line is named; the others are taken. */
export const directoryImportSchema = z.strictObject({
  taken: z.number().int().nonnegative(),
  /** Of those taken, the ones that had another name before. */
  replaced: z.array(z.strictObject({ id: z.string(), before: z.string(), name: z.string() })).readonly(),
  unchanged: z.number().int().nonnegative(),
  problems: z
    .array(
      z.strictObject({
        /** From 1, as an editor counts. */
        row: z.number().int().positive(),
        why: z.enum(['not-two-columns', 'not-an-id', 'no-name', 'name-too-long', 'broken-quotes']),
      }),
    )
    .readonly(),
});
export type DirectoryImport = Readonly<z.infer<typeof directoryImportSchema>>;
