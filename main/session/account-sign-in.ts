import {
  validateBaseUrlToOrigin,
  isNoKeyForFilesError,
  type Account,
  type Tokens,
} from '#contract/accounts.ts';
import type { ValidatedInput } from '#contract/api.ts';
import { err } from '#contract/result.ts';
import { checkAddressAllowed } from '#main/policy/limits.ts';
import type { AccountRemover } from '#main/removal/remove-accounts.ts';
import { compareJwtUserWithAccount } from '#main/vault/accounts.ts';
import type { AccountSecretsProvider } from '#main/vault/secrets.ts';
import type { AccountOpener } from './account-opening.ts';
import type { SessionDeps } from './deps.ts';
import type { AccountsStateAfterChange, OpenAccountController } from './open-account-controller.ts';
import type { SignInGuard } from './sign-in-guard.ts';

export interface AccountSignInControllerDeps {
  readonly secrets: AccountSecretsProvider;
  readonly openState: OpenAccountController;
  readonly opening: AccountOpener;
  readonly remover: Pick<AccountRemover, 'checkFinished'>;
  readonly guard: Pick<SignInGuard, 'mayContact'>;
  /** Asks before an account is left whose pending changes end with this run. */
  readonly mayLeaveFor: (account: string) => Promise<boolean>;
}

/**
 * Signs in to accounts, and replaces their tokens. The service must accept tokens before they are saved. The owner makes
 * one change at a time.
 */
export class AccountSignInController {
  readonly #deps: SessionDeps;
  readonly #parts: AccountSignInControllerDeps;

  constructor(deps: SessionDeps, parts: AccountSignInControllerDeps) {
    this.#deps = deps;
    this.#parts = parts;
  }

  /**
   * Signs in to an account and opens it. To a host that is new on this computer nothing is sent before the user has
   * agreed. 'another-user' where the tokens name another user; 'sign-in-cancelled' where the user does not agree.
   */
  async signIn({
    baseUrl,
    accessToken,
    jwt,
    userId,
  }: ValidatedInput<'accounts.signIn'>): AccountsStateAfterChange {
    const { accounts, policy } = this.#deps;
    const { remover, guard, mayLeaveFor } = this.#parts;
    const origin = validateBaseUrlToOrigin(baseUrl, (text) => URL.parse(text));
    if (!origin.ok) return origin;
    const allowed = checkAddressAllowed(policy, origin.value);
    if (!allowed.ok) return allowed;
    const account = accounts.findOrPrepare(origin.value, userId);
    const finished = remover.checkFinished(account.id);
    if (!finished.ok) return finished;
    if (compareJwtUserWithAccount(account, jwt) === 'other') return err('another-user');
    if (!(await guard.mayContact(origin.value))) return err('sign-in-cancelled');
    if (!(await mayLeaveFor(account.id))) return err('sign-in-cancelled');
    return this.#admit(account, { accessToken, jwt });
  }

  /**
   * Replaces the tokens of an account in place; what is open stays open. 'another-user' where they name another user;
   * 'user-unconfirmed' where it is unknown whose they are.
   */
  async renewTokens({
    id,
    accessToken,
    jwt,
    isSameUser,
  }: ValidatedInput<'accounts.renewTokens'>): AccountsStateAfterChange {
    const { accounts, engine } = this.#deps;
    const { secrets, openState, remover } = this.#parts;
    const account = accounts.find(id);
    if (account === null) return err('not-found', { detail: 'no such account' });
    const finished = remover.checkFinished(id);
    if (!finished.ok) return finished;
    const owner = compareJwtUserWithAccount(account, jwt);
    if (owner === 'other') return err('another-user');
    if (owner === 'unknown' && !isSameUser) return err('user-unconfirmed');
    const bound = await secrets.checkBinding(account);
    if (!bound.ok) return bound;
    const tokens = { accessToken, jwt };
    if (openState.opened?.account.id !== id) return this.#admit(account, tokens);
    const probed = await engine.call('engine.probe', { baseUrl: account.baseUrl, tokens });
    if (!probed.ok) return probed;
    const saved = await secrets.replaceTokens(account, tokens);
    return saved.ok ? openState.replaceTokens(tokens) : saved;
  }

  /** Tests and saves tokens, and opens their account. */
  async #admit(account: Account, tokens: Tokens): AccountsStateAfterChange {
    const { engine, accounts, policy } = this.#deps;
    const { secrets, openState } = this.#parts;
    const allowed = checkAddressAllowed(policy, account.baseUrl);
    if (!allowed.ok) return allowed;
    const probed = await engine.call('engine.probe', { baseUrl: account.baseUrl, tokens });
    if (!probed.ok) return probed;
    const signedIn = await secrets.saveSignIn(account, tokens);
    if (!signedIn.ok)
      return isNoKeyForFilesError(signedIn.error) ? this.#admitKeyless(account, tokens) : signedIn;
    const saved = accounts.save(account);
    return saved.ok ? openState.open(account, signedIn.value) : saved;
  }

  /**
   * The service accepts the tokens, but no key opens the files: the tokens are saved for whatever the user
   * decides.
   */
  async #admitKeyless(account: Account, tokens: Tokens): AccountsStateAfterChange {
    const kept = await this.#parts.secrets.replaceTokens(account, tokens);
    const saved = kept.ok ? this.#deps.accounts.save(account) : kept;
    return saved.ok ? this.#parts.opening.openStored(account) : saved;
  }
}
