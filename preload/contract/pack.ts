import { z } from 'zod';
import { recordIdSchema } from './local-id.ts';

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
