import type { HostApp } from './host-app.ts';
import { type HostContents, refuseDestroyed } from './host-contents.ts';
import { EVENTS, OPTIONS, type UsedWindow } from './members.ts';
import { hostEvent, KnownEmitter, knownKeys } from './strict.ts';

/** What is behind a window: a page of Chromium, or a test. */
export interface WindowDriver {
  /** Called with each use of the object. */
  readonly onUse: (name: string, ...args: readonly unknown[]) => void;
  /** The program, of which this is a window. */
  readonly app: HostApp;
  readonly load: (address: string) => Promise<void>;
  /** Brings the visible window before all others. */
  readonly raise: () => void;
  /** Closes the page; `handleClosed` is called when it is gone. */
  readonly close: () => void;
  readonly setTitle: (title: string) => void;
}

/**
 * A window with the worst behaviour of Electron. It never emits `ready-to-show`, as on some Wayland desktops,
 * takes no focus while it is not visible, loses an overlay icon without a button in the task bar, and throws
 * at each use after it has closed.
 */
export class HostWindow<C extends HostContents = HostContents> extends KnownEmitter implements UsedWindow {
  // Nothing here is `#`, see `KnownEmitter`.
  readonly options: Electron.BrowserWindowConstructorOptions;
  /** The icon on its button in the task bar, which exists only while the window is visible. */
  overlay: Electron.NativeImage | null = null;
  minimized = false;
  /** Whether it has been closed, and its page is on its way out. */
  isClosing = false;
  private readonly driver: WindowDriver;
  private readonly contents: C;
  private visible: boolean;
  private isGone = false;
  /** The window itself: the program calls its methods through a strict object, which the app does not know. */
  private readonly self: HostWindow<C> = this;

  constructor(options: Electron.BrowserWindowConstructorOptions, contents: C, driver: WindowDriver) {
    super('BrowserWindow', EVENTS.browserWindow);
    knownKeys('BrowserWindow', options, OPTIONS.browserWindow);
    this.options = options;
    this.contents = contents;
    this.driver = driver;
    this.visible = options.show ?? true;
    driver.onUse('new BrowserWindow', options);
    driver.app.addWindow(this);
    driver.app.emit('web-contents-created', hostEvent(), contents);
  }
  override emit(name: string, ...args: unknown[]): boolean {
    if (name === 'show') this.visible = true;
    if (name === 'hide') this.visible = false;
    if (name === 'hide') this.overlay = null;
    return super.emit(name, ...args);
  }
  get webContents(): C {
    refuseDestroyed(this.isGone);
    return this.contents;
  }
  async loadURL(address: string): Promise<void> {
    this.use('window.loadURL', address);
    return this.driver.load(address);
  }
  show(): void {
    this.use('window.show');
    this.driver.raise();
    this.emit('show');
  }
  focus(): void {
    this.use('window.focus');
    if (this.visible) this.driver.raise();
  }
  restore(): void {
    this.use('window.restore');
    this.minimized = false;
  }
  /** The program can prevent it. Pages are closed without `beforeunload`. */
  close(): void {
    this.use('window.close');
    const asking = hostEvent();
    this.emit('close', asking);
    if (asking.defaultPrevented || this.isGone || this.isClosing) return;
    this.isClosing = true;
    this.driver.close();
  }
  /** Closes it at once: the program is not asked. */
  destroy(): void {
    this.use('window.destroy');
    if (this.isClosing) return;
    this.isClosing = true;
    this.driver.close();
    this.handleClosed();
  }
  isVisible(): boolean {
    refuseDestroyed(this.isGone);
    return this.visible;
  }
  isMinimized(): boolean {
    refuseDestroyed(this.isGone);
    return this.minimized;
  }
  isDestroyed(): boolean {
    return this.isGone;
  }
  setTitle(title: string): void {
    refuseDestroyed(this.isGone);
    this.driver.setTitle(title);
  }
  setOverlayIcon(overlay: Electron.NativeImage | null, description: string): void {
    this.use('window.setOverlayIcon', overlay, description);
    if (this.visible) this.overlay = overlay;
  }

  /** Called when its page is gone, by the program, the user or a crash. */
  handleClosed(): void {
    if (this.isGone) return;
    this.isGone = true;
    this.contents.destroy();
    this.emit('closed');
    this.driver.app.removeWindow(this.self);
  }

  private use(name: string, ...args: readonly unknown[]): void {
    this.driver.onUse(name, ...args);
    refuseDestroyed(this.isGone);
  }
}
