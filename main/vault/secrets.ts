import type { AccountRef, SECRET_LOCATIONS, Tokens } from '#contract/accounts.ts';
import { NO_KEYCHAIN_MARK, type GenerationMark, type KeychainMark } from '#contract/controls.ts';
import { err, ok, type Err, type Result } from '#contract/result.ts';
import type { Random } from '#main/base/random.ts';
import { isIdConsistent, type Accounts, compareOwner, createTokenFingerprint } from './accounts.ts';
import type { KeychainResult, KeychainWriteResult, KeychainFailure } from './answer.ts';
import {
  readSecretVariables,
  SECRET_VARIABLES,
  type SecretVariables,
  type EnvironmentVariables,
} from './variables.ts';
import { isSameBinding, toBinding, type Vault } from './vault.ts';

export type SecretLocation = (typeof SECRET_LOCATIONS)[number];

/** Everything that opens an account. */
export interface AccountSecrets {
  readonly tokens: Tokens;
  /** 64 hex digits. */
  readonly key: string;
  /** `run`: the key is not saved, so what it encrypts ends with this run. */
  readonly lifetime: 'keep' | 'run';
  readonly place: SecretLocation;
  /** The keychain's generation marker of the local store. */
  readonly keychainMark: KeychainMark;
}

export interface SecretsOptions {
  /** The register, which stores which tokens of the variables were confirmed. */
  readonly accounts: Pick<Accounts, 'getConfirmedFingerprint'>;
  readonly vault: Vault;
  readonly variables: EnvironmentVariables;
  readonly random: Random;
  /**
   * Without a keychain: continue in memory for this run (a window), or refuse and name the variables (a
   * command).
   */
  readonly withoutKeychain: 'memory' | 'refuse';
  /** Returns whether an account has files that need their key. */
  readonly hasFiles: (account: string) => boolean;
}

interface WithPlace<T> {
  readonly value: T;
  readonly place: SecretLocation;
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
export class Secrets {
  readonly #options: SecretsOptions;
  readonly #variables: SecretVariables;
  // Valid for this run: tokens that the user entered, and keys that the keychain did not accept.
  readonly #typedTokens = new Map<string, Tokens>();
  readonly #runKeys = new Map<string, string>();
  readonly #confirmed = new Set<string>();
  // What the keychain saved in this run: it may be locked when the account is opened again.
  readonly #marks = new Map<string, KeychainMark>();
  #variablesAccount: string | null = null;

