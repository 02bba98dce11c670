import type { Account } from '#contract/accounts.ts';
import type { FirstTextFunction } from '#renderer/text/first-text.ts';
import { formatCount } from '#renderer/ui/format.ts';

type NamedAccount = Pick<Account, 'baseUrl' | 'label' | 'userId'> & { readonly id?: string };

/** Returns the host name of an account's address, for display. */
export function getAccountHost({ baseUrl }: Pick<Account, 'baseUrl'>): string {
  return URL.parse(baseUrl)?.host ?? baseUrl;
}

/**
 * Adds a number to the name of an account that nothing else tells from another one: label, host and user are equal, as where
 * the user of both is unknown.
 */
function addNumber(name: string, account: NamedAccount, accounts: readonly NamedAccount[]): string {
  const key = ({ label, userId, baseUrl }: NamedAccount): string =>
    JSON.stringify([label, userId, getAccountHost({ baseUrl })]);
  const equal = accounts.filter((each) => key(each) === key(account));
  const at = equal.findIndex(({ id }) => id === account.id);
  return equal.length > 1 && at >= 0 ? `${name} (${formatCount(at + 1)})` : name;
}

/**
 * Returns the name of an account: of the demo clinic, the label that the user gave to it, or the host of its address.
 * @param accounts all accounts of this computer, from which it is told
 */
export function getAccountLabel(
  text: FirstTextFunction,
  account: NamedAccount & Pick<Account, 'kind'>,
  accounts: readonly NamedAccount[],
): string {
  if (account.kind === 'demo') return text('account.demoName');
  return addNumber(account.label ?? getAccountHost(account), account, accounts);
}

/** Returns the host to show beside the label that the user gave to an account; null without a label. */
export function getHostBesideLabel(account: Pick<NamedAccount, 'label' | 'baseUrl'>): string | null {
  return account.label === undefined ? null : getAccountHost(account);
}

/**
 * Returns the name of an account in a sentence: its label, where it has one, the host of its address, and its user, where
 * that is known. Accounts with the same label differ in it.
 * @param accounts all accounts of this computer, from which it is told
 */
export function getAccountNameWithHostAndUser(
  account: NamedAccount,
  accounts: readonly NamedAccount[],
): string {
  const host = getAccountHost(account);
  const user = account.userId === null ? host : `${host} (${account.userId})`;
  const whole = `${account.label} (${[host, account.userId].filter((part) => part !== null).join(', ')})`;
  return addNumber(account.label === undefined ? user : whole, account, accounts);
}
