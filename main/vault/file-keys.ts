import type { AccountIdentity } from '#contract/accounts.ts';
import {
  NO_KEYCHAIN_GENERATION_MARKER,
  type GenerationMarker,
  type KeychainGenerationMarkerState,
} from '#contract/generation-marker.ts';
import { err, ok, type Result } from '#contract/result.ts';
import type { RandomGenerator } from '#main/base/random.ts';
import { KEYCHAIN_ENTRY_ABSENT, KEYCHAIN_WRITE_DONE } from './keychain-result.ts';
import type { KeychainFallbackPolicy } from './keychain-rules.ts';
import type { AccountLocks, NewRecoveryCodePromise } from './lock/account-locks.ts';
import type { UnprotectedKeyStore } from './lock/pin-changes.ts';
import type { SecretWithLocation, SecretLocation } from './secret-location.ts';
import {
  createKeychainKeyStore,
  finishRekey,
  rekeyAccount,
  type RekeyCounts,
  type RekeyFilesFunction,
} from './rekey.ts';
import { SECRET_VARIABLES, type SecretsFromEnvironment } from './variables.ts';
import { doSecretsBelongToAccount, toSecretOwner, type Vault } from './vault.ts';

/** The key of an account's files, how long it stays valid, and the local store's generation marker. */
export interface AccountFileKeyAndMarker {
  /** The key of the files, 64 hex digits. */
  readonly key: string;
  /** `run`: the key is not saved, so what it encrypts ends with this run. */
  readonly lifetime: 'keep' | 'run';
  /** The keychain's generation marker of the local store. */
  readonly keychainMark: KeychainGenerationMarkerState;
}

interface FileKeysOptions {
  readonly vault: Vault;
  readonly random: RandomGenerator;
  /** Returns whether an account has files that need their key. */
  readonly hasFiles: (account: string) => boolean;
  readonly variables: SecretsFromEnvironment;
  readonly rules: KeychainFallbackPolicy;
  readonly rekeyFiles: RekeyFilesFunction;
  readonly locks: AccountLocks;
}

/**
 * Provides the keys of accounts' files and the generation markers of their local stores: from the variables where they
 * are set, otherwise from the keychain, otherwise from memory for this run.
 */
export class AccountFileKeyProvider {
  readonly #options: FileKeysOptions;
  /** Keys that exist only in this run, because the keychain did not accept them. */
  readonly #runKeys = new Map<string, string>();
  /** What the keychain saved in this run: it may be locked when the account is opened again. */
  readonly #marks = new Map<string, KeychainGenerationMarkerState>();

  constructor(options: FileKeysOptions) {
    this.#options = options;
  }

  /** Returns whether the key of an account exists in this run only. */
  hasRunKey(account: string): boolean {
    return this.#runKeys.has(account) || this.#options.locks.isOfRun(account);
  }

  /** Returns whether the variables hold the key, so that it may not be in the keychain. */
  get hasVariableKey(): boolean {
    return !this.#options.variables.missing.includes(SECRET_VARIABLES.cacheKey);
  }

  /** Forgets what this run knows of an account. The keychain is not touched. */
  forget(account: string): void {
    this.#runKeys.delete(account);
    this.#options.locks.forget(account);
    this.#marks.delete(account);
  }

  /** Returns what opens the files of an account. Creates no key where files need one. */
  async getFileKey(account: AccountIdentity): Promise<Result<AccountFileKeyAndMarker>> {
    const key = await this.getKey(account);
    return key.ok ? ok(await this.addMark(account, key.value)) : key;
  }

  /**
   * Returns the key of an account; one is created where there is none and no files need it. 'locked' where the account
   * has a PIN and was not unlocked. This is the only place that knows where keys are.
   */
  async getKey(account: AccountIdentity): Promise<Result<SecretWithLocation<string>>> {
    const { variables, rules, locks } = this.#options;
    const unlocked = locks.getKey(account.id);
    if (unlocked !== null) return this.#getUnlockedKey(account, unlocked);
    if (locks.isOfRun(account.id)) return err('locked');
    const given = variables.getCacheKey();
    if (!given.ok) return given;
    if (given.value === null) return this.#getSavedKey(account);
    // A window needs the PIN, whatever the variables contain: they serve commands.
    const isLocked =
      rules.isForWindow && locks.hasDocument(account.id) ? await locks.isInForce(account) : ok(false);
    if (!isLocked.ok) return isLocked;
    return isLocked.value ? err('locked') : ok({ value: given.value, place: 'variables' });
  }

