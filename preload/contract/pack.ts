import { z } from 'zod';
import { recordIdSchema } from './local-id.ts';

/** Fewer characters are guessed too soon. */
export const SHORTEST_PASSWORD = 10;

/** The password of a downtime pack: as it is typed, without control characters. Longer ones would be cut by PDF readers. */
export const packPasswordSchema = z
  .string()
  .min(SHORTEST_PASSWORD)
  .max(100)
  .refine((typed) => typed.isWellFormed() && !/\p{Cc}/u.test(typed), 'holds characters that cannot be typed again');

/** PDFs that go into a pack, in this order. */
export const packRequisitionsSchema = z.array(recordIdSchema('requisition')).max(2_000).readonly();
