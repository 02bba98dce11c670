import { toEpochMs } from '#contract/time.ts';
import type {
  UpdateChannel,
  UpdateFailure,
  UpdateMode,
  UpdateState,
  InstallBlocker,
} from '#contract/updates.ts';
import { shareResultOfRunningCall } from '#main/base/async.ts';
import type { Clock } from '#main/base/clock.ts';
import { DAY, MINUTE } from '#main/base/durations.ts';
import { describeThrown, type Log } from '#main/base/log.ts';
import type { FetchFunction } from './download.ts';
import { findUpdate, type FoundUpdate, type UpdateFileWithAddress } from './find-update.ts';
import type { PackageSystem } from './manifest.ts';
import type { UpdateCheckRecordFile } from './record.ts';

/** What the policy and the settings say about updates. */
export interface UpdateConfig {
  readonly mode: UpdateMode;
  readonly channel: UpdateChannel;
  /** Whether a policy fixes these values instead of the settings. */
  readonly isFixed: boolean;
  readonly address: string;
}

/** Downloads and installs updates. Absent where a package manager or an administrator updates Intray. */
export interface UpdateDownloaderAndInstaller {
  readonly system: PackageSystem;
  /** Resolves once the file is on the disk and is the one of the signed description. */
  download(
    wanted: UpdateFileWithAddress & { version: string },
    onPercent: (percent: number) => void,
  ): Promise<UpdateDownloadResult>;
  /** Checks the file once more, starts the installation and quits the program. Rejects where it does not begin. */
  install(): Promise<void>;
}
export type UpdateDownloadResult = { readonly failure: UpdateFailure | null };

export interface UpdateManagerDeps {
  /** Returns the present update settings; read at each check, because the policy may have changed. */
  readonly config: () => UpdateConfig;
  readonly current: string;
  readonly keys: readonly string[];
  readonly allowsHttp: boolean;
  readonly installer: UpdateDownloaderAndInstaller | null;
  readonly fetchPage: FetchFunction;
  readonly record: UpdateCheckRecordFile;
  readonly clock: Clock;
  readonly log: Log;
  /**
   * What an installation at this moment would interrupt.
   * @param sending changes on their way as the outbox last counted them
   */
  readonly unsentWork: (sending: number) => UpdateBlockingChangeCounts;
  /** Closes the account, so that nothing is sent any more; called before an installation. */
  readonly close: () => Promise<void>;
  /** Opens the account again where the installation did not begin. */
  readonly reopen: () => Promise<void>;
  readonly onChanged: (state: UpdateState) => void;
}

/** The first check waits until the start of the program is over. */
const FIRST_CHECK = 2 * MINUTE;

type Progress = Pick<UpdateState, 'phase' | 'percent' | 'available' | 'failure' | 'obstacle'>;

const IDLE: Progress = { phase: 'idle', percent: 0, available: null, failure: null, obstacle: null };

/** Returns where a configuration looks for updates, as one text. */
function toSource({ channel, address }: UpdateConfig): string {
  return `${channel} ${address}`;
}

/** Looks for new versions, downloads them and starts their installation. */
export class UpdateManager {
  readonly #deps: UpdateManagerDeps;
  #progress: Progress = IDLE;
  /** The channel and the address that the progress is about. */
  #source = '';
  #sending = 0;
  /** The version whose file was downloaded and is on the disk, and where it was offered; null where none is. */
  #downloaded: { readonly version: string; readonly source: string } | null = null;
  readonly #check = shareResultOfRunningCall(() => this.#checkOnce());

  constructor(deps: UpdateManagerDeps) {
    this.#deps = deps;
  }

  getState(): UpdateState {
    const { config, current, record, installer } = this.#deps;
    const { mode, channel, isFixed } = config();
    const { checkedAt } = record.get();
    return {
      mode,
      channel,
      isFixed,
      current,
      checkedAt: checkedAt === null ? null : toEpochMs(checkedAt),
      installer: installer !== null && mode === 'install' ? 'intray' : 'administrator',
      ...(this.#isOfOtherSource ? IDLE : this.#progress),
    };
  }

  /** Whether the progress is about another channel or address than the present ones: then it counts for nothing. */
  get #isOfOtherSource(): boolean {
    return this.#progress.phase !== 'installing' && this.#source !== toSource(this.#deps.config());
  }

  /** Checks two minutes after the start and once a day, until the signal aborts. */
  async watch(signal: AbortSignal): Promise<void> {
    const { clock } = this.#deps;
    let pause = FIRST_CHECK;
    while (!signal.aborted) {
      await clock.wait(pause, signal).catch(() => {});
      if (!signal.aborted) await this.check();
      pause = DAY;
    }
  }

