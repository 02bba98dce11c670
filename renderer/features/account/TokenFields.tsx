import { useText } from '#renderer/text/text.ts';
import { Field } from '#renderer/ui/Field.tsx';
import type { Fields } from './use-fields.ts';

interface TokenFieldsProps {
  readonly fields: Fields;
  readonly onJwt: (jwt: string) => void;
  readonly isFirst?: boolean;
}

/** The two tokens (service's document, section 5), covered like passwords. */
export function TokenFields({ fields, onJwt, isFirst = false }: TokenFieldsProps) {
  const text = useText();
  return (
    <>
      <Field
        label={text('account.accessToken')}
        type="password"
        value={fields.draft.accessToken}
        error={fields.textFor('accessToken')}
        inputRef={fields.inputs.accessToken}
        onChange={(accessToken) => fields.set({ accessToken })}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the person has just asked for this form
        autoFocus={isFirst}
        isRequired
      />
      <Field
        label={text('account.jwt')}
        type="password"
        value={fields.draft.jwt}
        error={fields.textFor('jwt')}
        inputRef={fields.inputs.jwt}
        onChange={onJwt}
        isRequired
      />
    </>
  );
}
