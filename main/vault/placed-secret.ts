import type { SECRET_LOCATIONS } from '#contract/accounts.ts';

export type SecretLocation = (typeof SECRET_LOCATIONS)[number];

/** A secret, and where it came from. */
export interface PlacedSecret<T> {
  readonly value: T;
  readonly place: SecretLocation;
}
