import { LockKeyhole } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { Account } from '#contract/accounts.ts';
import type { LockState } from '#contract/lock.ts';
import { getErrorSentence, type AppError } from '#contract/result.ts';
import { getAccountLabel } from '#renderer/shared/account-label.ts';
import type { LockStore } from '#renderer/state/lock.ts';
import type { SessionStore } from '#renderer/state/sync/session.ts';
import { useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { IdText } from '#renderer/ui/IdText.tsx';
import { Page } from '#renderer/ui/Page.tsx';
import { Section } from '#renderer/ui/Section.tsx';
import { RecoveryCodePanel } from '#renderer/shared/lock/RecoveryCodePanel.tsx';
import { ForgottenPin } from './RecoverForm.tsx';
import { OpenButton, UnlockForm } from './UnlockForm.tsx';
import styles from './lock-screen.module.css';

interface LockScreenProps {
  readonly lock: LockStore;
  /** A session of its own: it knows accounts and no record. */
  readonly session: SessionStore;
}

/** Covers the window until the account is unlocked. It shows which account is locked, and nothing of its content. */
export function LockScreen({ lock, session }: LockScreenProps) {
  const text = useText();
  const state = useStore(lock.store, (all) => all.lock);
  const hasNewCode = useStore(lock.store, (all) => all.recoveryCode !== null);
  const accounts = useStore(session.store, (all) => all.accounts.accounts);
  const [hasForgotten, setForgotten] = useState(false);
  useEffect(() => {
    document.title = text('window.titleAlone');
  }, [text]);
  if (state === null) return null;
  if (hasNewCode)
    return (
      <Page layout="centered">
        <h1>{text('lock.recover.done')}</h1>
        <RecoveryCodePanel lock={lock} />
      </Page>
    );
  const locked = accounts.find(({ id }) => id === state.account);
  return (
    <Page layout="centered">
      <header className={styles.lockHeader}>
        <Icon of={LockKeyhole} size={28} />
        <h1>{text('lock.title')}</h1>
        {locked !== undefined && <AccountName account={locked} />}
        <Progress state={state} />
        {state.unsent !== null && state.unsent > 0 && <p>{text('lock.unsent', { count: state.unsent })}</p>}
      </header>
      {hasForgotten ? (
        <ForgottenPin lock={lock} onBack={() => setForgotten(false)} />
      ) : (
        <div>
          {state.hasPin ? (
            <UnlockForm lock={lock} onForgotten={() => setForgotten(true)} />
          ) : (
            <OpenButton lock={lock} />
          )}
        </div>
      )}
      <OtherAccounts accounts={accounts.filter(({ id }) => id !== state.account)} session={session} />
    </Page>
  );
}

function AccountName({ account }: { readonly account: Account }) {
  const text = useText();
  return (
    <p className={styles.lockAccount}>
      {getAccountLabel(text, account)}
      {account.userId !== null && <IdText id={account.userId} show="end" />}
    </p>
  );
}

/** Why the window is locked, or what it is doing. */
function Progress({ state: { state, reason } }: { readonly state: LockState }) {
  const text = useText();
  const words = (): string => {
    if (state === 'locking') return text('lock.locking');
    if (state === 'unlocking') return text('lock.unlocking');
    return reason === null ? '' : text(`lock.reasons.${reason}`);
  };
  return <output>{words()}</output>;
}

interface OtherAccountsProps {
  readonly accounts: readonly Account[];
  readonly session: SessionStore;
}

/** Opens another account of this computer, while this one stays locked. */
function OtherAccounts({ accounts, session }: OtherAccountsProps) {
  const text = useText();
  const [error, setError] = useState<AppError | null>(null);
  if (accounts.length === 0) return null;

  async function open(id: string): Promise<void> {
    setError(await session.switchTo(id));
  }

  return (
    <Section level={2} title={text('lock.accounts')}>
      <ul className={styles.lockAccounts}>
        {accounts.map((account) => {
          const name = getAccountLabel(text, account);
          return (
            <li key={account.id}>
              <Button onPress={() => void open(account.id)}>{text('lock.openAccount', { name })}</Button>
              {account.userId !== null && <IdText id={account.userId} show="end" />}
            </li>
          );
        })}
      </ul>
      {error !== null && (
        <p className="error-text" role="alert">
          {getErrorSentence(error)}
        </p>
      )}
    </Section>
  );
}
