import { lstat, readdir, rm } from 'node:fs/promises';
import path from 'node:path';

/** Name of a temporary folder: account, or the access log, and run. No other file or folder is ever removed. */
const NAME = /^(?:demo|access-log|[a-f0-9]{16,32})-([0-9a-f]{16})$/;

/**
 * Folders of accounts whose files do not outlive the program's run, because their key does not: the demo
 * clinic, and accounts without a keychain. They remain for the whole run, even when the account is closed or
 * the engine restarts.
 */
export class TemporaryAccountFolders {
  readonly #parent: string;
  readonly #run: string;

  /** @param run id of this run, 16 hex digits */
  constructor(dataDir: string, run: string) {
    this.#parent = path.join(dataDir, 'runs');
    this.#run = run;
  }

  /** Returns the path of an account's folder in this run. */
  getFolder(account: string): string {
    return path.join(this.#parent, `${account}-${this.#run}`);
  }

  /** Removes an account's folder of this run. */
  async remove(account: string): Promise<void> {
    await rm(this.getFolder(account), { recursive: true, force: true });
  }

  /** Removes all folders of this run, at its end. */
  async removeOwn(): Promise<void> {
    await this.#removeWhere((run) => run === this.#run);
  }

  /**
   * Removes the folders of other runs, whose keys no longer exist. Must not be called while another run may
   * be alive.
   */
  async removeOthers(): Promise<void> {
    await this.#removeWhere((run) => run !== this.#run);
  }

  async #removeWhere(isDead: (run: string) => boolean): Promise<void> {
    // A symbolic link is not followed: its target does not belong to Intray.
    const parent = await lstat(this.#parent).catch(() => null);
    if (parent?.isDirectory() !== true) return;
    const entries = await readdir(this.#parent, { withFileTypes: true });
    for (const entry of entries) {
      const [, run] = NAME.exec(entry.name) ?? [];
      if (run === undefined || !entry.isDirectory() || !isDead(run)) continue;
      await rm(path.join(this.#parent, entry.name), { recursive: true, force: true });
    }
  }
}
