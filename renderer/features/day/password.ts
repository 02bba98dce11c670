import { packPasswordSchema, LONGEST_PASSWORD, SHORTEST_PASSWORD } from '#contract/pack.ts';

export type Strength = 'weak' | 'fair' | 'strong';

/** What is wrong with a new password, as a key of its sentence; null where nothing is. */
export type PasswordProblem = 'tooShort' | 'tooLong' | 'cannotType';

/** Kinds of characters, and how many there are of each that people use. */
const POOLS: readonly (readonly [kind: RegExp, size: number])[] = [
  [/\p{Ll}/u, 26],
  [/\p{Lu}/u, 26],
  [/\p{Nd}/u, 10],
  [/[^\p{L}\p{N}]/u, 30],
];
const FAIR_BITS = 50;
const STRONG_BITS = 90;

/**
 * How long somebody would guess, roughly: characters that repeat, and runs such as `1234`, count once. It knows no
 * dictionary, so it never calls a short one strong.
 */
export function getStrength(password: string): Strength {
  const points = Array.from(password, (character) => character.codePointAt(0) ?? 0);
  const surprising = points.filter((point, place) => Math.abs(point - (points[place - 1] ?? -9)) > 1);
  const counted = Math.min(surprising.length, 2 * new Set(points).size);
  const pool = POOLS.reduce((sum, [kind, size]) => sum + (kind.test(password) ? size : 0), 0);
  const bits = counted * Math.log2(Math.max(pool, 2));
  if (bits < FAIR_BITS) return 'weak';
  return bits < STRONG_BITS ? 'fair' : 'strong';
}

/** Why a password cannot be taken. */
export function passwordProblem(password: string): PasswordProblem | null {
  if (password.length < SHORTEST_PASSWORD) return 'tooShort';
  if (password.length > LONGEST_PASSWORD) return 'tooLong';
  return packPasswordSchema.safeParse(password).success ? null : 'cannotType';
}
