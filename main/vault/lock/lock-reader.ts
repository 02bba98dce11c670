import type { AccountIdentity } from '#contract/accounts.ts';
import { err, ok, type Err, type Result } from '#contract/result.ts';
import type { Clock } from '#main/base/clock.ts';
import { isKeychainFailure, toKeychainError } from '../keychain-result.ts';
import type { Vault } from '../vault.ts';
import {
  isLockDocumentOf,
  isPinPepperOfLockDocument,
  unsealFileKey,
  unsealLockKeyWithPin,
  type LockDocument,
} from './lock-document.ts';
import { openKeychainLockStore, type LockFileOperations, type AccountLockStorage } from './lock-store.ts';
import type { UnlockedKeys } from './opened-locks.ts';
import { PinTryLimiter } from './pin-tries.ts';

export interface LockReaderAndPinVerifierDeps {
  readonly dataDir: string;
  readonly vault: Vault;
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  readonly files?: LockFileOperations | undefined;
}

interface AccountLock {
  readonly store: AccountLockStorage;
  readonly tries: PinTryLimiter;
}

/** A document with the keychain's secret that belongs to it. */
interface Lockable {
  readonly document: LockDocument;
  readonly secret: Buffer;
}

/** The document and the keys that the right PIN has opened. */
interface OpenedByPin {
  readonly keys: UnlockedKeys;
  readonly document: LockDocument;
}

const NO_PIN = err('invalid-input', { detail: 'the account has no PIN' });

/** Returns the keys behind a lock key; 'key-mismatch' where there is none, or the document was changed. */
export function toUnlockedKeysFromLockKey(
  document: LockDocument,
  lockKey: Buffer | null,
): Result<UnlockedKeys> {
  const fileKey = lockKey === null ? null : unsealFileKey(document, lockKey);
  return lockKey === null || fileKey === null ? err('key-mismatch') : ok({ lockKey, fileKey });
}

/** Reads the locks of accounts, and tries PINs. */
export class LockReaderAndPinVerifier {
  readonly #options: LockReaderAndPinVerifierDeps;
  readonly #locks = new Map<string, AccountLock>();

  constructor(options: LockReaderAndPinVerifierDeps) {
    this.#options = options;
  }

  /** Returns whether the lock of an account ends with this run. */
  isOfRun(account: string): boolean {
    return this.#locks.get(account)?.store.place === 'memory';
  }

  forget(account: string): void {
    this.#locks.delete(account);
  }

  /** Returns the places of an account's lock, whether or not it has one. */
  find(account: AccountIdentity): AccountLock {
    const known = this.#locks.get(account.id);
    return known ?? this.add(account.id, openKeychainLockStore(this.#options, account));
  }

  /** Sets the places of an account's lock. */
  add(account: string, store: AccountLockStorage): AccountLock {
    const added = { store, tries: new PinTryLimiter(store, this.#options.clock) };
    this.#locks.set(account, added);
    return added;
  }

  /** 'invalid-input' where the account has no PIN; 'account-mismatch' where the document was made for another address or user. */
  readDocument(account: AccountIdentity): Result<LockDocument> {
    const read = this.find(account).store.readDocument();
    if (!read.ok) return read;
    if (read.value === null) return NO_PIN;
    return isLockDocumentOf(read.value, account) ? ok(read.value) : err('account-mismatch');
  }

  /**
   * Reads the document and the keychain's secret, which the caller overwrites; 'key-missing' or 'key-mismatch' where they
   * do not belong together.
   */
  async read(account: AccountIdentity): Promise<Result<Lockable>> {
    const document = this.readDocument(account);
    if (!document.ok) return document;
    const secret = await this.find(account).store.getSecret();
    if (isKeychainFailure(secret)) return toKeychainError(secret);
    if (secret.state !== 'found') return err('key-missing');
    if (!isPinPepperOfLockDocument(document.value, secret.value)) {
      secret.value.fill(0);
      return err('key-mismatch');
    }
    return ok({ document: document.value, secret: secret.value });
  }

  /** Tries a PIN, which is counted first. 'wrong-pin' or 'too-many-tries' where it opens nothing. */
  async tryPin(account: AccountIdentity, pin: string): Promise<Result<OpenedByPin>> {
    const found = await this.read(account);
    if (!found.ok) return found;
    const { document, secret } = found.value;
    const { tries } = this.find(account);
    const begun = await tries.begin();
    const lockKey = begun.ok ? await unsealLockKeyWithPin(document, pin, secret) : null;
    secret.fill(0);
    if (!begun.ok) return begun;
    if (lockKey === null) return tries.fail();
    await tries.succeed();
    const keys = toUnlockedKeysFromLockKey(document, lockKey);
    return keys.ok ? ok({ keys: keys.value, document }) : keys;
  }
}

/** Returns whether an error is that of a keychain that is locked or missing. */
export function isKeychainUnusableError({ error }: Err): boolean {
  return error.code === 'keychain-locked' || error.code === 'keychain-unavailable';
}
