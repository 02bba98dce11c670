import { EVENTS, type UsedApp, type UsedCommandLine } from './members.ts';
import { hostEvent, KnownEmitter, createStrictObject } from './strict.ts';

/** What the stand-in does with a browser and processes, and the fake of the unit tests without. */
export interface AppDriver {
  /** Called with each use of the object. */
  readonly onUse: (name: string, ...args: readonly unknown[]) => void;
  readonly getVersion: () => string;
  /** Returns whether this is the first run on that profile. `onSecond` is called at each later one. */
  readonly lock: (profile: string, onSecond: () => void) => boolean;
  readonly exit: (code: number) => void;
  /** Starts the program again once it has ended. */
  readonly startAgain: () => void;
}

/** A window of the program, as far as quitting concerns it. */
export interface OpenWindow extends KnownEmitter {
  /** Whether its page is on its way out. */
  readonly isClosing: boolean;
  close(): void;
}

/** `electron.app`: the same sequence of events with and without a browser. */
export class HostApp extends KnownEmitter implements UsedApp {
  // Nothing here is `#`, see `KnownEmitter`.
  isPackaged = false;
  /** The language and the region of the operating system, as a BCP 47 tag. */
  systemLocale = 'en-GB';
  /** Command-line switches of Chromium that the program has added, by name. */
  readonly switches = new Map<string, string>();
  /** Whether the program has asked for Chromium's sandbox for every page. */
  isSandboxed = false;
  /** Whether it quits by itself. */
  isQuitting = false;
  readonly commandLine: UsedCommandLine;
  private readonly windows = new Set<OpenWindow>();
  private readonly driver: AppDriver;
  private profile: string | null = null;
  private hasBecomeReady = false;

  constructor(driver: AppDriver, moreEvents: readonly string[] = []) {
    super('app', [...EVENTS.app, ...moreEvents]);
    this.driver = driver;
    this.commandLine = createStrictObject('app.commandLine', {
      appendSwitch: (name: string, value = ''): void => {
        driver.onUse('app.commandLine.appendSwitch', name, value);
        this.switches.set(name, value);
      },
    } satisfies UsedCommandLine);
  }

  /** There are no graphics to accelerate. */
  disableHardwareAcceleration(): void {
    this.driver.onUse('app.disableHardwareAcceleration');
  }
  enableSandbox(): void {
    this.driver.onUse('app.enableSandbox');
    this.isSandboxed = true;
  }
  exit(code = 0): void {
    this.driver.onUse('app.exit', code);
    this.driver.exit(code);
  }
  getPreferredSystemLanguages(): string[] {
    return [this.getSystemLocale()];
  }
  getSystemLocale(): string {
    return this.systemLocale;
  }
  getVersion(): string {
    return this.driver.getVersion();
  }
  quit(): void {
    this.driver.onUse('app.quit');
    const asking = hostEvent();
    this.emit('before-quit', asking);
    if (asking.defaultPrevented) return;
    this.isQuitting = true;
    if (this.windows.size === 0) return this.finishQuitting();
    const windows = [...this.windows];
    // Closing one may close others.
    windows.filter(({ isClosing }) => !isClosing).forEach((window) => window.close());
    // The program may prevent that one of them closes.
    if (windows.some(({ isClosing }) => !isClosing)) this.isQuitting = false;
  }
  relaunch(): void {
    this.driver.onUse('app.relaunch');
    this.driver.startAgain();
  }
  requestSingleInstanceLock(): boolean {
    this.driver.onUse('app.requestSingleInstanceLock');
    if (this.profile === null) throw new Error('the stand-in host has no place for a profile before setPath');
    return this.driver.lock(this.profile, () => this.emit('second-instance', hostEvent(), [], ''));
  }
  setAppUserModelId(id: string): void {
    this.driver.onUse('app.setAppUserModelId', id);
  }
  setBadgeCount(count?: number): boolean {
    this.driver.onUse('app.setBadgeCount', count);
    return true;
  }
  setPath(name: string, path: string): void {
    this.driver.onUse('app.setPath', name, path);
    if (name !== 'userData') throw new TypeError(`the stand-in host has no path ${name}`);
    this.profile = path;
  }
  setToastActivatorCLSID(id: string): void {
    if (!/^\{[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}\}$/i.test(id)) throw new Error('no CLSID');
    this.driver.onUse('app.setToastActivatorCLSID', id);
  }
  isReady(): boolean {
    return this.hasBecomeReady;
  }
  /** It becomes ready only for a program that waits for it, and not at once. */
  async whenReady(): Promise<void> {
    this.driver.onUse('app.whenReady');
    await Promise.resolve();
    this.hasBecomeReady = true;
  }
  /** Whether an error that is shown now is only written to stderr, as on Linux before the program is ready. */
  dropsErrorBox(): boolean {
    return process.platform === 'linux' && !this.hasBecomeReady;
  }

  addWindow(window: OpenWindow): void {
    this.windows.add(window);
  }
  /** Called when a window has closed. */
  removeWindow(window: OpenWindow): void {
    this.windows.delete(window);
    if (this.windows.size > 0) return;
    if (this.isQuitting) this.finishQuitting();
    else if (this.listenerCount('window-all-closed') === 0) this.quit();
    else this.emit('window-all-closed');
  }

  /** Forgets what the program has set, for the next test. */
  reset(): void {
    this.removeAllListeners();
    this.switches.clear();
    this.windows.clear();
    Object.assign(this, {
      isPackaged: false,
      isSandboxed: false,
      isQuitting: false,
      profile: null,
      hasBecomeReady: false,
      systemLocale: 'en-GB',
    });
  }

  /** Called when no window is left. */
  private finishQuitting(): void {
    const last = hostEvent();
    this.emit('will-quit', last);
    if (!last.defaultPrevented) this.driver.exit(0);
  }
}
