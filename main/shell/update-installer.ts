import { createHash } from 'node:crypto';
import { createReadStream, existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type {
  AppUpdater,
  CancellationToken,
  Provider,
  ResolvedUpdateFileInfo,
  UpdateInfo,
} from 'electron-updater';
import type { ProviderRuntimeOptions } from 'electron-updater/out/providers/Provider.js';
import type { UpdateFailure } from '#contract/updates.ts';
import type { Clock } from '#main/base/clock.ts';
import { MINUTE } from '#main/base/durations.ts';
import { getSystemErrorCode } from '#main/base/system-errors.ts';
import type { Log } from '#main/base/log.ts';
import type { PackageSystem } from '#main/updates/manifest.ts';
import type { UpdateDownloadResult, UpdateDownloaderAndInstaller } from '#main/updates/updates.ts';
import { limitUpdaterDownload } from './update-requests.ts';

/** What is used of electron-updater. It is loaded at the first download only. */
export interface ElectronUpdaterModule {
  readonly updater: AppUpdater;
  readonly Provider: typeof Provider;
  readonly CancellationToken: typeof CancellationToken;
}

type Wanted = Parameters<UpdateDownloaderAndInstaller['download']>[0];

/** A file that was downloaded, to be checked once more before it is run. */
interface ReadyFile {
  readonly path: string;
  readonly sha512: string;
}

const FAILURES: Readonly<Record<string, UpdateFailure>> = {
  ERR_CHECKSUM_MISMATCH: 'wrong-file',
  ERR_UPDATER_INVALID_SIGNATURE: 'wrong-file',
  ENOSPC: 'storage',
  EACCES: 'storage',
  EROFS: 'storage',
};

function toFailure(thrown: unknown): UpdateFailure {
  return FAILURES[getSystemErrorCode(thrown)] ?? 'offline';
}

/** Returns the SHA-512 of a file in base64. */
async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha512');
  await pipeline(createReadStream(path), hash);
  return hash.digest('base64');
}

/** Makes electron-updater take the signed description, and nothing that a server says. */
function announce(
  { updater, Provider: Base }: ElectronUpdaterModule,
  { version, address, name, sha512, size }: Wanted,
): void {
  const file = { url: name, sha512, size };
  const info = { version, files: [file], path: name, sha512, releaseDate: '' };
  class SignedUpdate extends Base<UpdateInfo> {
    constructor(_options: unknown, _updater: unknown, runtime: ProviderRuntimeOptions) {
      super(runtime);
    }
    async getLatestVersion(): Promise<UpdateInfo> {
      return info;
    }
    resolveFiles(): ResolvedUpdateFileInfo[] {
      return [{ url: new URL(address), info: file }];
    }
  }
  updater.setFeedURL({ provider: 'custom', updateProvider: SignedUpdate });
}

function configure(updater: AppUpdater, log: Log): void {
  updater.autoDownload = false;
  // Only the user's own request installs, because only then nothing is being sent.
  updater.autoInstallOnAppQuit = false;
  updater.allowDowngrade = false;
  updater.disableWebInstaller = true;
  // Differential downloads are off: the block lists that they use are not signed.
  updater.disableDifferentialDownload = true;
  const write = (words: unknown): void => log.info('updater', { words: String(words).slice(0, 300) });
  updater.logger = { info: write, warn: write, error: write };
}

/** A download in which nothing arrives for this long is given up: Electron's requests have no deadline of their own. */
const STALLED = 2 * MINUTE;

interface Arrival {
  readonly received: () => number;
  readonly giveUp: () => void;
  readonly signal: AbortSignal;
}

/** Gives up a download if nothing has arrived since the previous check. */
async function watchArrival(
  clock: Pick<Clock, 'wait'>,
  { received, giveUp, signal }: Arrival,
): Promise<void> {
  let before = -1;
  while (!signal.aborted) {
    if (received() === before) return giveUp();
    before = received();
    await clock.wait(STALLED, signal).catch(() => {});
  }
}

