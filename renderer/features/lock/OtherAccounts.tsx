import { useState } from 'react';
import { useStore } from 'zustand';
import type { Account } from '#contract/accounts.ts';
import type { AppError } from '#contract/result.ts';
import {
  getAccountLabel,
  getAccountNameWithHostAndUser,
  getHostBesideLabel,
} from '#renderer/shared/account-label.ts';
import type { SessionStore } from '#renderer/state/sync/session.ts';
import { getErrorSentence, useText } from '#renderer/text/text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { IdText } from '#renderer/ui/IdText.tsx';
import { Section } from '#renderer/ui/Section.tsx';
import styles from './lock-screen.module.css';

interface OtherAccountsProps {
  readonly accounts: readonly Account[];
  readonly session: SessionStore;
  /** Leaves this account for a sign-in; absent where it is not locked. */
  readonly onLeave?: () => Promise<AppError | null>;
}

/** Returns the name of an account with its user, who tells it from others of the same clinic. */
function getWholeName(account: Account, label: string, all: readonly Account[]): string {
  return account.kind === 'demo' ? label : getAccountNameWithHostAndUser(account, all);
}

/** Opens another account of this computer, while this one stays locked. */
export function OtherAccounts({ accounts, session, onLeave }: OtherAccountsProps) {
  const text = useText();
  const [error, setError] = useState<AppError | null>(null);
  const { accounts: all } = useStore(session.store, (state) => state.accounts);
  if (accounts.length === 0 && onLeave === undefined) return null;

  async function open(id: string): Promise<void> {
    setError(await session.switchTo(id));
  }

  return (
    <Section level={2} title={text('lock.accounts')}>
      <ul className={styles.lockAccounts}>
        {accounts.map((account) => {
          const name = getAccountLabel(text, account, all);
          const host = getHostBesideLabel(account);
          return (
            <li key={account.id}>
              <Button
                // Two people at one clinic have accounts with the same label.
                aria-label={text('lock.openAccount', { name: getWholeName(account, name, all) })}
                onPress={() => void open(account.id)}
              >
                {text('lock.openAccount', { name })}
              </Button>
              {host !== null && <span>{host}</span>}
              {account.userId !== null && <IdText id={account.userId} show="end" />}
            </li>
          );
        })}
        {onLeave !== undefined && (
          <li>
            <Button onPress={() => void onLeave().then(setError)}>{text('lock.signIn')}</Button>
          </li>
        )}
      </ul>
      {error !== null && (
        <p className="error-text" role="alert">
          {getErrorSentence(error)}
        </p>
      )}
    </Section>
  );
}
