import type { Account } from '#contract/accounts.ts';
import type { TextFunction } from '#renderer/text/text.ts';

type NamedAccount = Pick<Account, 'kind' | 'baseUrl' | 'label'>;

/** Returns the host name of an account's address, for display. */
export function getAccountHost({ baseUrl }: Pick<Account, 'baseUrl'>): string {
  return URL.parse(baseUrl)?.host ?? baseUrl;
}

/** Returns the name of an account: of the demo clinic, the label that the user gave to it, or the host of its address. */
export function getAccountLabel(text: TextFunction, account: NamedAccount): string {
  return account.kind === 'demo' ? text('account.demoName') : (account.label ?? getAccountHost(account));
}

/** Returns the host to show beside the label that the user gave to an account; null without a label. */
export function getHostBesideLabel(account: NamedAccount): string | null {
  return account.label === undefined ? null : getAccountHost(account);
}

/**
 * Returns the name of an account in a sentence: its label, where it has one, the host of its address, and its user, where
 * that is known. Accounts with the same label differ in it.
 */
export function getAccountNameWithHostAndUser(
  account: Pick<Account, 'baseUrl' | 'userId' | 'label'>,
): string {
  const host = getAccountHost(account);
  if (account.label === undefined) return account.userId === null ? host : `${host} (${account.userId})`;
  return `${account.label} (${[host, account.userId].filter((part) => part !== null).join(', ')})`;
}
