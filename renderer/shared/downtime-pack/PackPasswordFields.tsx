import {
  MAX_DOWNTIME_PACK_PASSWORD_LENGTH,
  MIN_DOWNTIME_PACK_PASSWORD_LENGTH,
  downtimePackPasswordSchema,
} from '#contract/pdfs.ts';
import { useText } from '#renderer/text/text.ts';
import { Field } from '#renderer/ui/Field.tsx';
import { findSaslprepProblem, prepareBySaslprep } from '#contract/saslprep.ts';
import { findGuessablePattern, type GuessablePattern } from '#contract/guessable.ts';

type PasswordStrength = 'weak' | 'fair' | 'strong';

/** Why a new password of a downtime pack is rejected, as a text key. */
type DowntimePackPasswordProblem = 'tooShort' | 'tooLong' | 'cannotType' | 'twoDirections' | GuessablePattern;

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
  if (prepareBySaslprep(password).length < MIN_DOWNTIME_PACK_PASSWORD_LENGTH) return 'tooShort';
  if (password.length > MAX_DOWNTIME_PACK_PASSWORD_LENGTH) return 'tooLong';
  if (!downtimePackPasswordSchema.safeParse(password).success) return 'cannotType';
  const refused = findSaslprepProblem(password);
  if (refused !== null) return refused === 'directions' ? 'twoDirections' : 'cannotType';
  return findGuessablePattern(password);
}

/** A new password of downtime packs, typed twice; problems are shown once it was checked. */
export interface TypedPackPassword {
  readonly password: string;
  readonly again: string;
  readonly isChecked: boolean;
}

export const EMPTY_PACK_PASSWORD: TypedPackPassword = { password: '', again: '', isChecked: false };

/** Returns whether a typed password can be used: it is long enough and was typed twice alike. */
export function isUsablePackPassword({ password, again }: TypedPackPassword): boolean {
  return findDowntimePackPasswordProblem(password) === null && password === again;
}

interface PackPasswordFieldsProps {
  readonly value: TypedPackPassword;
  readonly onChange: (value: TypedPackPassword) => void;
  readonly autoFocus?: boolean;
}

/** The two fields of a new password, with its strength and what is wrong with it. */
export function PackPasswordFields({ value, onChange, autoFocus = false }: PackPasswordFieldsProps) {
  const text = useText();
  const { password, again, isChecked } = value;
  const problem = isChecked ? findDowntimePackPasswordProblem(password) : null;
  const bounds = { least: MIN_DOWNTIME_PACK_PASSWORD_LENGTH, most: MAX_DOWNTIME_PACK_PASSWORD_LENGTH };
  const strength = text('pack.strength', { word: text(`pack.strengths.${getPasswordStrength(password)}`) });
  return (
    <>
      <Field
        label={text('pack.password')}
        type="password"
        autoComplete="new-password"
        help={password === '' ? undefined : strength}
        error={problem === null ? undefined : text(`pack.${problem}`, bounds)}
        value={password}
        onChange={(typed) => onChange({ ...value, password: typed })}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user opened this to type here
        autoFocus={autoFocus}
      />
      <Field
        label={text('pack.again')}
        type="password"
        autoComplete="new-password"
        error={isChecked && password !== again ? text('pack.differs') : undefined}
        value={again}
        onChange={(typed) => onChange({ ...value, again: typed })}
      />
    </>
  );
}
