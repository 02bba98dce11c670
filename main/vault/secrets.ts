import { tokensSchema, type AccountIdentity, type Tokens } from '#contract/accounts.ts';
import { err, ok, type Result } from '#contract/result.ts';
import type { RandomGenerator } from '#main/base/random.ts';
import {
  doesAccountIdMatchIdentity,
  type AccountRegister,
  compareJwtUserWithAccount,
  createTokenFingerprint,
} from './accounts.ts';
import { AccountFileKeyProvider, type AccountFileKeyAndMarker } from './file-keys.ts';
import type { RekeyFilesFunction } from './rekey.ts';
import { AccountLocks, type AccountLocksDeps } from './lock/account-locks.ts';
import { KeychainFallbackPolicy, type BehaviourWithoutKeychain } from './keychain-rules.ts';
import type { SecretWithLocation, SecretLocation } from './secret-location.ts';
import {
  readSecretsFromEnvironment,
  type SecretsFromEnvironment,
  type EnvironmentVariables,
} from './variables.ts';
import { doSecretsBelongToAccount, toSecretOwner, type Vault } from './vault.ts';

/** The tokens of an account and the key of its files. */
export interface AccountSecrets extends AccountFileKeyAndMarker {
  readonly tokens: Tokens;
  readonly place: SecretLocation;
}

export interface SecretProviderDeps
  extends Pick<AccountLocksDeps, 'dataDir' | 'clock' | 'publicKey' | 'cost' | 'files' | 'log'> {
  /** The register, which stores which tokens of the variables were confirmed. */
  readonly accounts: Pick<AccountRegister, 'getConfirmedFingerprint'>;
  readonly vault: Vault;
  readonly variables: EnvironmentVariables;
  readonly random: RandomGenerator;
  readonly withoutKeychain: BehaviourWithoutKeychain;
  /** Returns whether an account has files that need their key. */
  readonly hasFiles: (account: string) => boolean;
  /** Encrypts the files of an account with another key, by the engine. */
  readonly rekeyFiles: RekeyFilesFunction;
}

/** Returns one place for tokens and key: where one of them ends with this run, so does the whole. */
function combinePlaces(tokens: SecretLocation, key: SecretLocation): SecretLocation {
  const both = [tokens, key];
  if (both.includes('memory')) return 'memory';
  return both.includes('variables') ? 'variables' : 'keychain';
}

/**
 * Provides the tokens and keys of accounts: from the variables where they are set, otherwise from the
 * keychain, otherwise from memory for this run.
 */
export class AccountSecretsProvider {
  /** The keys of the accounts' files. */
  readonly keys: AccountFileKeyProvider;
  /** The locks of the accounts that have a PIN. */
  readonly locks: AccountLocks;
  readonly #options: SecretProviderDeps;
  readonly #variables: SecretsFromEnvironment;
  readonly #rules: KeychainFallbackPolicy;
  /** Tokens that the user entered and the keychain did not accept, valid for this run. */
  readonly #typedTokens = new Map<string, Tokens>();
  /** Sealed tokens that the user typed for accounts that are locked now; only their PIN opens them. */
  readonly #sealedTokens = new Map<string, string>();
  readonly #confirmed = new Set<string>();
  #variablesAccount: string | null = null;

  constructor(options: SecretProviderDeps) {
    this.#options = options;
    this.#variables = readSecretsFromEnvironment(options.variables);
    this.#rules = new KeychainFallbackPolicy(options.withoutKeychain, this.#variables.missing);
    this.locks = new AccountLocks(options);
    this.keys = new AccountFileKeyProvider({
      ...options,
      variables: this.#variables,
      rules: this.#rules,
      locks: this.locks,
    });
  }

  /** Returns the tokens in the variables; null where neither is set. */
  getVariableTokens(): Result<Tokens | null> {
    return this.#variables.getTokens();
  }

  /** Assigns the tokens in the variables to an account. They are never sent to another account's address. */
  assignVariableTokensTo(account: string): void {
    this.#variablesAccount = account;
  }

  /**
   * Records that the user has confirmed whose tokens the variables hold: the user's of this account.
   * @returns the fingerprint for the register; null where the variables hold no tokens
   */
  confirmVariables(account: AccountIdentity): string | null {
    const given = this.#variables.getTokens();
    if (!given.ok || given.value === null) return null;
    const fingerprint = createTokenFingerprint(account, given.value.jwt);
    this.#confirmed.add(fingerprint);
    return fingerprint;
  }

  /** Returns the secrets of a known account. */
  async getSecrets(account: AccountIdentity): Promise<Result<AccountSecrets>> {
    if (!doesAccountIdMatchIdentity(account)) return err('account-mismatch');
    // A run without a keychain has sealed the tokens too.
    if (this.#sealedTokens.has(account.id) && !this.locks.isUnlocked(account.id)) return err('locked');
    const tokens = await this.#getTokens(account);
    if (!tokens.ok) {
      const isGone = tokens.error.code === 'not-signed-in';
      return isGone && (await this.keys.isKeyGone(account.id)) ? err('key-missing') : tokens;
    }
    const key = await this.keys.getKey(account);
    if (!key.ok) return key;
    return ok({
      tokens: tokens.value.value,
      ...(await this.keys.addMark(account, key.value)),
      place: combinePlaces(tokens.value.place, key.value.place),
    });
  }

  /** Overwrites the key of an account with a PIN in memory. Tokens that no keychain has are sealed until it is unlocked. */
  lock(account: string): void {
    const typed = this.#typedTokens.get(account);
    const sealed = typed === undefined ? null : this.locks.notes.sealNote(account, JSON.stringify(typed));
    if (sealed !== null) {
      this.#sealedTokens.set(account, sealed);
      this.#typedTokens.delete(account);
    }
    this.locks.lock(account);
  }

  /** Returns the tokens that the user typed in this run; null where there are none, or their account is locked. */
  #getTypedTokens(account: string): Tokens | null {
    const sealed = this.#sealedTokens.get(account);
    const text = sealed === undefined ? null : this.locks.notes.openNote(account, sealed);
    if (text !== null) {
      this.#typedTokens.set(account, tokensSchema.parse(JSON.parse(text)));
      this.#sealedTokens.delete(account);
    }
    return this.#typedTokens.get(account) ?? null;
  }

