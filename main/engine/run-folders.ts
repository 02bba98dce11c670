import { lstat, readdir, rm } from 'node:fs/promises';
import path from 'node:path';

/** How these folders are called: the account and the run. Nothing else is ever removed. */
const NAME = /^(?:demo|[a-f0-9]{16,32})-([0-9a-f]{16})$/;

/**
 * Folders of accounts whose files end with a run of the program, because the key does: the demo clinic, and accounts without a
 * keychain. They stay as long as the run lasts, however often the account is closed or the engine starts again.
 */
export class RunFolders {
  readonly #parent: string;
  readonly #run: string;

  /** @param run names this run: 16 hex digits */
  constructor(dataDir: string, run: string) {
    this.#parent = path.join(dataDir, 'runs');
    this.#run = run;
  }

  /** The folder of an account in this run. */
  folderOf(account: string): string {
    return path.join(this.#parent, `${account}-${this.#run}`);
  }

  /** Removes an account's folder of this run. */
  async remove(account: string): Promise<void> {
    await rm(this.folderOf(account), { recursive: true, force: true });
  }

  /** Removes all folders of this run: it ends. */
  async removeOwn(): Promise<void> {
    await this.#removeWhere((run) => run === this.#run);
  }

  /** Removes what other runs have left; their keys ended with them. To be called while no other run can be alive. */
  async sweep(): Promise<void> {
    await this.#removeWhere((run) => run !== this.#run);
  }

  async #removeWhere(isDead: (run: string) => boolean): Promise<void> {
    // A link is not followed: what it leads to is not ours.
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
