import { z } from 'zod';

/**
 * The generation marker of a local store. It is also stored outside the file, so that an older copy in the
 * file's place is recognised. It contains counts only.
 */
export const generationMarkerSchema = z.strictObject({
  /** The id of the file to which the marker belongs. */
  generation: z.string().regex(/^[0-9a-f]{16}$/),
  /** The highest number given to a pending change. */
  number: z.number().int().nonnegative(),
  /** How many times a once-only change was marked as being sent. */
  moves: z.number().int().nonnegative(),
});
export type GenerationMarker = Readonly<z.infer<typeof generationMarkerSchema>>;

/**
 * The generation marker from the keychain. `absent`: the keychain has none; `unreadable`: the keychain could
 * not be read; `none`: this account has no keychain, so no marker is expected.
 */
export const keychainMarkSchema = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('found'), mark: generationMarkerSchema }),
  z.strictObject({ state: z.literal('absent') }),
  z.strictObject({ state: z.literal('unreadable') }),
  z.strictObject({ state: z.literal('none') }),
]);
export type KeychainGenerationMarkerState = Readonly<z.infer<typeof keychainMarkSchema>>;

export const NO_KEYCHAIN_GENERATION_MARKER: KeychainGenerationMarkerState = { state: 'none' };
