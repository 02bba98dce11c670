import { timingSafeEqual } from 'node:crypto';
import { err, ok, type Result } from '#contract/result.ts';
import {
  unsealFileKey,
  unsealNextFileKey,
  replaceFileKeysInLockDocument,
  addNextFileKeyToLockDocument,
  type LockDocument,
} from './lock-document.ts';
import type { AccountLockStorage } from './lock-store.ts';
import type { UnlockedKeys } from './opened-locks.ts';

const NO_DOCUMENT = err('key-missing', { detail: 'the locked key is gone' });

/**
 * The sealed keys of an unlocked account's files: the present one, and while it is replaced the next one beside it. All
 * that opens the lock key (PIN, recovery code, administrator, jobs) stays as it is.
 */
export class SealedFileKeyStore {
  readonly #store: AccountLockStorage;
  readonly #keys: UnlockedKeys;

  constructor(store: AccountLockStorage, keys: UnlockedKeys) {
    this.#store = store;
    this.#keys = keys;
  }

  /** Returns the next key of a change that was interrupted, 64 hex digits; null where there is none. */
  readNext(): string | null {
    const document = this.#read();
    const next = document.ok ? unsealNextFileKey(document.value, this.#keys.lockKey) : null;
    const text = next?.toString('hex') ?? null;
    next?.fill(0);
    return text;
  }

  /** Seals the next key beside the present one, and reads it back. */
  async note({ next }: { readonly next: string }): Promise<Result<void>> {
    const document = this.#read();
    if (!document.ok) return document;
    const key = Buffer.from(next, 'hex');
    const written = this.#store.writeDocument(
      addNextFileKeyToLockDocument(document.value, this.#keys.lockKey, key),
    );
    key.fill(0);
    if (!written.ok) return written;
    return this.readNext() === next ? written : err('key-mismatch', { detail: 'the new key was not sealed' });
  }

  /** Seals the key that the files need, and no other, and reads it back. The account stays unlocked with it. */
  async settle(needed: string): Promise<Result<void>> {
    const document = this.#read();
    if (!document.ok) return document;
    const key = Buffer.from(needed, 'hex');
    const written = this.#store.writeDocument(
      replaceFileKeysInLockDocument(document.value, this.#keys.lockKey, key),
    );
    if (!written.ok) return written;
    const stored = this.#read();
    const found = stored.ok ? unsealFileKey(stored.value, this.#keys.lockKey) : null;
    const isStored = found !== null && timingSafeEqual(found, key);
    found?.fill(0);
    if (isStored) key.copy(this.#keys.fileKey);
    key.fill(0);
    return isStored ? ok(undefined) : err('key-mismatch', { detail: 'the key was not sealed' });
  }

  #read(): Result<LockDocument> {
    const read = this.#store.readDocument();
    if (!read.ok) return read;
    return read.value === null ? NO_DOCUMENT : ok(read.value);
  }
}
