declare const epochBrand: unique symbol;
/** Milliseconds since 1970-01-01T00:00:00Z. */
export type EpochMs = number & { readonly [epochBrand]: true };

/** Brands a number of milliseconds, truncated to an integer. */
export function toEpochMs(value: number): EpochMs {
  return Math.trunc(value) as EpochMs; // This is the only place that brands a number.
}
