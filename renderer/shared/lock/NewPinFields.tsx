import { findPinProblem } from '#contract/lock.ts';
import { useText } from '#renderer/text/text.ts';
import { Field } from '#renderer/ui/Field.tsx';

/** A new PIN, typed twice, and whether its problems are shown. */
export interface NewPinDraft {
  readonly pin: string;
  readonly repeated: string;
  readonly isChecked: boolean;
}

export const EMPTY_NEW_PIN: NewPinDraft = { pin: '', repeated: '', isChecked: false };

/** Returns whether a new PIN may be used and both entries are equal. */
export function isUsableNewPin({ pin, repeated }: NewPinDraft): boolean {
  return findPinProblem(pin) === null && pin === repeated;
}

interface NewPinFieldsProps {
  readonly value: NewPinDraft;
  readonly onChange: (value: NewPinDraft) => void;
  readonly autoFocus?: boolean;
}

/** The two fields for a new PIN. Each problem is named below the field that has it. */
export function NewPinFields({ value, onChange, autoFocus = false }: NewPinFieldsProps) {
  const text = useText();
  const { pin, repeated, isChecked } = value;
  const problem = isChecked ? findPinProblem(pin) : null;
  const isDifferent = isChecked && problem === null && pin !== repeated;
  return (
    <>
      <Field
        label={text('lock.newPin')}
        help={text('lock.newPinHelp')}
        type="password"
        autoComplete="new-password"
        value={pin}
        onChange={(typed) => onChange({ ...value, pin: typed })}
        error={problem === null ? undefined : text(`lock.problem.${problem}`)}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- for fields that the user opened to type here
        autoFocus={autoFocus}
      />
      <Field
        label={text('lock.repeatPin')}
        type="password"
        autoComplete="new-password"
        value={repeated}
        onChange={(typed) => onChange({ ...value, repeated: typed })}
        error={isDifferent ? text('lock.problem.different') : undefined}
      />
    </>
  );
}
