import type { Account, Tokens } from '#contract/account.ts';
import type { Accounts } from '#main/vault/accounts.ts';
import { namedUser, tokenFingerprint } from '#main/vault/token-owner.ts';

/**
 * The account of an address that the command line names. With tokens beside it, it is the account of their user: the one that their
 * JWT names, else one that they were confirmed for. Only where neither is known it is the current or first one, whose user
 * has to be confirmed then.
 * @param tokens those of the environment, or null
 * @returns null where there is no such account yet
 */
export function accountAt(accounts: Accounts, origin: string, tokens: Tokens | null): Account | null {
  const known = accounts.list().filter(({ baseUrl }) => baseUrl === origin);
  const usual = known.find(({ id }) => id === accounts.current()) ?? known[0] ?? null;
  if (tokens === null) return usual;
  const confirmed = known.find(
    (account) => accounts.confirmed(account.id) === tokenFingerprint(account, tokens.jwt),
  );
  const named = namedUser(tokens.jwt);
  if (named === null) return confirmed ?? usual;
  return known.find(({ userId }) => userId === named) ?? (confirmed?.userId === null ? confirmed : null);
}
