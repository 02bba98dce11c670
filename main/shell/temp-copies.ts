import { rmSync, type Stats } from 'node:fs';
import { chmod, lstat, mkdir, readdir, rm, rmdir } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { err, ok, type Result } from '#contract/result.ts';
import { runInBackground } from '#main/base/async.ts';
import type { Clock } from '#main/base/clock.ts';
import { findFolderPermissionRisk, GROUP_AND_OTHERS_MODE_BITS } from '#main/base/data-folder.ts';
import { MINUTE } from '#main/base/durations.ts';
import { getSystemErrorCode } from '#main/base/system-errors.ts';
import { COPIES_OF_RUN_FOLDER, SINGLE_COPY_FOLDER } from '#main/base/temp-copies-folders.ts';
import type { Log } from '#main/base/log.ts';
import type { RandomGenerator } from '#main/base/random.ts';

export interface TempCopiesOptions {
  /** The folder that contains one folder per run. While this program runs, no other process uses it. */
  readonly folder: string;
  /** Other folders in which earlier runs may have left copies. */
  readonly otherFolders?: readonly string[];
  readonly clock: Clock;
  readonly random: RandomGenerator;
  readonly log: Log;
}

/** How long a copy stays, so that a viewer can read it. */
export const TEMP_COPY_LIFETIME = 15 * MINUTE;
/** Maximum number of attempts: on some systems a file that is in use cannot be removed. */
const MAX_ATTEMPTS = 60;
const RETRY_EVERY = MINUTE;
const REMOVE_OPTIONS = { recursive: true, force: true, maxRetries: 3, retryDelay: 100 } as const;

/** Returns what has to be removed for a copy, or for a run's folder: a copy with a folder of its own goes with it. */
function getRemovedPath(path: string): string {
  const folder = dirname(path);
  const isOwn =
    SINGLE_COPY_FOLDER.test(basename(folder)) && COPIES_OF_RUN_FOLDER.test(basename(dirname(folder)));
  return isOwn ? folder : path;
}

/** The folder of a run; from the moment when it is being made, so that there is only one and it is removed in any case. */
interface RunFolder {
  readonly path: string;
  readonly made: Promise<void>;
  /** Whether it was made: another program's folder may have its name. */
  isMade: boolean;
}

/** Returns whether the stats are those of a folder, not of a link, that only this user can access. */
function isPrivateFolder(stats: Stats): boolean {
  return findFolderPermissionRisk(stats, GROUP_AND_OTHERS_MODE_BITS.any) === null;
}

/** Throws if the folder is a link or other users can access it. */
async function checkPrivate(path: string): Promise<void> {
  if (!isPrivateFolder(await lstat(path)))
    throw Object.assign(new Error('no private folder'), { code: 'EPERM' });
}

/**
 * Copies of documents that are readable on the disk for a short time, because other programs cannot open
 * encrypted ones. Their names are random. They are removed after a quarter of an hour and when the account
 * closes; after a crash they are removed at the next start.
 */
export class TempCopies {
  readonly #options: TempCopiesOptions;
  readonly #stopping = new AbortController();
  #run: RunFolder | null = null;

  constructor(options: TempCopiesOptions) {
    this.#options = options;
  }

