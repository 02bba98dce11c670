import type { HTMLInputAutoCompleteAttribute, RefObject } from 'react';
import { FieldError } from 'react-aria-components/FieldError';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import { TextArea } from 'react-aria-components/TextArea';
import { TextField } from 'react-aria-components/TextField';
import { joinClasses } from './join-classes.ts';
import styles from './Field.module.css';

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Called when the focus leaves the field. */
  readonly onBlur?: () => void;
  readonly help?: string | undefined;
  /** The error message; shown below the field. */
  readonly error?: string | undefined;
  readonly type?: 'text' | 'password' | 'url';
  readonly autoComplete?: HTMLInputAutoCompleteAttribute;
  readonly inputRef?: RefObject<HTMLInputElement | null>;
  readonly isRequired?: boolean;
  readonly isReadOnly?: boolean;
  readonly autoFocus?: boolean;
  /** `small`: below a heading that says more. `hidden`: for screen readers only, because the label is visible elsewhere. */
  readonly labelSize?: 'regular' | 'small' | 'hidden';
  /** Whether the field takes a text of several lines. */
  readonly isLong?: boolean;
  /** Id of the field, for moving the focus to it. */
  readonly anchor?: string;
}

/** A text field with its label above, and help and error message below. */
export function Field({
  label,
  help,
  error,
  inputRef,
  type = 'text',
  autoComplete = 'off',
  isLong = false,
  anchor,
  labelSize = 'regular',
  ...rest
}: FieldProps) {
  return (
    <TextField
      {...rest}
      className={joinClasses(styles.field)}
      data-label={labelSize}
      type={type}
      autoComplete={autoComplete}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      spellCheck="false"
    >
      <Label className={styles.fieldLabel}>{label}</Label>
      {isLong ? (
        <TextArea className={joinClasses(styles.fieldInput)} dir="auto" rows={4} data-anchor={anchor} />
      ) : (
        <Input
          className={joinClasses(styles.fieldInput)}
          {...(inputRef === undefined ? {} : { ref: inputRef })}
          dir="auto"
          data-anchor={anchor}
        />
      )}
      <FieldError className={joinClasses(styles.fieldError)}>{error}</FieldError>
      {help !== undefined && (
        <Text slot="description" className={styles.fieldHelp}>
          {help}
        </Text>
      )}
    </TextField>
  );
}

/** What an editor passes to its text fields. */
interface TextFields<Name extends string> {
  readonly fields: Readonly<Record<NoInfer<Name>, string>>;
  readonly onType: (typed: Partial<Record<NoInfer<Name>, string>>) => void;
  /** Returns the error message of a field; undefined if it has none. */
  readonly errorAt: (field: NoInfer<Name>) => string | undefined;
}

/** Returns the props that connect an input to a text field of an editor: its value, how it changes, its error, its anchor. */
export function getTextFieldProps<Name extends string>(
  name: Name,
  { fields, onType, errorAt }: TextFields<Name>,
): Required<Pick<FieldProps, 'value' | 'onChange' | 'anchor'>> & Pick<FieldProps, 'error'> {
  return {
    value: fields[name],
    // The computed key widens the object to keys of any string, so its type is asserted.
    onChange: (typed) => onType({ [name]: typed } as Partial<Record<Name, string>>),
    error: errorAt(name),
    anchor: name,
  };
}
