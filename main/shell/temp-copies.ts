import { hash } from 'node:crypto';
import { existsSync, type Stats } from 'node:fs';
import { chmod, lstat, mkdir, readdir, rm, rmdir } from 'node:fs/promises';
import { isAbsolute, join, relative, sep } from 'node:path';
import { err, ok, type Result } from '#contract/result.ts';
import { runInBackground } from '#main/base/async.ts';
import type { Clock } from '#main/base/clock.ts';
import { findFolderRisk, NON_OWNER_MODE_BITS } from '#main/base/data-folder.ts';
import { MINUTE } from '#main/base/durations.ts';
import { getSystemErrorCode } from '#main/base/system-errors.ts';
import type { Log } from '#main/base/log.ts';
import type { RandomSource } from '#main/base/random.ts';

/** A folder of every computer that can run snaps. */
const SNAP_FOLDER = '/var/lib/snapd/desktop';

export interface TempCopiesPlace {
  readonly dataDir: string;
  readonly platform: NodeJS.Platform;
  /** The user's home folder. */
  readonly home: string;
  /** Whether programs may be snaps. */
  readonly hasSnaps?: boolean;
}

/**
 * Returns the folders of the copies: first that of new ones, then any other that an earlier run may have used.
 * A viewer that is a snap, such as Ubuntu's own, reads only what is in the home folder and not hidden.
 */
export function getTempCopiesFolders({
  dataDir,
  platform,
  home,
  hasSnaps = existsSync(SNAP_FOLDER),
}: TempCopiesPlace): readonly [string, ...string[]] {
  const usual = join(dataDir, 'opened');
  const inHome = relative(home, usual);
  const isReadable = !isAbsolute(inHome) && !inHome.split(sep).some((part) => part.startsWith('.'));
  if (platform !== 'linux' || !hasSnaps || isReadable) return [usual];
  return [join(home, `intray-opened-${hash('sha256', dataDir).slice(0, 8)}`), usual];
}

export interface TempCopiesOptions {
  /** The folder that contains one folder per run. While this program runs, no other process uses it. */
  readonly folder: string;
  /** Other folders in which earlier runs may have left copies. */
  readonly otherFolders?: readonly string[];
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly log: Log;
}

/** The name of a run's folder. Nothing else is ever removed. */
const RUN_NAME = /^papers-[0-9a-f]{16}$/;
/** How long a viewer may need a copy to read it. */
const LIFETIME = 15 * MINUTE;
/** Maximum number of attempts: on some systems a file that is in use cannot be removed. */
const MAX_ATTEMPTS = 60;
const RETRY_EVERY = MINUTE;
const REMOVE_OPTIONS = { recursive: true, force: true, maxRetries: 3, retryDelay: 100 } as const;

/** Returns whether the stats are those of a folder, not of a link, that only this user can access. */
function isPrivateFolder(stats: Stats): boolean {
  return findFolderRisk(stats, NON_OWNER_MODE_BITS.any) === null;
}

/** Throws where a document must not be placed. */
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
  #run: string | null = null;

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
    // Its permissions were opened by another tool.
    if (!isPrivateFolder(found)) await chmod(folder, 0o700).catch(() => {});
    const entries = await readdir(folder, { withFileTypes: true });
    const left = entries
      .filter((entry) => entry.isDirectory() && RUN_NAME.test(entry.name))
      .map(({ name }) => join(folder, name))
      .filter((path) => path !== this.#run);
    await Promise.all(left.map((path) => this.#removeWithRetries(path)));
  }

  /** Returns an unused path for a new copy. 'storage-read-only' where there is no private folder. */
  async createPath(): Promise<Result<string>> {
    const { random } = this.#options;
    try {
      const run = await this.#runFolder();
      return ok(join(run, `${random.hex(16)}.pdf`));
    } catch (thrown) {
      return err('storage-read-only', { detail: getSystemErrorCode(thrown) });
    }
  }

  /** Removes a copy after its lifetime. */
  removeLater(path: string): void {
    const { clock, log } = this.#options;
    const { signal } = this.#stopping;
    const removed = clock.wait(LIFETIME, signal).then(
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
    if (run !== null) await this.#removeWithRetries(run);
  }

  /** Removes all copies at the end of the program. Files still in use are removed at the next start. */
  async close(): Promise<void> {
    this.#stopping.abort();
    await this.purge();
    // The folder may be in the home folder. Files of other programs in it stay.
    await rmdir(this.#options.folder).catch(() => {});
  }

  async #runFolder(): Promise<string> {
    const { folder, random } = this.#options;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await checkPrivate(folder);
    // The folder was removed by another program.
    if (this.#run !== null && (await lstat(this.#run).catch(() => null)) === null) this.#run = null;
    if (this.#run === null) {
      const made = join(folder, `papers-${random.hex(8)}`);
      // Not `recursive`: that would accept an existing folder or a link made by another user.
      await mkdir(made, { mode: 0o700 });
      this.#run = made;
    }
    await checkPrivate(this.#run);
    return this.#run;
  }

  async #removeWithRetries(path: string): Promise<void> {
    const { clock, log } = this.#options;
    const { signal } = this.#stopping;
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
