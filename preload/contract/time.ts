import { z } from 'zod';

declare const epochBrand: unique symbol;
/** Milliseconds since 1970-01-01T00:00:00Z. */
export type EpochMs = number & { readonly [epochBrand]: true };

export const epochMsSchema = z.number().int() as unknown as z.ZodType<EpochMs, number>; // The schema brands the value that it checks.

/** Brands a number of milliseconds, truncated to an integer. */
export function toEpochMs(value: number): EpochMs {
  return Math.trunc(value) as EpochMs; // This is the only place that brands a number.
}
