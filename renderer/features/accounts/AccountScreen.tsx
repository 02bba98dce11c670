import { Inbox } from 'lucide-react';
import { useState } from 'react';
import { useStore } from 'zustand';
import { isNoKeyForFilesError, type Account } from '#contract/accounts.ts';
import type { AppError } from '#contract/result.ts';
import { getAccountHost } from '#renderer/shared/account-label.ts';
import { getPolicy } from '#renderer/state/program/computer.ts';
import { useStores } from '#renderer/state/use-stores.ts';
import { getErrorSentence, useText } from '#renderer/text/text.ts';
import { EmptyPaneMessage } from '#renderer/ui/Banner.tsx';
import { Button } from '#renderer/ui/Button.tsx';
import { ButtonWithConfirmation } from '#renderer/ui/ConfirmDialog.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { SingleColumnPage } from '#renderer/ui/Page.tsx';
import { SectionLead, Section } from '#renderer/ui/Section.tsx';
import { AccountList } from './AccountList.tsx';
import { RemovalReceiptNotice } from './RemoveAccount.tsx';
import { useAccountUserLabel } from './TokenOwnerQuestion.tsx';
import { SignInFields } from './SignInFields.tsx';
import fieldStyles from '#renderer/ui/Field.module.css';
import styles from './accounts.module.css';

/** Offers the demo clinic with one button; hidden once the demo is one of the accounts. */
function DemoOffer() {
  const text = useText();
  const { session, computer } = useStores();
  const [error, setError] = useState<AppError | null>(null);
  const [isOpening, setOpening] = useState(false);
  const isAllowed = useStore(computer.store, (state) => getPolicy(state)?.demoClinic ?? false);
  const isListed = useStore(session.store, ({ accounts }) =>
    accounts.accounts.some(({ kind }) => kind === 'demo'),
  );
  if (isListed || !isAllowed) return null;

  async function open(): Promise<void> {
    setOpening(true);
    setError(await session.openDemo());
    setOpening(false);
  }

  return (
    <Section level={2} title={text('account.demoTitle')}>
      <SectionLead>{text('account.demoHint')}</SectionLead>
      <div className={fieldStyles.formActions}>
        <Button isPending={isOpening} onPress={() => void open()}>
          {text('account.openDemo')}
        </Button>
      </div>
      {error !== null && (
        <p className="error-text" role="alert">
          {getErrorSentence(error)}
        </p>
      )}
    </Section>
  );
}

/** Why the current account could not be opened, and what can be done. */
function OpeningFailure() {
  const text = useText();
  const { session } = useStores();
  const { session: state, error, accounts, current } = useStore(session.store, (all) => all.accounts);
  if (state !== 'failed' || error === null) return null;
  const account = accounts.find(({ id }) => id === current);
  const isBlocked = isNoKeyForFilesError(error) && account !== undefined;
  if (error.code === 'user-unconfirmed' && account !== undefined)
    return <UnconfirmedUser account={account} />;
  return (
    <EmptyPaneMessage
      role="alert"
      title={text('account.failedTitle')}
      hint={`${getErrorSentence(error)} ${text(isBlocked ? 'account.keyHint' : 'account.failedSafe')}`}
      action={{ label: text('account.tryAgain'), run: () => void session.reopen() }}
    >
      {isBlocked && <PreserveDamagedFiles account={account} />}
    </EmptyPaneMessage>
  );
}

/**
 * Asks whose tokens the environment provides, if the tokens do not say so, before anything is opened with
 * them.
 */
function UnconfirmedUser({ account }: { readonly account: Account }) {
  const text = useText();
  const { session } = useStores();
  const owner = useAccountUserLabel(account);
  return (
    <EmptyPaneMessage
      role="alert"
      title={text('account.ownerTitle', { owner })}
      hint={text('account.ownerVariables', { owner, host: getAccountHost(account) })}
      action={{
        label: text('account.ownerSame', { owner }),
        run: () => void session.confirmUser(account.id),
      }}
    />
  );
}

/** Starts with new files if no key opens the existing ones, after explaining what that means. */
function PreserveDamagedFiles({ account }: { readonly account: Account }) {
  const text = useText();
  const { session } = useStores();
  return (
    <ButtonWithConfirmation
      isDestructive
      label={text('account.moveAway')}
      question={text('account.moveAwayQuestion', { name: getAccountHost(account) })}
      yes={text('account.moveAwayYes')}
      no={text('account.moveAwayNo')}
      onConfirm={() => void session.moveAway(account.id)}
    >
      <p>{text('account.moveAwayRecords')}</p>
      <p>{text('account.moveAwayUnsent')}</p>
      <p>{text('account.moveAwayKept')}</p>
    </ButtonWithConfirmation>
  );
}

export interface AccountScreenProps {
  /** No account is open: the screen fills the window and welcomes the user. */
  readonly isWelcome?: boolean;
}

/** The accounts on this computer, the demo clinic, and the fields to sign in. */
export function AccountScreen({ isWelcome = false }: AccountScreenProps) {
  const text = useText();
  const { accounts } = useStore(useStores().session.store);
  const hasAccounts = accounts.accounts.length > 0;
  const isNew = accounts.accounts.every(({ kind }) => kind === 'demo');
  return (
    <SingleColumnPage layout={isWelcome ? 'centered' : 'plain'}>
      {isWelcome && isNew ? <Welcome /> : <h1>{text('screen.account')}</h1>}
      <RemovalReceiptNotice />
      <OpeningFailure />
      {hasAccounts && <AccountList />}
      <DemoOffer />
      <Section level={2} title={text(hasAccounts ? 'account.addTitle' : 'account.serviceTitle')}>
        <SectionLead>{text('account.serviceHint')}</SectionLead>
        <SignInFields />
      </Section>
    </SingleColumnPage>
  );
}

function Welcome() {
  const text = useText();
  return (
    <div className={styles.accountWelcome}>
      <Icon shape={Inbox} size={28} />
      <h1>{text('account.welcome')}</h1>
      <p>{text('account.welcomeHint')}</p>
    </div>
  );
}
