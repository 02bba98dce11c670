import type { FormEvent } from 'react';
import type { Account } from '#contract/account.ts';
import { useDesk } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { FieldProblems } from './FieldProblems.tsx';
import { hostOf, tokenProblems } from './model.ts';
import { TokenFields } from './TokenFields.tsx';
import { useFields } from './use-fields.ts';

/** New tokens for the open account, in place: nothing else about it changes. */
export function TokensForm({ account }: { readonly account: Account }) {
  const text = useText();
  const { session, view } = useDesk();
  const fields = useFields();

  function submit(event: FormEvent): void {
    event.preventDefault();
    void fields.submit(tokenProblems, async ({ accessToken, jwt }) => {
      const error = await session.renewTokens({ id: account.id, accessToken, jwt });
      if (error === null) view.renew(false);
      return error;
    });
  }

  return (
    <form className="account-form tokens-form" onSubmit={submit} noValidate>
      <h3>{text('account.renewTitle', { name: hostOf(account) })}</h3>
      <p className="section-lead">{text('account.renewHint')}</p>
      <FieldProblems fields={fields} />
      <TokenFields fields={fields} onJwt={(jwt) => fields.set({ jwt })} isFirst />
      <div className="form-actions">
        <Button tone="primary" type="submit" isPending={fields.isBusy}>
          {text(fields.isBusy ? 'account.saving' : 'account.save')}
        </Button>
        <Button tone="quiet" onPress={() => view.renew(false)}>
          {text('account.cancel')}
        </Button>
      </div>
    </form>
  );
}
