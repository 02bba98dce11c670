import { LockKeyhole } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import type { Account } from '#contract/accounts.ts';
import type { LockState } from '#contract/lock.ts';
import { getAccountLabel, getHostBesideLabel } from '#renderer/shared/account-label.ts';
import type { LockStore } from '#renderer/state/program/lock.ts';
import type { SessionStore } from '#renderer/state/sync/session.ts';
import { useText } from '#renderer/text/text.ts';
import { Icon } from '#renderer/ui/Icon.tsx';
import { IdText } from '#renderer/ui/IdText.tsx';
import { SingleColumnPage } from '#renderer/ui/Page.tsx';
import { RecoveryCodePanel } from '#renderer/shared/lock/RecoveryCodePanel.tsx';
import { OtherAccounts } from './OtherAccounts.tsx';
import { ForgottenPinHelp } from './RecoveryCodeFields.tsx';
import { RequiredPinFields } from './RequiredPinFields.tsx';
import { OpenWithoutPinButton, UnlockFields } from './UnlockFields.tsx';
import styles from './lock-screen.module.css';
import { Status } from '#renderer/ui/Status.tsx';

export interface LockScreenProps {
  readonly lock: LockStore;
  /** A session store of the lock screen's own: it knows accounts and no record. */
  readonly session: SessionStore;
}

/**
 * Covers the window until the account is unlocked and has the PIN that the policy requires. It shows which account it is,
 * and nothing of its content.
 */
export function LockScreen({ lock, session }: LockScreenProps) {
  const text = useText();
  const state = useStore(lock.store, (state) => state.lock);
  const hasNewCode = useStore(lock.store, (state) => state.recoveryCode !== null);
  const setsRequired = useStore(lock.store, (state) => state.awaitedCode === 'required-pin');
  const accounts = useStore(session.store, (state) => state.accounts.accounts);
  const [hasForgotten, setForgotten] = useState(false);
  useEffect(() => {
    document.title = text('window.titleAlone');
  }, [text]);
  if (state === null) return null;
  if (hasNewCode)
    return (
      <SingleColumnPage layout="centered">
        <h1>{text('lock.recover.done')}</h1>
        <RecoveryCodePanel lock={lock} />
      </SingleColumnPage>
    );
  const locked = accounts.find(({ id }) => id === state.account);
  const others = { accounts: accounts.filter(({ id }) => id !== state.account), session };
  if (state.needsPin || setsRequired)
    return (
      <SingleColumnPage layout="centered">
        <header className={styles.lockHeader}>
          <Icon shape={LockKeyhole} size={28} />
          <h1>{text('lock.required.title')}</h1>
          {locked !== undefined && <AccountName account={locked} accounts={accounts} />}
        </header>
        <RequiredPinFields lock={lock} />
        <OtherAccounts {...others} />
      </SingleColumnPage>
    );
  return (
    <SingleColumnPage layout="centered">
      <header className={styles.lockHeader}>
        <Icon shape={LockKeyhole} size={28} />
        <h1>{text('lock.title')}</h1>
        {locked !== undefined && <AccountName account={locked} accounts={accounts} />}
        <LockReasonOrProgress state={state} />
        <UnsentChangesNote state={state} />
        {state.state === 'locked' && state.mayLackInput && <p>{text('lock.mayLackInput')}</p>}
      </header>
      {hasForgotten ? (
        <ForgottenPinHelp lock={lock} onBack={() => setForgotten(false)} />
      ) : (
        <div>
          {state.hasPin ? (
            <UnlockFields lock={lock} onForgotten={() => setForgotten(true)} />
          ) : (
            <OpenWithoutPinButton lock={lock} />
          )}
        </div>
      )}
      <OtherAccounts {...others} onLeave={lock.leave} />
    </SingleColumnPage>
  );
}

interface AccountNameProps {
  readonly account: Account;
  readonly accounts: readonly Account[];
}

function AccountName({ account, accounts }: AccountNameProps) {
  const text = useText();
  const host = getHostBesideLabel(account);
  return (
    <p className={styles.lockAccount}>
      <bdi>{getAccountLabel(text, account, accounts)}</bdi>
      {host !== null && <span>{host}</span>}
      {account.userId !== null && <IdText id={account.userId} show="end" />}
    </p>
  );
}

/** How many changes of the locked account are not sent. The demo clinic's go nowhere. */
function UnsentChangesNote({ state: { state, unsent, canHavePin } }: { readonly state: LockState }) {
  const text = useText();
  if (state !== 'locked' || !canHavePin) return null;
  return <p>{unsent === null ? text('lock.unsentUnknown') : text('lock.unsent', { count: unsent })}</p>;
}

/** Why the window is locked, or what it is doing. */
function LockReasonOrProgress({ state: { state, reason } }: { readonly state: LockState }) {
  const text = useText();
  const words = (): string => {
    if (state === 'locking') return text('lock.locking');
    if (state === 'unlocking') return text('lock.unlocking');
    return reason === null ? '' : text(`lock.reasons.${reason}`);
  };
  return <Status className={styles.lockProgress}>{words()}</Status>;
}