  /** Removes the copies that earlier runs did not remove. */
  async removeLeftovers(): Promise<void> {
    const { folder, otherFolders = [] } = this.#options;
    await Promise.all([folder, ...otherFolders].map((each) => this.#sweepFolder(each)));
  }

  async #sweepFolder(folder: string): Promise<void> {
    const found = await lstat(folder).catch(() => null);
    // A link is not followed: its target is not ours.
    if (found?.isDirectory() !== true) return;
    // Restores the permissions of a folder that another tool has opened to other users.
    if (!isPrivateFolder(found)) await chmod(folder, 0o700).catch(() => {});
    const entries = await readdir(folder, { withFileTypes: true });
    const left = entries
      .filter((entry) => entry.isDirectory() && COPIES_OF_RUN_FOLDER.test(entry.name))
      .map(({ name }) => join(folder, name))
      .filter((path) => path !== this.#run?.path);
    await Promise.all(left.map((path) => this.#removeWithRetries(path)));
  }

  /**
   * Returns an unused path for a new copy. 'storage-read-only' where there is no private folder.
   * @param name the name of the file, which another program keeps; it is then in a folder of its own. Default: a random one
   */
  async createPath(name?: string): Promise<Result<string>> {
    const { random } = this.#options;
    try {
      const run = await this.#runFolder();
      if (name === undefined) return ok(join(run, `${random.hex(16)}.pdf`));
      const folder = join(run, random.hex(16));
      await mkdir(folder, { mode: 0o700 });
      return ok(join(folder, name));
    } catch (thrown) {
      return err('storage-read-only', { detail: getSystemErrorCode(thrown) });
    }
  }

  /** Removes a copy after a quarter of an hour, without waiting for it. */
  removeLater(path: string): void {
    const { clock, log } = this.#options;
    const { signal } = this.#stopping;
    const removed = clock.wait(TEMP_COPY_LIFETIME, signal).then(
      () => this.#removeWithRetries(path),
      () => {}, // The program ends, which removes all copies.
    );
    runInBackground(removed, 'a temporary copy could not be removed', log);
  }

  /** Removes a copy now. */
  remove(path: string): Promise<void> {
    return this.#removeWithRetries(path);
  }

  /** Removes all copies of this run. */
  async purge(): Promise<void> {
    const run = this.#run;
    this.#run = null;
    if (run === null) return;
    await run.made.catch(() => {});
    // Where it could not be made, nothing is removed.
    if (run.isMade) await this.#removeWithRetries(run.path);
  }

  /**
   * Removes all copies of this run before it returns: right after it has ended the user's session the system kills this program. Files
   * still in use are removed at the next start.
   */
  removeAtSessionEnd(): void {
    const run = this.#run;
    this.#run = null;
    this.#stopping.abort();
    // A folder that is still being made has no copies.
    if (run?.isMade !== true) return;
    try {
      rmSync(run.path, { recursive: true, force: true });
    } catch (thrown) {
      this.#options.log.warn('a temporary copy remains until the next start', {
        code: getSystemErrorCode(thrown),
      });
    }
  }

  /** Removes all copies at the end of the program. Files still in use are removed at the next start. */
  async close(): Promise<void> {
    this.#stopping.abort();
    await this.purge();
    // The folder may be in the home folder. Files of other programs in it stay.
    await rmdir(this.#options.folder).catch(() => {});
  }

  async #runFolder(): Promise<string> {
    const { folder } = this.#options;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await checkPrivate(folder);
    const known = this.#run;
    // The folder was removed by another program.
    const isGone = known !== null && !(await this.#isThere(known));
    if (isGone && this.#run === known) this.#run = null;
    this.#run ??= this.#makeRunFolder();
    const run = this.#run;
    await run.made;
    await checkPrivate(run.path);
    return run.path;
  }

  #makeRunFolder(): RunFolder {
    const { folder, random } = this.#options;
    const path = join(folder, `papers-${random.hex(8)}`);
    // Not `recursive`: that would accept an existing folder or a link made by another user.
    const make = async (): Promise<void> => {
      await mkdir(path, { mode: 0o700 });
      run.isMade = true;
    };
    const run: RunFolder = { path, made: make(), isMade: false };
    return run;
  }

  async #isThere({ path, made }: RunFolder): Promise<boolean> {
    return made
      .then(() => lstat(path))
      .then(
        () => true,
        () => false,
      );
  }

  async #removeWithRetries(copy: string): Promise<void> {
    const { clock, log } = this.#options;
    const { signal } = this.#stopping;
    const path = getRemovedPath(copy);
    for (let turn = 1; ; turn++) {
      const problem = await rm(path, REMOVE_OPTIONS).then(() => null, getSystemErrorCode);
      if (problem === null) return;
      if (turn === MAX_ATTEMPTS || signal.aborted) {
        return log.warn('a temporary copy remains until the next start', { code: problem });
      }
      await clock.wait(RETRY_EVERY, signal).catch(() => {}); // One last attempt is made at the end.
    }
  }
}
