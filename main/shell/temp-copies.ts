import type { Stats } from 'node:fs';
import { chmod, lstat, mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { err, ok, type Result } from '#contract/result.ts';
import { drop } from '#main/base/async.ts';
import type { Clock } from '#main/base/clock.ts';
import { MINUTE } from '#main/base/durations.ts';
import { systemCode } from '#main/base/json-file.ts';
import type { Log } from '#main/base/log.ts';
import type { Random } from '#main/base/random.ts';

export interface TempCopiesOptions {
  /** The folder in which every run has one of its own. Nobody else has it while this program runs. */
  readonly folder: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
}

/** How the folder of a run is called. Nothing else is ever removed. */
const RUN_NAME = /^papers-[0-9a-f]{16}$/;
/** So long a viewer may need a copy to read it. */
const LIFETIME = 15 * MINUTE;
/** A file that is in use cannot be removed on some systems; it is tried again, this often at most. */
const TRIES = 60;
const RETRY_EVERY = MINUTE;
const MAX_CONCURRENT = { recursive: true, force: true, maxRetries: 3, retryDelay: 100 } as const;

/** Whether it is a folder, no link to one, and for this user alone. */
function isOwn(stats: Stats): boolean {
  if (!stats.isDirectory()) return false;
  // Windows has no such rights; there the user's own folder keeps others out.
  return process.platform === 'win32' || ((stats.mode & 0o077) === 0 && stats.uid === process.getuid?.());
}

/** Throws where nobody should put a document. */
async function checkOwn(path: string): Promise<void> {
  if (!isOwn(await lstat(path))) throw Object.assign(new Error('no private folder'), { code: 'EPERM' });
}

/**
 * Copies of documents that lie readable on the disk for a while, because programs of others can read nothing else. Names are random
 * and ours. They go after a quarter of an hour, and when the account closes; what a crash left goes at the next start.
 */
export class TempCopies {
  readonly #options: TempCopiesOptions;
  readonly #stopping = new AbortController();
  #run: string | null = null;

  constructor(options: TempCopiesOptions) {
    this.#options = options;
  }

  /** Removes what earlier runs left. */
  async sweep(): Promise<void> {
    const { folder } = this.#options;
    const found = await lstat(folder).catch(() => null);
    // A link is not followed: what it leads to is not ours.
    if (found?.isDirectory() !== true) return;
    // Made or changed by a tool that left it open to others.
    if (!isOwn(found)) await chmod(folder, 0o700).catch(() => {});
    const entries = await readdir(folder, { withFileTypes: true });
    const left = entries
      .filter((entry) => entry.isDirectory() && RUN_NAME.test(entry.name))
      .map(({ name }) => join(folder, name))
      .filter((path) => path !== this.#run);
    await Promise.all(left.map((path) => this.#removeSurely(path)));
  }

  /** A path for a new copy; nothing lies there. 'storage-read-only' where there is no private place. */
  async place(): Promise<Result<string>> {
    const { random } = this.#options;
    try {
      const run = await this.#runFolder();
      return ok(join(run, `${random.hex(16)}.pdf`));
    } catch (thrown) {
      return err('storage-read-only', { detail: systemCode(thrown) });
    }
  }

  /** Removes a copy in a while. */
  holdBriefly(path: string): void {
    const { clock, log } = this.#options;
    const { signal } = this.#stopping;
    const removed = clock.wait(LIFETIME, signal).then(
      () => this.#removeSurely(path),
      () => {}, // the program ends and takes all of them along
    );
    drop(removed, 'a copy of a document could not be removed', log);
  }

  /** Removes a copy now. */
  remove(path: string): Promise<void> {
    return this.#removeSurely(path);
  }

  /** Removes all of this run. */
  async purge(): Promise<void> {
    const run = this.#run;
    this.#run = null;
    if (run !== null) await this.#removeSurely(run);
  }

  /** Removes all for good: the program ends. What is still in use then goes at the next start. */
  async close(): Promise<void> {
    this.#stopping.abort();
    await this.purge();
  }

  async #runFolder(): Promise<string> {
    const { folder, random } = this.#options;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await checkOwn(folder);
    // Somebody tidied up.
    if (this.#run !== null && (await lstat(this.#run).catch(() => null)) === null) this.#run = null;
    if (this.#run === null) {
      const made = join(folder, `papers-${random.hex(8)}`);
      // Not `recursive`: that would take a folder, or a link, which somebody else has put there.
      await mkdir(made, { mode: 0o700 });
      this.#run = made;
    }
    await checkOwn(this.#run);
    return this.#run;
  }

  async #removeSurely(path: string): Promise<void> {
    const { clock, log } = this.#options;
    const { signal } = this.#stopping;
    for (let turn = 1; ; turn++) {
      const problem = await rm(path, MAX_CONCURRENT).then(() => null, systemCode);
      if (problem === null) return;
      if (turn === TRIES || signal.aborted) {
        return log.warn('a copy of a document is left for the next start', { code: problem });
      }
      await clock.wait(RETRY_EVERY, signal).catch(() => {}); // tried once more at the end
    }
  }
}
