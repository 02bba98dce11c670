import { CircleUserRound } from 'lucide-react';
import { useStore } from 'zustand';
import { getAccountLabel, getHostBesideLabel } from '#renderer/shared/account-label.ts';
import { ShowLazy } from '#renderer/shared/lazy.tsx';
import { areQueuesCountedOrFailed } from '#renderer/state/home/home.ts';
import { useFirstStores } from '#renderer/state/use-stores.ts';
import { useFirstText } from '#renderer/text/first-text.ts';
import { Button } from '#renderer/ui/Button.tsx';
import { Icon } from '#renderer/ui/Icon.tsx';
import { IdText } from '#renderer/ui/IdText.tsx';
import { LAZY_SWITCH_ACCOUNT_MENU } from './lazy-parts.ts';
import styles from './StatusBar.module.css';

/** Shows which account is open, and where its tokens are stored if not in the keychain. */
export function AccountBadge() {
  const text = useFirstText();
  const { session, view, home } = useFirstStores();
  const isMenuOpen = useStore(view.store, ({ isAccountMenuOpen }) => isAccountMenuOpen);
  // The first screen is filled before the code of the menu is read, unless a command opens the menu.
  const isCounted = useStore(home.store, areQueuesCountedOrFailed);
  const { accounts, current, secrets } = useStore(session.store, (state) => state.accounts);
  const account = accounts.find(({ id }) => id === current);
  if (account === undefined) return null;
  const isShared = accounts.some(({ id, label }) => id !== account.id && label === account.label);
  const host = isShared ? getHostBesideLabel(account) : null;
  return (
    <span className={styles.statusAccount}>
      {(secrets === 'memory' || secrets === 'variables') && (
        <span className={styles.statusSecrets}>{text(`secrets.${secrets}`)}</span>
      )}
      <Button
        tone="bar"
        size="tiny"
        icon={<Icon shape={CircleUserRound} size={14} />}
        onPress={() => view.go('account')}
      >
        <span dir="auto">{getAccountLabel(text, account, accounts)}</span>
        {host !== null && <span>{host}</span>}
        {account.userId !== null && <IdText id={account.userId} show="end" />}
      </Button>
      <ShowLazy
        component={LAZY_SWITCH_ACCOUNT_MENU}
        isNeeded={(isCounted || isMenuOpen) && accounts.length > 1}
        isFailureShown={isMenuOpen}
        props={{}}
      />
    </span>
  );
}
