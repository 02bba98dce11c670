import { useStore } from 'zustand';
import { isKeyTrouble, type Account } from '#contract/account.ts';
import { errorSentence } from '#contract/error-text.ts';
import { useStores } from '#renderer/state/use-desk.ts';
import { useText } from '#renderer/text/text.ts';
import { ConfirmButton } from '#renderer/ui/ConfirmButton.tsx';
import { Notice } from '#renderer/ui/Notice.tsx';
import { getHost } from './model.ts';
import { useOwnerName } from './OwnerQuestion.tsx';

/** Why the current account could not be opened, and what can be done. */
export function OpeningFailure() {
  const text = useText();
  const { session } = useStores();
  const { session: state, error, accounts, current } = useStore(session.store, (all) => all.accounts);
  if (state !== 'failed' || error === null) return null;
  const account = accounts.find(({ id }) => id === current);
  const isBlocked = isKeyTrouble(error) && account !== undefined;
  if (error.code === 'user-unconfirmed' && account !== undefined)
    return <UnconfirmedUser account={account} />;
  return (
    <Notice
      role="alert"
      title={text('account.failedTitle')}
      hint={`${errorSentence(error)} ${text(isBlocked ? 'account.keyHint' : 'account.failedSafe')}`}
      action={{ label: text('account.tryAgain'), run: () => void session.reopen() }}
    >
      {isBlocked && <PreserveDamagedFiles account={account} />}
    </Notice>
  );
}

/** Tokens of the environment that do not say whose they are: the user is asked before anything is opened with them. */
function UnconfirmedUser({ account }: { readonly account: Account }) {
  const text = useText();
  const { session } = useStores();
  const owner = useOwnerName(account);
  return (
    <Notice
      role="alert"
      title={text('account.ownerTitle', { owner })}
      hint={text('account.ownerVariables', { owner, host: getHost(account) })}
      action={{
        label: text('account.ownerSame', { owner }),
        run: () => void session.confirmUser(account.id),
      }}
    />
  );
}

/** Starts afresh beside files that no key opens, after it was said what that means. */
function PreserveDamagedFiles({ account }: { readonly account: Account }) {
  const text = useText();
  const { session } = useStores();
  return (
    <ConfirmButton
      isLoss
      label={text('account.setAside')}
      question={text('account.setAsideQuestion', { name: getHost(account) })}
      yes={text('account.setAsideYes')}
      no={text('account.setAsideNo')}
      onConfirm={() => void session.moveAway(account.id)}
    >
      <p>{text('account.setAsideRecords')}</p>
      <p>{text('account.setAsideUnsent')}</p>
      <p>{text('account.setAsideKept')}</p>
    </ConfirmButton>
  );
}