  constructor(options: SecretsOptions) {
    this.#options = options;
    this.#variables = readSecretVariables(options.variables);
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
  confirmVariables(account: AccountRef): string | null {
    const given = this.#variables.getTokens();
    if (!given.ok || given.value === null) return null;
    const fingerprint = createTokenFingerprint(account, given.value.jwt);
    this.#confirmed.add(fingerprint);
    return fingerprint;
  }

  /** Returns the secrets of a known account. */
  async getSecrets(account: AccountRef): Promise<Result<AccountSecrets>> {
    if (!isIdConsistent(account)) return err('account-mismatch');
    const tokens = await this.#getTokens(account);
    if (!tokens.ok) {
      const isGone = tokens.error.code === 'not-signed-in';
      return isGone && (await this.#isKeyGone(account.id)) ? err('key-missing') : tokens;
    }
    const key = await this.#getKey(account);
    if (!key.ok) return key;
    return ok({
      tokens: tokens.value.value,
      key: key.value.value,
      lifetime: key.value.place === 'memory' ? 'run' : 'keep',
      place: combinePlaces(tokens.value.place, key.value.place),
      keychainMark: await this.#markOf(account.id, key.value.place),
    });
  }

  /** Returns what opens the files of an account without its tokens. Creates no key where files need one. */
  async getFileKey(
    account: AccountRef,
  ): Promise<Result<Pick<AccountSecrets, 'key' | 'lifetime' | 'keychainMark'>>> {
    const key = await this.#getKey(account);
    if (!key.ok) return key;
    const { value, place } = key.value;
    const lifetime = place === 'memory' ? 'run' : 'keep';
    return ok({ key: value, lifetime, keychainMark: await this.#markOf(account.id, place) });
  }

  /** Returns whether the key of an account exists in this run only. */
  hasRunKey(account: string): boolean {
    return this.#runKeys.has(account);
  }

  /** Returns whether the variables hold the key, so that it may not be in the keychain. */
  get hasVariableKey(): boolean {
    return !this.#variables.missing.includes(SECRET_VARIABLES.cacheKey);
  }

  /** Forgets what this run knows of an account. The keychain is not touched. */
  forget(account: string): void {
    for (const known of [this.#typedTokens, this.#runKeys, this.#marks]) known.delete(account);
    if (this.#variablesAccount === account) this.#variablesAccount = null;
  }

  /** Returns the same secrets with the keychain's current generation marker. */
  async refreshGenerationMark({ id }: AccountRef, secrets: AccountSecrets): Promise<AccountSecrets> {
    if (secrets.keychainMark.state === 'none') return secrets;
    const keychainMark = await this.#markOf(id, 'keychain');
    return keychainMark.state === 'unreadable' ? secrets : { ...secrets, keychainMark };
  }

  /**
   * Saves the tokens of a sign-in and returns the secrets of the account; a key is created where there is
   * none.
   */
  async saveSignIn(account: AccountRef, tokens: Tokens): Promise<Result<AccountSecrets>> {
    // The key first: where none can be obtained, no token is saved either.
    const key = await this.#getKey(account);
    if (!key.ok) return key;
    const saved = await this.replaceTokens(account, tokens);
    return saved.ok ? this.getSecrets(account) : saved;
  }

  /** Replaces the tokens of an account. */
  async replaceTokens(account: AccountRef, tokens: Tokens): Promise<Result<void>> {
    if (this.#needsNoKeychain()) return ok(undefined);
    const { id } = account;
    const saved = await this.#options.vault.saveTokens(id, { ...tokens, ...toBinding(account) });
    if (this.#isRefusal(saved)) return this.#refuse(saved);
    if (saved.state === 'done') this.#typedTokens.delete(id);
    else this.#typedTokens.set(id, tokens);
    // Tokens that the user entered are newer than those of the environment.
    const isTyped = this.#options.withoutKeychain === 'memory';
    if (isTyped && id === this.#variablesAccount) this.#variablesAccount = null;
    return ok(undefined);
  }

  /** Returns whether an account's secrets can be saved or are all given, before they are used. */
  async checkCanStore(account: AccountRef): Promise<Result<void>> {
    const given = this.#variables.getCacheKey();
    if (!given.ok) return given;
    if (this.#needsNoKeychain()) return ok(undefined);
    const saved = await this.#options.vault.getTokens(account.id);
    return this.#isRefusal(saved) ? this.#refuse(saved) : ok(undefined);
  }

  /**
   * Returns whether the register names the address and the user that the account was signed in with, before
   * new tokens are sent there. 'account-mismatch' where it does not.
   */
  async checkBinding(account: AccountRef): Promise<Result<void>> {
    const { vault } = this.#options;
    if (!isIdConsistent(account)) return err('account-mismatch');
    if (this.#needsNoKeychain()) return ok(undefined);
    const saved = [await vault.getCacheKey(account.id), await vault.getTokens(account.id)];
    const isOther = saved.some((answer) => answer.state === 'found' && !isSameBinding(answer.value, account));
    return isOther ? err('account-mismatch') : ok(undefined);
  }

  /**
   * Saves the generation marker of an account's local store in the keychain; returns false where the keychain
   * does not accept it.
   */
  async saveMarker(account: string, mark: GenerationMark): Promise<boolean> {
    const saved = await this.#options.vault.saveGenerationMark(account, mark);
    if (saved.state === 'done') this.#marks.set(account, { state: 'found', mark });
    return saved.state === 'done';
  }

  /**
   * Deletes the generation marker: the files of an account were moved away and the next ones start from zero.
   */
  async deleteGenerationMark(account: string): Promise<void> {
    this.#marks.delete(account);
    if (!this.#needsNoKeychain()) await this.#options.vault.deleteGenerationMark(account);
  }

  /** Returns whether the variables of a command contain all secrets, so that the keychain is not used; false for a window. */
  #needsNoKeychain(): boolean {
    return this.#options.withoutKeychain === 'refuse' && this.#variables.missing.length === 0;
  }

  #isRefusal(answer: KeychainResult<unknown> | KeychainWriteResult): answer is KeychainFailure {
    if (answer.state === 'unavailable') return this.#options.withoutKeychain === 'refuse';
    return answer.state === 'locked';
  }

  #refuse({ state, detail }: KeychainFailure): Err {
    if (state === 'locked') return err('keychain-locked', { detail });
    const missing = this.#options.withoutKeychain === 'refuse' ? this.#variables.missing : [];
    return err('keychain-unavailable', { detail: missing.length > 0 ? `set ${missing.join(', ')}` : detail });
  }

  async #getTokens(account: AccountRef): Promise<Result<WithPlace<Tokens>>> {
    const typed = this.#typedTokens.get(account.id);
    if (typed !== undefined) return ok({ value: typed, place: 'memory' });
    const given = account.id === this.#variablesAccount ? this.#variables.getTokens() : ok(null);
    if (!given.ok) return given;
    if (given.value !== null) return this.#getVariableTokens(account, given.value);
    const saved = await this.#options.vault.getTokens(account.id);
    if (saved.state === 'absent') return err('not-signed-in', { detail: 'no tokens are saved' });
    if (saved.state !== 'found') return this.#refuse(saved);
    const { accessToken, jwt } = saved.value;
    if (!isSameBinding(saved.value, account)) return err('account-mismatch');
    return ok({ value: { accessToken, jwt }, place: 'keychain' });
  }

  /**
   * Returns the tokens of the variables only where they belong to the account's user, according to the JWT or
   * to the user's confirmation.
   */
  #getVariableTokens(account: AccountRef, tokens: Tokens): Result<WithPlace<Tokens>> {
    const owner = compareOwner(account, tokens.jwt);
    if (owner === 'other') return err('another-user');
    const fingerprint = createTokenFingerprint(account, tokens.jwt);
    const isConfirmed =
      this.#confirmed.has(fingerprint) ||
      this.#options.accounts.getConfirmedFingerprint(account.id) === fingerprint;
    if (owner === 'unknown' && !isConfirmed) return err('user-unconfirmed');
    return ok({ value: tokens, place: 'variables' });
  }

  async #getKey(account: AccountRef): Promise<Result<WithPlace<string>>> {
    const given = this.#variables.getCacheKey();
    if (!given.ok) return given;
    if (given.value !== null) return ok({ value: given.value, place: 'variables' });
    const saved = await this.#options.vault.getCacheKey(account.id);
    if (saved.state === 'absent') return this.#makeKey(account);
    if (saved.state !== 'found')
      return this.#isRefusal(saved) ? this.#refuse(saved) : ok(this.#getMemoryKey(account.id));
    if (!isSameBinding(saved.value, account)) return err('account-mismatch');
    return ok({ value: saved.value.key, place: 'keychain' });
  }

  async #markOf(account: string, keyPlace: SecretLocation): Promise<KeychainMark> {
    // The key comes from elsewhere: this keychain may never have had the account.
    if (keyPlace !== 'keychain') return NO_KEYCHAIN_MARK;
    const saved = await this.#options.vault.getGenerationMark(account);
    if (saved.state === 'found') return { state: 'found', mark: saved.value };
    if (saved.state === 'absent') return { state: 'absent' };
    return this.#marks.get(account) ?? { state: 'unreadable' };
  }

  /**
   * Returns whether files need a key that is no longer saved: this is more serious than tokens lost with it.
   */
  async #isKeyGone(account: string): Promise<boolean> {
    const given = this.#variables.getCacheKey();
    if (!given.ok || given.value !== null || !this.#options.hasFiles(account)) return false;
    return (await this.#options.vault.getCacheKey(account)).state === 'absent';
  }

  /** Creates a key only where the keychain is open, has none, and no files need an old one. */
  async #makeKey(account: AccountRef): Promise<Result<WithPlace<string>>> {
    const { vault, random, hasFiles } = this.#options;
    if (hasFiles(account.id)) return err('key-missing');
    const key = random.hex(32);
    const saved = await vault.saveCacheKey(account.id, { key, cipher: 'aegis', ...toBinding(account) });
    return saved.state === 'done' ? ok({ value: key, place: 'keychain' }) : this.#refuse(saved);
  }

  #getMemoryKey(account: string): WithPlace<string> {
    const key = this.#runKeys.get(account) ?? this.#options.random.hex(32);
    this.#runKeys.set(account, key);
    return { value: key, place: 'memory' };
  }
}
