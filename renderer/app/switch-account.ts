import type { Account } from '#contract/accounts.ts';
import { getAccountLabel, getAccountNameWithHostAndUser } from '#renderer/shared/account-label.ts';
import type { Stores } from '#renderer/state/stores.ts';
import type { TextFunction } from '#renderer/text/text.ts';

/**
 * Returns what the palette and the status bar call opening an account: its label, and where another account has the same one its
 * host and user as well.
 */
export function getSwitchLabel(text: TextFunction, account: Account, accounts: readonly Account[]): string {
  const getLabel = (each: Account): string => getAccountLabel(text, each, []);
  const label = getLabel(account);
  const isShared = accounts.some((each) => each.id !== account.id && getLabel(each) === label);
  return text('palette.switchTo', {
    name: isShared && account.kind === 'service' ? getAccountNameWithHostAndUser(account, accounts) : label,
  });
}

/** Opens another account of this computer. Where it cannot be opened, the accounts are shown, with the reason. */
export function switchAccount({ session, view }: Pick<Stores, 'session' | 'view'>, id: string): void {
  void session.switchTo(id).then((error) => {
    if (error !== null) view.go('account');
  });
}
