import type { Account, Tokens } from '#contract/accounts.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { compareJwtUserWithAccount, readUserIdHintFromJwt, type AccountRegister } from './accounts.ts';
import type { AccountSecretsProvider } from './secrets.ts';

/** A file with the tokens of a user, which is removed after the import. */
export interface ImportableTokenFile {
  read(): Result<(Tokens & { readonly userId?: string | undefined }) | null>;
  remove(): Result<void>;
}

export interface TokenImportDeps {
  readonly file: ImportableTokenFile;
  /** The address for which the tokens are: the one that the policy fixes. */
  readonly origin: string;
  readonly accounts: Pick<AccountRegister, 'findOrPrepare' | 'save'>;
  readonly secrets: Pick<AccountSecretsProvider, 'saveImportedTokens'>;
  /** Asks the service whether it accepts tokens. */
  readonly probe: (baseUrl: string, tokens: Tokens) => Promise<Result<unknown>>;
  /** Records the sign-in to the account in the access log, also one that has failed. It never fails. */
  readonly noteSignIn: (account: Account, result: Result<unknown>) => Promise<void>;
}

/**
 * Imports the tokens that an administrator has brought, into the keychain, and removes their file. Until the
 * service has accepted them and the keychain holds them, the file stays, and the next start tries again.
 * @returns the account, or null where there is no file; 'file-unreadable' where the file is what is wrong
 */
export async function importTokens(deps: TokenImportDeps): Promise<Result<Account | null>> {
  const read = deps.file.read();
  if (!read.ok) return read;
  if (read.value === null) return ok(null);
  const { accessToken, jwt, userId } = read.value;
  const user = userId ?? readUserIdHintFromJwt(jwt);
  // Each import for an unknown user would be another account, at each start where the file cannot be removed.
  if (user === null)
    return err('file-unreadable', { detail: 'it needs "userId", because the JWT names no user' });
  const account = deps.accounts.findOrPrepare(deps.origin, user);
  const imported = await saveAndRegisterTokens(account, { accessToken, jwt }, deps);
  await deps.noteSignIn(account, imported);
  return imported;
}

/** Tries and saves the tokens of an account, registers it, and removes the file. */
async function saveAndRegisterTokens(
  account: Account,
  tokens: Tokens,
  { file, origin, accounts, secrets, probe }: TokenImportDeps,
): Promise<Result<Account>> {
  if (compareJwtUserWithAccount(account, tokens.jwt) === 'other') return err('another-user');
  const probed = await probe(origin, tokens);
  if (!probed.ok) return probed;
  const stored = await secrets.saveImportedTokens(account, tokens);
  if (!stored.ok) return stored;
  if (stored.value !== 'keychain')
    return err('keychain-unavailable', { detail: 'tokens are imported into a keychain only' });
  const saved = accounts.save(account);
  const removed = saved.ok ? file.remove() : saved;
  return removed.ok ? ok(account) : removed;
}