  /** Gives an account its first PIN; errors of `AccountLocks.setFirstPin`. */
  async setFirstPin(account: AccountIdentity, pin: string): NewRecoveryCodePromise {
    const key = await this.getKey(account);
    if (!key.ok) return key;
    const { value, place } = key.value;
    const plain = this.#getPlainStore(account, place);
    const isOfRun = place === 'memory';
    return this.#options.locks.setFirstPin(account, { key: value, plain, isOfRun }, pin);
  }

  /** Removes the PIN of an account; its key is where it was before. */
  async removePin(account: AccountIdentity, pin: string): Promise<Result<void>> {
    const { locks } = this.#options;
    const place = locks.isOfRun(account.id) ? 'memory' : 'keychain';
    const unlocked = locks.isUnlocked(account.id) ? ok(undefined) : await locks.unlock(account, pin);
    if (!unlocked.ok) return unlocked;
    // The key that the files need is the one that is kept: a change that was interrupted is finished first.
    const current = await this.getKey(account);
    if (!current.ok) return current;
    return locks.removePin(account, pin, this.#getPlainStore(account, place));
  }

  async #getSavedKey(account: AccountIdentity): Promise<Result<SecretWithLocation<string>>> {
    const { vault, rules, locks } = this.#options;
    const saved = await vault.getCacheKey(account.id);
    if (saved.state === 'absent')
      return locks.hasDocument(account.id) ? err('locked') : this.#makeKey(account);
    if (saved.state !== 'found')
      return rules.isRefusal(saved) ? rules.refuse(saved) : ok(this.#getMemoryKey(account.id));
    if (!doSecretsBelongToAccount(saved.value, account)) return err('account-mismatch');
    await locks.removeLeftovers(account);
    const { key, next } = saved.value;
    if (next === undefined) return ok({ value: key, place: 'keychain' });
    const parts = { ...this.#options, keyStore: createKeychainKeyStore(this.#options, account) };
    const needed = await finishRekey(parts, account, { key, next });
    return needed.ok ? ok({ value: needed.value, place: 'keychain' }) : needed;
  }

  /** Returns the key of an unlocked account, after a change of keys that was interrupted is finished. */
  async #getUnlockedKey(account: AccountIdentity, key: string): Promise<Result<SecretWithLocation<string>>> {
    const { locks } = this.#options;
    if (locks.isOfRun(account.id)) return ok({ value: key, place: 'memory' });
    const keyStore = locks.getSealedFileKeys(account);
    const next = keyStore?.readNext() ?? null;
    if (keyStore === null || next === null) return ok({ value: key, place: 'keychain' });
    const needed = await finishRekey({ ...this.#options, keyStore }, account, { key, next });
    return needed.ok ? ok({ value: needed.value, place: 'keychain' }) : needed;
  }

  /**
   * Encrypts the files of an account with a new key; errors of `rekeyAccount`. 'not-signed-in' where the account has no
   * files: a second key would wait for them, and nothing could finish the change.
   * @param askPin asks for the PIN of an account that has one, also where something else has opened it; errors of
   * `AccountLocks.unlock`
   */
  async rekey(account: AccountIdentity, askPin: () => Promise<Result<string>>): Promise<Result<RekeyCounts>> {
    const { locks, hasFiles } = this.#options;
    if (!hasFiles(account.id))
      return err('not-signed-in', { detail: 'the account has no files yet; "intray sync" makes them' });
    // Reading the key first removes what a crash has left of a PIN that is not in force.
    const current = await this.getKey(account);
    if (locks.hasDocument(account.id)) return this.#rekeyLocked(account, current, askPin);
    if (!current.ok) return current;
    const parts = { ...this.#options, keyStore: createKeychainKeyStore(this.#options, account) };
    return rekeyAccount(parts, account, current.value);
  }

  /** Both keys are sealed by the lock while one replaces the other, so that neither is in the keychain without the PIN. */
  async #rekeyLocked(
    account: AccountIdentity,
    current: Result<SecretWithLocation<string>>,
    askPin: () => Promise<Result<string>>,
  ): Promise<Result<RekeyCounts>> {
    const { locks } = this.#options;
    if (current.ok && current.value.place !== 'keychain')
      return err('keychain-unavailable', { detail: 'the key is not in the keychain' });
    if (!current.ok && current.error.code !== 'locked') return current;
    const pin = await askPin();
    if (!pin.ok) return pin;
    const unlocked = await locks.unlock(account, pin.value);
    if (!unlocked.ok) return unlocked;
    // A change that was interrupted is finished before the next one.
    const key = await this.getKey(account);
    if (!key.ok) return key;
    const keyStore = locks.getSealedFileKeys(account);
    return keyStore === null
      ? err('locked')
      : rekeyAccount({ ...this.#options, keyStore }, account, key.value);
  }

  /** Returns the place of a key that no PIN protects. A key of the variables is saved nowhere. */
  #getPlainStore(account: AccountIdentity, place: SecretLocation): UnprotectedKeyStore {
    const { vault, variables } = this.#options;
    const { id } = account;
    const given = variables.getCacheKey();
    const key = given.ok ? given.value : null;
    if (place === 'memory')
      return {
        read: async () => {
          const value = this.#runKeys.get(id);
          return value === undefined ? KEYCHAIN_ENTRY_ABSENT : { state: 'found', value };
        },
        save: async (value) => {
          this.#runKeys.set(id, value);
          return KEYCHAIN_WRITE_DONE;
        },
        delete: async () => {
          this.#runKeys.delete(id);
          return KEYCHAIN_WRITE_DONE;
        },
      };
    if (key !== null)
      return {
        read: async () => ({ state: 'found', value: key }),
        save: async () => KEYCHAIN_WRITE_DONE,
        delete: async () => KEYCHAIN_WRITE_DONE,
      };
    return {
      read: async () => {
        const saved = await vault.getCacheKey(id);
        return saved.state === 'found' ? { state: 'found', value: saved.value.key } : saved;
      },
      save: (value) => vault.saveCacheKey(id, { key: value, cipher: 'aegis', ...toSecretOwner(account) }),
      delete: () => vault.deleteCacheKey(id),
    };
  }

  /** Returns a key with the generation marker that belongs to it. */
  async addMark(
    { id }: AccountIdentity,
    { value, place }: SecretWithLocation<string>,
  ): Promise<AccountFileKeyAndMarker> {
    // The key comes from elsewhere: this keychain may never have had the account.
    const keychainMark = place === 'keychain' ? await this.#getMark(id) : NO_KEYCHAIN_GENERATION_MARKER;
    return { key: value, lifetime: place === 'memory' ? 'run' : 'keep', keychainMark };
  }

  /**
   * Returns whether files need a key that is no longer saved: this is more serious than tokens lost with it.
   */
  async isKeyGone(account: string): Promise<boolean> {
    const { variables, vault, hasFiles, locks } = this.#options;
    const given = variables.getCacheKey();
    if (!given.ok || given.value !== null || !hasFiles(account) || locks.hasDocument(account)) return false;
    return (await vault.getCacheKey(account)).state === 'absent';
  }

  /** Returns the same key, or secrets with one, with the keychain's current generation marker. */
  async refreshMark<T extends AccountFileKeyAndMarker>({ id }: AccountIdentity, known: T): Promise<T> {
    if (known.keychainMark.state === 'none') return known;
    const keychainMark = await this.#getMark(id);
    return keychainMark.state === 'unreadable' ? known : { ...known, keychainMark };
  }

  /**
   * Saves the generation marker of an account's local store in the keychain; returns false where the keychain
   * does not accept it.
   */
  async saveMark(account: string, mark: GenerationMarker): Promise<boolean> {
    const saved = await this.#options.vault.saveGenerationMark(account, mark);
    if (saved.state === 'done') this.#marks.set(account, { state: 'found', mark });
    return saved.state === 'done';
  }

  /**
   * Deletes the generation marker: the files of an account were moved away and the next ones start from zero.
   */
  async deleteMark(account: string): Promise<void> {
    this.#marks.delete(account);
    if (!this.#options.rules.isUnused) await this.#options.vault.deleteGenerationMark(account);
  }

  async #getMark(account: string): Promise<KeychainGenerationMarkerState> {
    const saved = await this.#options.vault.getGenerationMark(account);
    if (saved.state === 'found') return { state: 'found', mark: saved.value };
    if (saved.state === 'absent') return { state: 'absent' };
    return this.#marks.get(account) ?? { state: 'unreadable' };
  }

  /** Creates a key only where the keychain is open, has none, and no files need an old one. */
  async #makeKey(account: AccountIdentity): Promise<Result<SecretWithLocation<string>>> {
    const { vault, random, hasFiles, rules } = this.#options;
    if (hasFiles(account.id)) return err('key-missing');
    const key = random.hex(32);
    const saved = await vault.saveCacheKey(account.id, { key, cipher: 'aegis', ...toSecretOwner(account) });
    return saved.state === 'done' ? ok({ value: key, place: 'keychain' }) : rules.refuse(saved);
  }

  #getMemoryKey(account: string): SecretWithLocation<string> {
    const key = this.#runKeys.get(account) ?? this.#options.random.hex(32);
    this.#runKeys.set(account, key);
    return { value: key, place: 'memory' };
  }
}
