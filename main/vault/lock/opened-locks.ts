import { encryptWithContext, decryptWithContext } from './sealing.ts';

/** The lock key and the file key of an unlocked account. */
export interface UnlockedKeys {
  /** The key that opens the lock document; it changes only when the PIN is removed. */
  readonly lockKey: Buffer;
  /** The key that encrypts the account's files. */
  readonly fileKey: Buffer;
}

/** The keys of the accounts that are unlocked. They are overwritten when an account is locked. */
export class UnlockedKeysByAccount {
  readonly #opened = new Map<string, UnlockedKeys>();

  get(account: string): UnlockedKeys | null {
    return this.#opened.get(account) ?? null;
  }

  /** Stores the keys of an unlocked account; former ones of the account are overwritten. */
  set(account: string, keys: UnlockedKeys): void {
    this.close(account);
    this.#opened.set(account, keys);
  }

  /** Overwrites the keys of an account with zeros. */
  close(account: string): void {
    const opened = this.#opened.get(account);
    opened?.lockKey.fill(0);
    opened?.fileKey.fill(0);
    this.#opened.delete(account);
  }

  /** Seals a text so that it can be read again only while the account is unlocked; null while it is locked. */
  sealNote(account: string, text: string): string | null {
    const opened = this.#opened.get(account);
    return opened === undefined
      ? null
      : encryptWithContext(Buffer.from(text), opened.lockKey, `note of ${account}`);
  }

  /** Returns a sealed text; null while the account is locked, or where its lock is another one. */
  openNote(account: string, sealed: string): string | null {
    const opened = this.#opened.get(account);
    const text =
      opened === undefined ? null : decryptWithContext(sealed, opened.lockKey, `note of ${account}`);
    return text === null ? null : text.toString();
  }
}
