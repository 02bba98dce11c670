import { z } from 'zod';
import { MAX_ID_LENGTH } from './records.ts';
import { buildObjectByLongTextField } from './requisition-fields.ts';
import { REQUISITION_TYPES } from './requisitions.ts';

/** Maximum number of further tests that are ordered together with the first one. */
export const MAX_TESTS_ORDERED_WITH_FIRST = 19;

const text = z.string().max(65_536);
const entries = z
  .array(z.strictObject({ head: text, description: text }))
  .max(200)
  .readonly();

/** A test that is ordered together with others, for the same patient and with the same details. */
export const furtherTestSchema = z.strictObject({
  type: z.enum(REQUISITION_TYPES),
  name: z.string().max(500),
});
export type FurtherTest = Readonly<z.infer<typeof furtherTestSchema>>;

/**
 * What a template fills in: one test, or a set of tests with the same details. Never a patient, a provider or a reviewer, so that
 * the order of one person is not repeated for another by mistake.
 */
export const templateFieldsSchema = z.strictObject({
  type: z.enum(REQUISITION_TYPES),
  name: z.string().max(500),
  furtherTests: z.array(furtherTestSchema).max(MAX_TESTS_ORDERED_WITH_FIRST).readonly(),
  serviceFacility: z.string().max(MAX_ID_LENGTH),
  diagnoses: entries,
  scripts: entries,
  // A template from before the program knew a text lacks it.
  ...buildObjectByLongTextField('name', () => text.default('')),
});
export type TemplateFields = Readonly<z.infer<typeof templateFieldsSchema>>;

/** A saved set of fields for new requisitions; stays on this computer. */
export const templateSchema = z.strictObject({
  id: z.string().regex(/^[0-9A-HJKMNP-TV-Z]{26}$/),
  name: z.string().min(1).max(100),
  fields: templateFieldsSchema,
});
export type Template = Readonly<z.infer<typeof templateSchema>>;
