import type { Account, Tokens } from '#contract/accounts.ts';
import type { OutboxCounts } from '#contract/outbox.ts';
import { type Accounts, readJwtUser, createTokenFingerprint } from '#main/vault/accounts.ts';

/**
 * Returns the account for an address from the command line. With tokens in the environment, it is the account
 * of their user: the user that their JWT names, otherwise the account that they were confirmed for. Only
 * where neither is known it is the current or first account of the address, whose user then has to be
 * confirmed.
 * @param tokens those of the environment, or null
 * @returns null where there is no such account yet
 */
export function findAccountAt(accounts: Accounts, origin: string, tokens: Tokens | null): Account | null {
  const known = accounts.list().filter(({ baseUrl }) => baseUrl === origin);
  const usual = known.find(({ id }) => id === accounts.current()) ?? known[0] ?? null;
  if (tokens === null) return usual;
  const confirmed = known.find(
    (account) => accounts.getConfirmedFingerprint(account.id) === createTokenFingerprint(account, tokens.jwt),
  );
  const named = readJwtUser(tokens.jwt);
  if (named === null) return confirmed ?? usual;
  return known.find(({ userId }) => userId === named) ?? (confirmed?.userId === null ? confirmed : null);
}

/**
 * The number of pending changes in accounts that end with this run, because no keychain stores their key. An
 * account that is closed keeps its number: its files remain until the program ends.
 */
export class UnsentChangeCounts {
  readonly #counts = new Map<string, number>();

  /** Notes the number of pending changes of an account. */
  note(account: string, { saved, sending, uncertain, needsYou, rejected }: OutboxCounts): void {
    this.#counts.set(account, saved + sending + uncertain + needsYou + rejected);
  }

  /** Forgets an account whose files are gone. */
  forget(account: string): void {
    this.#counts.delete(account);
  }

  /** Returns the number of one account. */
  get(account: string): number {
    return this.#counts.get(account) ?? 0;
  }

  /** Returns the sum over all accounts. */
  get total(): number {
    return [...this.#counts.values()].reduce((sum, count) => sum + count, 0);
  }
}