async function fetchFile(
  parts: ElectronUpdaterModule,
  wanted: Wanted,
  clock: Pick<Clock, 'wait'>,
  onPercent: (percent: number) => void,
): Promise<ReadyFile | UpdateFailure> {
  const { updater } = parts;
  announce(parts, wanted);
  const token = new parts.CancellationToken();
  const ended = new AbortController();
  const now: { failure: UpdateFailure | null; received: number } = { failure: null, received: 0 };
  const refuse = (failure: UpdateFailure): void => {
    now.failure = failure;
    token.cancel();
  };
  const abort = limitUpdaterDownload(updater, wanted.size, refuse);
  const giveUp = (): void => {
    abort();
    refuse('timeout');
  };
  updater.removeAllListeners('download-progress');
  updater.signals.progress(({ transferred }) => {
    now.received = transferred;
    onPercent(Math.min(100, Math.floor((100 * transferred) / wanted.size)));
  });
  try {
    if ((await updater.checkForUpdates())?.isUpdateAvailable !== true) return 'not-installed';
    void watchArrival(clock, { received: () => now.received, giveUp, signal: ended.signal });
    const [path] = await updater.downloadUpdate(token);
    return path === undefined ? 'storage' : { path, sha512: wanted.sha512 };
  } catch (thrown) {
    return now.failure ?? toFailure(thrown);
  } finally {
    ended.abort();
  }
}

export interface UpdateInstallerDeps {
  readonly system: PackageSystem;
  readonly load: () => Promise<ElectronUpdaterModule>;
  readonly clock: Pick<Clock, 'wait'>;
  readonly log: Log;
}

/** Creates the installer of a copy that Intray installs itself: electron-updater downloads and runs the package. */
export function createUpdateInstaller({
  system,
  load,
  clock,
  log,
}: UpdateInstallerDeps): UpdateDownloaderAndInstaller {
  let loaded: Promise<ElectronUpdaterModule> | null = null;
  let ready: ReadyFile | null = null;
  const getParts = (): Promise<ElectronUpdaterModule> => {
    loaded ??= load().then((parts) => {
      configure(parts.updater, log);
      return parts;
    });
    return loaded;
  };
  return {
    system,
    download: async (wanted, onPercent): Promise<UpdateDownloadResult> => {
      const fetched = await fetchFile(await getParts(), wanted, clock, onPercent);
      if (typeof fetched === 'string') return { failure: fetched };
      ready = fetched;
      return { failure: null };
    },
    install: async () => {
      if (ready === null) throw new Error('no update is ready');
      // The file is checked again, because it lay in a folder that the user's other programs can write to.
      if ((await hashFile(ready.path)) !== ready.sha512)
        throw new Error('the update was changed on the disk');
      const { updater } = await getParts();
      await new Promise<never>((_resolve, reject) => {
        updater.once('error', reject);
        // Silent, and Intray starts again afterwards. The promise stays open: the program quits.
        updater.quitAndInstall(true, true);
      });
    },
  };
}

/** Loads electron-updater for the system that runs; throws on a system whose packages it does not install. */
async function loadUpdater(platform: NodeJS.Platform): Promise<ElectronUpdaterModule> {
  const updaters = await import('electron-updater');
  if (platform !== 'win32' && platform !== 'darwin') throw new Error('packages are not installed here');
  return {
    updater: platform === 'win32' ? new updaters.NsisUpdater() : new updaters.MacUpdater(),
    Provider: updaters.Provider,
    CancellationToken: updaters.CancellationToken,
  };
}

export interface InstallerUnlessManagedDeps {
  readonly platform: NodeJS.Platform;
  readonly packaged: boolean;
  /** Full path of the running program's file. */
  readonly program: string;
  readonly system: PackageSystem | null;
  readonly clock: Pick<Clock, 'wait'>;
  readonly log: Log;
}

/**
 * Returns the installer of this copy; null where another program or person installs it: a package manager, a software
 * distribution (an MSI leaves no uninstaller of its own), or a developer.
 */
export function createInstallerUnlessManaged({
  platform,
  packaged,
  program,
  system,
  ...rest
}: InstallerUnlessManagedDeps): UpdateDownloaderAndInstaller | null {
  if (!packaged || system === null) return null;
  const isOwn = platform === 'darwin' || existsSync(join(dirname(program), 'Uninstall Intray.exe'));
  return isOwn ? createUpdateInstaller({ ...rest, system, load: () => loadUpdater(platform) }) : null;
}
