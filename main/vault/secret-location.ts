import type { SECRET_LOCATIONS } from '#contract/accounts.ts';

export type SecretLocation = (typeof SECRET_LOCATIONS)[number];

/** A secret, and the place where it is stored. */
export interface SecretWithLocation<T> {
  readonly value: T;
  readonly place: SecretLocation;
}
