import { MAX_DOWNTIME_PACK_PASSWORD_LENGTH, MIN_DOWNTIME_PACK_PASSWORD_LENGTH } from '#contract/pdfs.ts';
import { useText } from '#renderer/text/text.ts';
import { Field } from '#renderer/ui/Field.tsx';
import { findDowntimePackPasswordProblem, getPasswordStrength } from './pack-password.ts';

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