  /**
   * Asks the server now. Nothing is asked where updates are off, while one is downloaded, or once one of the present channel
   * and address is ready.
   */
  async check(): Promise<UpdateState> {
    const { phase } = this.#progress;
    const isFree = phase === 'idle' || phase === 'checking' || (phase === 'ready' && this.#isOfOtherSource);
    if (isFree && this.#deps.config().mode !== 'off') await this.#check();
    return this.getState();
  }

  /**
   * Restarts into the downloaded version. While a change is being sent, or where unsent changes would be lost,
   * nothing happens, and the state says why.
   */
  async install(): Promise<UpdateState> {
    const { installer, unsentWork, config } = this.#deps;
    if (this.getState().phase !== 'ready' || installer === null || config().mode !== 'install')
      return this.getState();
    const obstacle = findInstallBlocker(unsentWork(this.#sending));
    if (obstacle === null) await this.#installNow(installer);
    else this.#set({ obstacle });
    return this.getState();
  }

  /** Receives the number of changes that are on their way; an obstacle that is gone is no longer shown. */
  handleSending(sending: number): void {
    this.#sending = sending;
    const { obstacle } = this.#progress;
    if (obstacle !== null && findInstallBlocker(this.#deps.unsentWork(sending)) === null)
      this.#set({ obstacle: null });
  }

  async #installNow(installer: UpdateDownloaderAndInstaller): Promise<void> {
    const { close, reopen, log } = this.#deps;
    this.#set({ phase: 'installing', obstacle: null, failure: null });
    try {
      await close();
      await installer.install();
    } catch (thrown) {
      log.error('the update was not installed', { thrown: describeThrown(thrown) });
      this.#downloaded = null;
      this.#set({ phase: 'idle', failure: 'not-installed' });
      await reopen();
    }
  }

  async #checkOnce(): Promise<void> {
    const { config, installer, record, clock, log } = this.#deps;
    const wanted = config();
    const { address, channel, mode } = wanted;
    const source = toSource(wanted);
    // What another channel or address has offered counts for nothing; what this one has offered stays meanwhile.
    const before = this.#isOfOtherSource ? IDLE : {};
    this.#source = source;
    this.#set({ ...before, phase: 'checking', failure: null });
    const { newest } = record.get();
    const result = await findUpdate({
      ...this.#deps,
      address,
      channel,
      newest: newest[source] ?? null,
      system: mode === 'install' ? (installer?.system ?? null) : null,
    });
    if ('failure' in result) {
      log.warn('the check for updates failed', { failure: result.failure });
      this.#set({ phase: 'idle', failure: result.failure });
      return;
    }
    record.set({ checkedAt: clock.now(), newest: { ...newest, [source]: result.newest } });
    this.#set({ phase: 'idle', available: result.found?.update ?? null });
    if (result.found !== null) this.#beginDownload(result.found);
  }

  /** The download goes on after the check has answered; its end is an event. */
  #beginDownload({ update, download }: FoundUpdate): void {
    const { installer, log } = this.#deps;
    if (installer === null || download === null) return;
    const source = this.#source;
    const isHere = this.#downloaded?.version === update.version && this.#downloaded.source === source;
    if (isHere) return this.#set({ phase: 'ready' });
    this.#set({ phase: 'downloading', percent: 0 });
    // A download that fails leaves no file of an earlier one either.
    this.#downloaded = null;
    const wanted = { ...download, version: update.version };
    const onPercent = (percent: number): void => {
      if (this.#progress.phase === 'downloading' && percent !== this.#progress.percent)
        this.#set({ percent });
    };
    installer.download(wanted, onPercent).then(
      ({ failure }) => {
        if (failure === null) this.#downloaded = { version: update.version, source };
        else log.warn('the update could not be downloaded', { failure });
        this.#set({ phase: failure === null ? 'ready' : 'idle', failure });
      },
      (thrown: unknown) => {
        log.error('the update could not be downloaded', { thrown: describeThrown(thrown) });
        this.#set({ phase: 'idle', failure: 'storage' });
      },
    );
  }

  #set(change: Partial<Progress>): void {
    this.#progress = { ...this.#progress, ...change };
    this.#deps.onChanged(this.getState());
  }
}

/** The numbers of unsent changes that decide whether an update may be installed now. */
export interface UpdateBlockingChangeCounts {
  /** Changes that are on their way to the service. */
  readonly sending: number;
  /** Unsent changes that end with this run, because this computer has no keychain. */
  readonly unsaved: number;
}

/**
 * Returns why Intray may not restart into a new version now; null where it may. Changes that wait in the outbox
 * do not prevent it: they are on the disk, and the new version sends them.
 */
export function findInstallBlocker({ sending, unsaved }: UpdateBlockingChangeCounts): InstallBlocker | null {
  if (sending > 0) return 'sending';
  return unsaved > 0 ? 'unsaved' : null;
}
