import { z } from 'zod';

/**
 * How far a local store has come. It is kept outside of the file as well, so that an older copy which was put in the
 * file's place can be recognised. It holds counts alone.
 */
export const generationMarkSchema = z.strictObject({
  /** Which file it belongs to. */
  generation: z.string().regex(/^[0-9a-f]{16}$/),
  /** The highest number that a write was given. */
  number: z.number().int().nonnegative(),
  /** How often a write that must not be sent twice was about to leave. */
  moves: z.number().int().nonnegative(),
});
export type GenerationMarks = Readonly<z.infer<typeof generationMarkSchema>>;

/**
 * What the keychain says of it. `absent`: it was asked and has none; `unreadable`: it could not be asked; `none`: this account
 * has no keychain, so that nothing is expected there.
 */
export const keychainMarkSchema = z.discriminatedUnion('state', [
  z.strictObject({ state: z.literal('found'), mark: generationMarkSchema }),
  z.strictObject({ state: z.literal('absent') }),
  z.strictObject({ state: z.literal('unreadable') }),
  z.strictObject({ state: z.literal('none') }),
]);
export type KeychainMark = Readonly<z.infer<typeof keychainMarkSchema>>;

export const NO_KEYCHAIN_MARK: KeychainMark = { state: 'none' };
