import type { HTMLInputAutoCompleteAttribute, RefObject } from 'react';
import { FieldError } from 'react-aria-components/FieldError';
import { Input } from 'react-aria-components/Input';
import { Label } from 'react-aria-components/Label';
import { Text } from 'react-aria-components/Text';
import { TextArea } from 'react-aria-components/TextArea';
import { TextField } from 'react-aria-components/TextField';
import './field.css';

interface FieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly help?: string | undefined;
  /** The error message; shown below the field. */
  readonly error?: string | undefined;
  readonly type?: 'text' | 'password' | 'url' | 'date';
  readonly autoComplete?: HTMLInputAutoCompleteAttribute;
  readonly inputRef?: RefObject<HTMLInputElement | null>;
  readonly isRequired?: boolean;
  readonly autoFocus?: boolean;
  /** A multi-line text. */
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
  ...rest
}: FieldProps) {
  return (
    <TextField
      {...rest}
      className="field"
      type={type}
      autoComplete={autoComplete}
      isInvalid={error !== undefined}
      validationBehavior="aria"
      spellCheck="false"
    >
      <Label className="field-label">{label}</Label>
      {isLong ? (
        <TextArea className="field-input" dir="auto" rows={4} data-anchor={anchor} />
      ) : (
        <Input
          className="field-input"
          {...(inputRef === undefined ? {} : { ref: inputRef })}
          dir="auto"
          data-anchor={anchor}
        />
      )}
      <FieldError className="field-error">{error}</FieldError>
      {help !== undefined && (
        <Text slot="description" className="field-help">
          {help}
        </Text>
      )}
    </TextField>
  );
}