  /** Forgets what this run knows of an account. The keychain is not touched. */
  forget(account: string): void {
    this.keys.forget(account);
    this.#typedTokens.delete(account);
    this.#sealedTokens.delete(account);
    if (this.#variablesAccount === account) this.#variablesAccount = null;
  }

  /**
   * Saves the tokens of a sign-in and returns the secrets of the account; a key is created where there is
   * none.
   */
  async saveSignIn(account: AccountIdentity, tokens: Tokens): Promise<Result<AccountSecrets>> {
    // The key first: where none can be obtained, no token is saved either.
    const key = await this.keys.getKey(account);
    if (!key.ok) return key;
    const saved = await this.replaceTokens(account, tokens);
    return saved.ok ? this.getSecrets(account) : saved;
  }

  /**
   * Saves tokens that an administrator has brought, as a sign-in does. Where the account is locked by its PIN they replace its
   * tokens, which need no key, and it stays locked.
   * @returns where tokens and key are
   */
  async saveImportedTokens(account: AccountIdentity, tokens: Tokens): Promise<Result<SecretLocation>> {
    const signedIn = await this.saveSignIn(account, tokens);
    if (signedIn.ok) return ok(signedIn.value.place);
    if (signedIn.error.code !== 'locked') return signedIn;
    const bound = await this.checkBinding(account);
    const saved = bound.ok ? await this.replaceTokens(account, tokens) : bound;
    if (!saved.ok) return saved;
    return ok(this.#typedTokens.has(account.id) ? 'memory' : 'keychain');
  }

  /** Replaces the tokens of an account. */
  async replaceTokens(account: AccountIdentity, tokens: Tokens): Promise<Result<void>> {
    if (this.#rules.isUnused) return ok(undefined);
    const { id } = account;
    const saved = await this.#options.vault.saveTokens(id, { ...tokens, ...toSecretOwner(account) });
    if (this.#rules.isRefusal(saved)) return this.#rules.refuse(saved);
    this.#sealedTokens.delete(id);
    if (saved.state === 'done') this.#typedTokens.delete(id);
    else this.#typedTokens.set(id, tokens);
    // Tokens that the user entered are newer than those of the environment.
    const isTyped = this.#options.withoutKeychain === 'memory';
    if (isTyped && id === this.#variablesAccount) this.#variablesAccount = null;
    return ok(undefined);
  }

  /** Returns whether an account's secrets can be saved or are all given, before they are used. */
  async checkCanStore(account: AccountIdentity): Promise<Result<void>> {
    const given = this.#variables.getCacheKey();
    if (!given.ok) return given;
    if (this.#rules.isUnused) return ok(undefined);
    const saved = await this.#options.vault.getTokens(account.id);
    return this.#rules.isRefusal(saved) ? this.#rules.refuse(saved) : ok(undefined);
  }

  /**
   * Returns whether the register names the address and the user that the account was signed in with, before
   * new tokens are sent there. 'account-mismatch' where it does not.
   */
  async checkBinding(account: AccountIdentity): Promise<Result<void>> {
    const { vault } = this.#options;
    if (!doesAccountIdMatchIdentity(account)) return err('account-mismatch');
    if (this.#rules.isUnused) return ok(undefined);
    const saved = [await vault.getCacheKey(account.id), await vault.getTokens(account.id)];
    const isOther = saved.some(
      (answer) => answer.state === 'found' && !doSecretsBelongToAccount(answer.value, account),
    );
    return isOther ? err('account-mismatch') : ok(undefined);
  }

  async #getTokens(account: AccountIdentity): Promise<Result<SecretWithLocation<Tokens>>> {
    const typed = this.#getTypedTokens(account.id);
    if (typed !== null) return ok({ value: typed, place: 'memory' });
    const given = account.id === this.#variablesAccount ? this.#variables.getTokens() : ok(null);
    if (!given.ok) return given;
    if (given.value !== null) return this.#getVariableTokens(account, given.value);
    const saved = await this.#options.vault.getTokens(account.id);
    if (saved.state === 'absent') return err('not-signed-in', { detail: 'no tokens are saved' });
    if (saved.state !== 'found') return this.#rules.refuse(saved);
    const { accessToken, jwt } = saved.value;
    if (!doSecretsBelongToAccount(saved.value, account)) return err('account-mismatch');
    return ok({ value: { accessToken, jwt }, place: 'keychain' });
  }

  /**
   * Returns the tokens of the variables only where they belong to the account's user, according to the JWT or
   * to the user's confirmation.
   */
  #getVariableTokens(account: AccountIdentity, tokens: Tokens): Result<SecretWithLocation<Tokens>> {
    const owner = compareJwtUserWithAccount(account, tokens.jwt);
    if (owner === 'other') return err('another-user');
    const fingerprint = createTokenFingerprint(account, tokens.jwt);
    const isConfirmed =
      this.#confirmed.has(fingerprint) ||
      this.#options.accounts.getConfirmedFingerprint(account.id) === fingerprint;
    if (owner === 'unknown' && !isConfirmed) return err('user-unconfirmed');
    return ok({ value: tokens, place: 'variables' });
  }
}
