import type { AccountIdentity } from '#contract/accounts.ts';
import { err, ok, type Result } from '#contract/result.ts';
import { silentLog, type Log } from '#main/base/log.ts';
import { isKeychainFailure } from '../keychain-result.ts';
import {
  unsealLockKeyAsAdministrator,
  unsealLockKeyAsJob,
  unsealLockKeyWithRecoveryCode,
  setAdministratorInLockDocument,
  addJobToLockDocument,
  replaceRecoveryCodeInLockDocument,
  removeJobFromLockDocument,
  type UnattendedJobNameAndKey,
  type LockDocument,
} from './lock-document.ts';
import {
  isKeychainUnusableError,
  LockReaderAndPinVerifier,
  toUnlockedKeysFromLockKey,
  type LockReaderAndPinVerifierDeps,
} from './lock-reader.ts';
import { createMemoryLockStore, hasLockDocumentFile } from './lock-store.ts';
import { UnlockedKeysByAccount } from './opened-locks.ts';
import {
  changePin,
  checkNewPin,
  removePin,
  setFirstPin,
  setPinAfterRecovery,
  type UnprotectedKeyStore,
} from './pin-changes.ts';
import type { RecoveryOptionsAndPinTries } from './pin-tries.ts';
import { createRecoverySecret, formatRecoveryCode, parseRecoveryCode } from './recovery-code.ts';
import { SealedFileKeyStore } from './sealed-file-keys.ts';
import { PIN_SCRYPT_COST, type PinScryptCost } from './sealing.ts';

export interface AccountLocksDeps extends LockReaderAndPinVerifierDeps {
  /** The administrator's public key; null where there is none. */
  readonly publicKey: string | null;
  /** The cost of trying a PIN; default: `PIN_SCRYPT_COST`. Tests use less. */
  readonly cost?: PinScryptCost | undefined;
  /** Default: nothing is logged. */
  readonly log?: Log | undefined;
}

/** Why an open keychain has no secret of a document, such as one that a crash has left before the secret was saved. */
const SECRET_MISSING: ReadonlySet<string> = new Set(['key-missing', 'key-mismatch']);

/** The new recovery code of an account, which is shown once. */
export type NewRecoveryCodePromise = Promise<Result<{ readonly recoveryCode: string }>>;

/** Opens and closes the locks of accounts with a PIN, and keeps their keys while open. The owner makes one call at a time. */
export class AccountLocks {
  readonly #options: AccountLocksDeps;
  readonly #opened = new UnlockedKeysByAccount();
  readonly #reader: LockReaderAndPinVerifier;

  constructor(options: AccountLocksDeps) {
    this.#options = options;
    this.#reader = new LockReaderAndPinVerifier(options);
  }

