import { EVENTS, OPTIONS, type UsedContents, type UsedWindow } from '../../host/members.ts';
import { hostEvent, KnownEmitter, knownKeys } from '../../host/strict.ts';
import { fakeApp, fakeWindows } from './app.ts';
import { record } from './recording.ts';

type PrintAnswer = (isPrinted: boolean, reason: string) => void;

/** A page. It receives nothing before it has been loaded, and reports no outcome of a print, as Electron may do. */
export class FakeContents extends KnownEmitter implements UsedContents {
  /** What the page has received. */
  readonly sent: (readonly unknown[])[] = [];
  openHandler: ((details: Electron.HandlerDetails) => Electron.WindowOpenHandlerResponse) | null = null;
  zoomLevel = 0;
  /** Whether `capturePage` and `printToPDF` ever return. */
  draws = true;
  /** Reports the outcome of the last print to the program; Electron does not always call it. */
  answerPrint: PrintAnswer = () => {};
  #isListening = false;
  constructor() {
    super('webContents', EVENTS.webContents);
  }
  override emit(name: string, ...args: unknown[]): boolean {
    if (name === 'did-finish-load') this.#isListening = true;
    if (name === 'did-navigate' || name === 'render-process-gone') this.#isListening = false;
    return super.emit(name, ...args);
  }
  send(...args: readonly unknown[]): void {
    if (this.#isListening) this.sent.push(args);
  }
  forcefullyCrashRenderer(): void {
    record('webContents.forcefullyCrashRenderer');
  }
  reload(): void {
    record('webContents.reload');
  }
  getZoomLevel(): number {
    return this.zoomLevel;
  }
  setZoomLevel(level: number): void {
    this.zoomLevel = level;
  }
  print(options?: Electron.WebContentsPrintOptions, callback: PrintAnswer = () => {}): void {
    record('webContents.print', options);
    this.answerPrint = callback;
  }
  async printToPDF(options: Electron.PrintToPDFOptions): Promise<Buffer> {
    knownKeys('webContents.printToPDF', options, OPTIONS.printToPdf);
    record('webContents.printToPDF', options);
    return this.draws ? Buffer.from('%PDF-printed') : new Promise(() => {});
  }
  setWindowOpenHandler(
    handler: (details: Electron.HandlerDetails) => Electron.WindowOpenHandlerResponse,
  ): void {
    this.openHandler = handler;
  }
  setWebRTCIPHandlingPolicy(policy: string): void {
    record('webContents.setWebRTCIPHandlingPolicy', policy);
  }
  async capturePage(): Promise<{ toPNG: () => Buffer }> {
    record('webContents.capturePage');
    return this.draws ? { toPNG: () => Buffer.from('png') } : new Promise(() => {});
  }
}

/** A window. It emits `ready-to-show` and every other event only when a test does. */
export class FakeWindow extends KnownEmitter implements UsedWindow {
  static readonly made: FakeWindow[] = [];
  readonly options: Electron.BrowserWindowConstructorOptions;
  readonly webContents = new FakeContents();
  minimized = false;
  destroyed = false;
  title = '';
  /** The icon on its button in the task bar, which exists only while the window is visible. */
  overlay: unknown = null;
  #isVisible = false;
  constructor(options: Electron.BrowserWindowConstructorOptions) {
    super('BrowserWindow', EVENTS.browserWindow);
    knownKeys('BrowserWindow', options, OPTIONS.browserWindow);
    this.options = options;
    FakeWindow.made.push(this);
    record('new BrowserWindow');
    fakeApp.emit('web-contents-created', hostEvent(), this.webContents);
  }
  async loadURL(url: string): Promise<void> {
    record('window.loadURL', url);
  }
  show(): void {
    record('window.show');
    this.#isVisible = true;
    this.emit('show');
  }
  hide(): void {
    this.#isVisible = false;
    this.overlay = null;
    this.emit('hide');
  }
  focus(): void {
    record('window.focus');
  }
  restore(): void {
    record('window.restore');
    this.minimized = false;
  }
  /** Unlike the stand-in's, this window lets the program prevent its closing. */
  close(): void {
    record('window.close');
    const asking = hostEvent();
    this.emit('close', asking);
    if (asking.defaultPrevented || this.destroyed) return;
    this.destroyed = true;
    this.emit('closed');
    if (FakeWindow.made.every(({ destroyed }) => destroyed)) fakeApp.windowsClosed();
  }
  isVisible(): boolean {
    return this.#isVisible;
  }
  isMinimized(): boolean {
    return this.minimized;
  }
  isDestroyed(): boolean {
    return this.destroyed;
  }
  setTitle(title: string): void {
    this.title = title;
  }
  setOverlayIcon(overlay: Electron.NativeImage | null, description: string): void {
    record('window.setOverlayIcon', overlay, description);
    if (this.#isVisible) this.overlay = overlay;
  }
}

fakeWindows.close = async () => {
  const live = FakeWindow.made.filter(({ destroyed }) => !destroyed);
  for (const window of live) window.close();
  return live.every(({ destroyed }) => destroyed);
};
