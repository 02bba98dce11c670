import { useState, type FormEvent } from 'react';
import { useStore } from 'zustand';
import { useStores } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Field } from '#renderer/ui/Field.tsx';
import { FieldProblems } from './FieldProblems.tsx';
import { EMPTY_DRAFT, signInInput, signInProblems, hintedUserId } from './model.ts';
import { TokenFields } from './TokenFields.tsx';
import { useFields } from './use-fields.ts';

/** A sign-in to a clinic's service: address, both tokens, and whose they are. */
export function SignInForm() {
  const text = useText();
  const { session } = useStores();
  // The address that this start was asked for, if any; the person may still write another.
  const baseUrl = useStore(session.store, ({ app }) => app?.baseUrlHint ?? '');
  const fields = useFields({ ...EMPTY_DRAFT, baseUrl });
  const [hint, setHint] = useState<string | null>(null);

  // The JWT fills the user id until the person writes one of their own.
  function takeJwt(jwt: string): void {
    const { userId } = fields.draft;
    const isOwn = userId !== '' && userId !== hint;
    const found = hintedUserId(jwt);
    setHint(found);
    fields.set(isOwn ? { jwt } : { jwt, userId: found ?? '' });
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    void fields.submit(signInProblems, (draft) => session.signIn(signInInput(draft)));
  }

  const isHinted = hint !== null && fields.draft.userId === hint;
  return (
    <form className="account-form" onSubmit={submit} noValidate>
      <FieldProblems fields={fields} />
      <Field
        label={text('account.baseUrl')}
        help={text('account.baseUrlHelp')}
        type="url"
        value={fields.draft.baseUrl}
        error={fields.textFor('baseUrl')}
        inputRef={fields.inputs.baseUrl}
        onChange={(baseUrl) => fields.set({ baseUrl })}
        isRequired
      />
      <TokenFields fields={fields} onJwt={takeJwt} />
      <Field
        label={text('account.userId')}
        help={text(isHinted ? 'account.userIdHint' : 'account.userIdHelp')}
        value={fields.draft.userId}
        error={fields.textFor('userId')}
        inputRef={fields.inputs.userId}
        onChange={(userId) => fields.set({ userId })}
      />
      <div className="form-actions">
        <Button tone="primary" type="submit" isPending={fields.isBusy}>
          {text(fields.isBusy ? 'account.signingIn' : 'account.signIn')}
        </Button>
      </div>
    </form>
  );
}
