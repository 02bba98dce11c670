import type { Account } from '#contract/accounts.ts';
import type { TextFunction } from '#renderer/text/text.ts';

/** Returns the host name of an account's address, for display. */
export function getHost({ baseUrl }: Pick<Account, 'baseUrl'>): string {
  return URL.parse(baseUrl)?.host ?? baseUrl;
}

/** Returns the name of an account: of the demo clinic, or the host of its address. */
export function getAccountLabel(text: TextFunction, account: Pick<Account, 'kind' | 'baseUrl'>): string {
  return account.kind === 'demo' ? text('account.demoName') : getHost(account);
}
