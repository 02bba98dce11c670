import { useStore } from 'zustand';
import type { FormEvent } from 'react';
import type { Account } from '#contract/accounts.ts';
import type { AppError } from '#contract/result.ts';
import { getAccountNameWithHostAndUser } from '#renderer/shared/account-label.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { TokenProblemSummary, TokenFields, useTokenFields } from './SignInFields.tsx';
import { decodeJwtUserId, toSignInInput, validateTokens, type SignInDraft } from './model.ts';
import { TokenOwnerQuestion } from './TokenOwnerQuestion.tsx';
import fieldStyles from '#renderer/ui/Field.module.css';
import { joinClasses } from '#renderer/ui/join-classes.ts';
import styles from './accounts.module.css';

/**
 * Replaces the tokens of the open account. They must belong to the same user; everything else stays as it is.
 */
export function RenewTokensFields({ account }: { readonly account: Account }) {
  const text = useText();
  const { session, view } = useStores();
  const fields = useTokenFields();

  async function closeOnSuccess(answer: Promise<AppError | null>): Promise<AppError | null> {
    const error = await answer;
    if (error === null) view.showTokenEditor(false);
    return error;
  }

  function renew(isSameUser: boolean): void {
    const send = ({ accessToken, jwt }: SignInDraft) =>
      closeOnSuccess(session.renewTokens({ id: account.id, accessToken, jwt, isSameUser }));
    void fields.submit(validateTokens, send);
  }

  function addAsAnother(): void {
    const send = (draft: SignInDraft) => {
      const userId = decodeJwtUserId(draft.jwt) ?? '';
      return closeOnSuccess(session.signIn(toSignInInput({ ...draft, baseUrl: account.baseUrl, userId })));
    };
    void fields.submit(validateTokens, send);
  }

  function submit(event: FormEvent): void {
    event.preventDefault();
    renew(false);
  }

  const { accounts } = useStore(session.store, (state) => state.accounts);
  const { refusal } = fields;
  return (
    <form className={joinClasses(styles.accountForm, styles.tokensForm)} onSubmit={submit} noValidate>
      <h3>{text('account.renewTitle', { name: getAccountNameWithHostAndUser(account, accounts) })}</h3>
      <p className={styles.tokensLead}>{text('account.renewHint')}</p>
      <TokenProblemSummary fields={fields} />
      <TokenFields fields={fields} onJwt={(jwt) => fields.set({ jwt })} isFirst />
      {refusal === 'user-unconfirmed' && (
        <TokenOwnerQuestion
          account={account}
          isBusy={fields.isBusy}
          onSame={() => renew(true)}
          onOther={addAsAnother}
        />
      )}
      <div className={fieldStyles.formActions}>
        {refusal === 'another-user' && (
          <Button tone="primary" onPress={addAsAnother} isPending={fields.isBusy}>
            {text('account.ownerOther')}
          </Button>
        )}
        {refusal !== 'user-unconfirmed' && (
          <Button
            tone={refusal === 'another-user' ? 'plain' : 'primary'}
            type="submit"
            isPending={fields.isBusy}
          >
            {text(fields.isBusy ? 'account.saving' : 'account.save')}
          </Button>
        )}
        <Button tone="quiet" onPress={() => view.showTokenEditor(false)}>
          {text('account.cancel')}
        </Button>
      </div>
    </form>
  );
}
