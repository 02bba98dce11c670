import { seal, unseal } from './sealing.ts';

/** The keys of an unlocked account. */
export interface OpenedLock {
  /** Opens the document; it changes only with the PIN's removal. */
  readonly lockKey: Buffer;
  /** The key of the files. */
  readonly fileKey: Buffer;
}

/** The keys of the accounts that are unlocked. They are overwritten when an account is locked. */
export class OpenedLocks {
  readonly #opened = new Map<string, OpenedLock>();

  get(account: string): OpenedLock | null {
    return this.#opened.get(account) ?? null;
  }

  /** Takes over the keys; those that it held are overwritten. */
  set(account: string, keys: OpenedLock): void {
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
    return opened === undefined ? null : seal(Buffer.from(text), opened.lockKey, `note of ${account}`);
  }

  /** Returns a sealed text; null while the account is locked, or where its lock is another one. */
  openNote(account: string, sealed: string): string | null {
    const opened = this.#opened.get(account);
    const text = opened === undefined ? null : unseal(sealed, opened.lockKey, `note of ${account}`);
    return text === null ? null : text.toString();
  }
}