  /** Returns whether an account has a document that locks it, or that a crash has left beside an unprotected key. */
  hasDocument(account: string): boolean {
    return this.isOfRun(account) || hasLockDocumentFile(this.#options.dataDir, account);
  }

  /** Returns whether a PIN without a keychain protects the account, until this run ends. */
  isOfRun(account: string): boolean {
    return this.#reader.isOfRun(account);
  }

  /** Returns whether an account with a PIN is unlocked. It makes no text of the key, which nothing could overwrite. */
  isUnlocked(account: string): boolean {
    return this.#opened.get(account) !== null;
  }

  /** Returns the key of an unlocked account's files, 64 hex digits; null where it is locked or has no PIN. */
  getKey(account: string): string | null {
    return this.#opened.get(account)?.fileKey.toString('hex') ?? null;
  }

  /** Returns the sealed keys of an unlocked account's files; null where it is locked or has no PIN. */
  getSealedFileKeys(account: AccountIdentity): SealedFileKeyStore | null {
    const keys = this.#opened.get(account.id);
    return keys === null ? null : new SealedFileKeyStore(this.#reader.find(account).store, keys);
  }

  /** Overwrites the keys of an account in memory. */
  lock(account: string): void {
    this.#opened.close(account);
  }

  /** Forgets an account that is removed; the keychain is not touched. */
  forget(account: string): void {
    this.#opened.close(account);
    this.#reader.forget(account);
  }

  /** Seals texts of an account, so that they can be read only while its PIN has unlocked it. */
  get notes(): Pick<UnlockedKeysByAccount, 'sealNote' | 'openNote'> {
    return this.#opened;
  }

  describe(account: AccountIdentity): RecoveryOptionsAndPinTries {
    const { store, tries } = this.#reader.find(account);
    const read = store.readDocument();
    const document = read.ok ? read.value : null;
    return {
      hasRecoveryCode: (document?.code ?? null) !== null,
      hasAdministratorKey: (document?.administrator ?? null) !== null,
      ...tries.known,
    };
  }

  /**
   * Gives an account without a PIN its first one, and returns the recovery code. 'weak-pin' where it is easy to guess.
   * @param isOfRun whether the key lives in memory only, so that its lock does too
   */
  async setFirstPin(
    account: AccountIdentity,
    {
      key,
      plain,
      isOfRun,
    }: { readonly key: string; readonly plain: UnprotectedKeyStore; readonly isOfRun: boolean },
    pin: string,
  ): NewRecoveryCodePromise {
    const usable = checkNewPin(pin);
    if (!usable.ok) return usable;
    const store = isOfRun ? createMemoryLockStore() : this.#reader.find(account).store;
    const set = await setFirstPin({ account, store, plain, ...this.#costs }, key, pin);
    if (!set.ok) return set;
    if (isOfRun) this.#reader.add(account.id, store);
    this.#opened.set(account.id, set.value.opened);
    return ok({ recoveryCode: set.value.recoveryCode });
  }

  /** Opens an account with its PIN. 'wrong-pin', 'too-many-tries'; 'key-missing', 'key-mismatch' where no PIN opens it. */
  async unlock(account: AccountIdentity, pin: string): Promise<Result<void>> {
    const opened = await this.#reader.tryPin(account, pin);
    if (!opened.ok) return opened;
    this.#opened.set(account.id, opened.value.keys);
    this.#updateAdministrator(account, opened.value.document);
    return ok(undefined);
  }

  /** Replaces the PIN of an account; its recovery code stays. Errors of `unlock` for the current one. */
  async changePin(account: AccountIdentity, currentPin: string, newPin: string): Promise<Result<void>> {
    const usable = checkNewPin(newPin);
    if (!usable.ok) return usable;
    const opened = await this.#reader.tryPin(account, currentPin);
    if (!opened.ok) return opened;
    const { document, keys: current } = opened.value;
    this.#opened.set(account.id, current);
    const found = await this.#reader.read(account);
    if (!found.ok) return found;
    const state = { document, secret: found.value.secret, opened: current };
    const { log = silentLog } = this.#options;
    return changePin({ store: this.#reader.find(account).store, log, ...this.#costs }, state, newPin);
  }

  /** Removes the PIN of an account, and all that opens it in other ways. Errors of `unlock`. */
  async removePin(account: AccountIdentity, pin: string, plain: UnprotectedKeyStore): Promise<Result<void>> {
    const opened = await this.#reader.tryPin(account, pin);
    if (!opened.ok) return opened;
    const { keys } = opened.value;
    this.#opened.set(account.id, keys);
    const removed = await removePin({ store: this.#reader.find(account).store, plain }, keys);
    if (removed.ok) this.forget(account.id);
    return removed;
  }

  /**
   * Opens an account with its recovery code, and gives it a new PIN and a new code. 'wrong-recovery-code' where the code
   * does not open it.
   */
  recover(account: AccountIdentity, code: string, newPin: string): NewRecoveryCodePromise {
    return this.#recoverWith(account, newPin, (document) => {
      const secret = parseRecoveryCode(code);
      if (!secret.ok) return secret;
      const lockKey = unsealLockKeyWithRecoveryCode(document, secret.value);
      secret.value.fill(0);
      return lockKey === null ? err('wrong-recovery-code') : ok(lockKey);
    });
  }

  /** Opens an account with the administrator's private key in PEM; otherwise as `recover`. */
  recoverAsAdministrator(account: AccountIdentity, pem: string, newPin: string): NewRecoveryCodePromise {
    return this.#recoverWith(account, newPin, (document) => {
      const lockKey = unsealLockKeyAsAdministrator(document, pem);
      return lockKey === null ? err('key-mismatch') : ok(lockKey);
    });
  }

  /** Makes a new recovery code; the former one opens nothing any more. Errors of `unlock`. */
  async renewRecoveryCode(account: AccountIdentity, pin: string): NewRecoveryCodePromise {
    const opened = await this.#reader.tryPin(account, pin);
    if (!opened.ok) return opened;
    const { document, keys } = opened.value;
    const code = createRecoverySecret();
    const changed = replaceRecoveryCodeInLockDocument(document, keys.lockKey, code);
    const recoveryCode = formatRecoveryCode(code);
    code.fill(0);
    this.#opened.set(account.id, keys);
    const written = this.#reader.find(account).store.writeDocument(changed);
    return written.ok ? ok({ recoveryCode }) : written;
  }

  /** Lets a job open an account with a key of its own. Errors of `unlock`. */
  async addJob(account: AccountIdentity, pin: string, job: UnattendedJobNameAndKey): Promise<Result<void>> {
    const opened = await this.#reader.tryPin(account, pin);
    if (!opened.ok) return opened;
    const { document, keys } = opened.value;
    this.#opened.set(account.id, keys);
    return this.#reader.find(account).store.writeDocument(addJobToLockDocument(document, keys.lockKey, job));
  }

  /** Takes the right to open an account away from a job; no PIN is needed for that. 'not-found' where it has none. */
  removeJob(account: AccountIdentity, name: string): Result<void> {
    const found = this.#reader.readDocument(account);
    if (!found.ok) return found;
    const changed = removeJobFromLockDocument(found.value, name);
    if (changed === null) return err('not-found', { detail: `the account has no job ${name}` });
    return this.#reader.find(account).store.writeDocument(changed);
  }

  /** Opens an account for a job. 'key-mismatch' where its key does not open it. */
  unsealLockKeyAsJob(account: AccountIdentity, job: UnattendedJobNameAndKey): Result<void> {
    const found = this.#reader.readDocument(account);
    if (!found.ok) return found;
    const keys = toUnlockedKeysFromLockKey(found.value, unsealLockKeyAsJob(found.value, job));
    if (!keys.ok) return keys;
    this.#opened.set(account.id, keys.value);
    return ok(undefined);
  }

  /** Removes what a crash has left of a PIN beside an unprotected key, which counts. */
  async removeLeftovers(account: AccountIdentity): Promise<void> {
    if (this.isOfRun(account.id) || !this.hasDocument(account.id)) return;
    const { store } = this.#reader.find(account);
    if (!isKeychainFailure(await store.deleteSecret())) store.removeDocument();
    this.#reader.forget(account.id);
  }

  /** Removes the document of an account that is being removed from this computer. */
  deleteDocument(account: AccountIdentity): Result<void> {
    const removed = this.#reader.find(account).store.removeDocument();
    this.forget(account.id);
    return removed;
  }

  /** Returns whether the keychain holds a secret of the account's document; an error where the PIN may be in force. */
  async isInForce(account: AccountIdentity): Promise<Result<boolean>> {
    const found = await this.#reader.read(account);
    if (!found.ok) return SECRET_MISSING.has(found.error.code) ? ok(false) : found;
    found.value.secret.fill(0);
    return ok(true);
  }

  get #costs() {
    const { cost = PIN_SCRYPT_COST, publicKey } = this.#options;
    return { cost, publicKey };
  }

  async #recoverWith(
    account: AccountIdentity,
    newPin: string,
    open: (document: LockDocument) => Result<Buffer>,
  ): NewRecoveryCodePromise {
    const usable = checkNewPin(newPin);
    if (!usable.ok) return usable;
    const document = this.#reader.readDocument(account);
    if (!document.ok) return document;
    const lockKey = open(document.value);
    if (!lockKey.ok) return lockKey;
    const keys = toUnlockedKeysFromLockKey(document.value, lockKey.value);
    if (!keys.ok) return keys;
    const found = await this.#reader.read(account);
    if (!found.ok && isKeychainUnusableError(found)) return found;
    const { store } = this.#reader.find(account);
    const state = {
      document: document.value,
      lockKey: keys.value.lockKey,
      known: found.ok ? found.value.secret : null,
    };
    const set = await setPinAfterRecovery({ store, ...this.#costs }, state, newPin);
    if (!set.ok) return set;
    this.#opened.set(account.id, keys.value);
    return set;
  }

  /** Seals the lock key for the current administrator. A failure is tried again at the next unlocking. */
  #updateAdministrator(account: AccountIdentity, document: LockDocument): void {
    const keys = this.#opened.get(account.id);
    if (keys === null) return;
    const changed = setAdministratorInLockDocument(document, keys.lockKey, this.#options.publicKey);
    if (changed !== document) this.#reader.find(account).store.writeDocument(changed);
  }
}
