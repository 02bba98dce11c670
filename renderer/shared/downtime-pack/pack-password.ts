import { findGuessablePattern, type GuessablePattern } from '#contract/guessable.ts';
import {
  downtimePackPasswordSchema,
  MAX_DOWNTIME_PACK_PASSWORD_LENGTH,
  MIN_DOWNTIME_PACK_PASSWORD_LENGTH,
} from '#contract/pdfs.ts';

export type PasswordStrength = 'weak' | 'fair' | 'strong';

/** Why a new password of a downtime pack is rejected, as a text key. */
export type DowntimePackPasswordProblem = 'tooShort' | 'tooLong' | 'cannotType' | GuessablePattern;

/** Character classes, and how many characters of each are in common use. */
const CHARACTER_CLASSES: readonly (readonly [kind: RegExp, size: number])[] = [
  [/\p{Ll}/u, 26],
  [/\p{Lu}/u, 26],
  [/\p{Nd}/u, 10],
  [/[^\p{L}\p{N}]/u, 30],
];
const FAIR_BITS = 50;
const STRONG_BITS = 90;

/**
 * Estimates the strength from the number of guesses needed: repeated characters and runs such as `1234` count
 * once. There is no dictionary, so a short password is never called strong.
 */
export function getPasswordStrength(password: string): PasswordStrength {
  const points = Array.from(password, (character) => character.codePointAt(0) ?? 0);
  const surprising = points.filter((point, place) => Math.abs(point - (points[place - 1] ?? -9)) > 1);
  const counted = Math.min(surprising.length, 2 * new Set(points).size);
  const pool = CHARACTER_CLASSES.reduce((sum, [kind, size]) => sum + (kind.test(password) ? size : 0), 0);
  const bits = counted * Math.log2(Math.max(pool, 2));
  if (bits < FAIR_BITS) return 'weak';
  return bits < STRONG_BITS ? 'fair' : 'strong';
}

/** Returns why a password of a downtime pack is rejected, or null. */
export function findDowntimePackPasswordProblem(password: string): DowntimePackPasswordProblem | null {
  if (password.length < MIN_DOWNTIME_PACK_PASSWORD_LENGTH) return 'tooShort';
  if (password.length > MAX_DOWNTIME_PACK_PASSWORD_LENGTH) return 'tooLong';
  if (!downtimePackPasswordSchema.safeParse(password).success) return 'cannotType';
  return findGuessablePattern(password);
}
