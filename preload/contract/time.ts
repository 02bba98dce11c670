import { z } from 'zod';

/** Where the next page of a list begins; opaque. */
export const cursorSchema = z.string().max(1_000);

declare const epochBrand: unique symbol;
/** Milliseconds since 1970-01-01T00:00:00Z. */
export type EpochMs = number & { readonly [epochBrand]: true };

export const epochMsSchema = z.number().int() as unknown as z.ZodType<EpochMs, number>; // brands what it checks

/** Brands a count of milliseconds, cut to a whole one. */
export function epochMs(value: number): EpochMs {
  return Math.trunc(value) as EpochMs; // the one place that brands
}
