import type { Members } from './electron-types.ts';
import { EVENTS, OPTIONS, type UsedContents } from './members.ts';
import { createStrictObject, KnownEmitter, knownKeys } from './strict.ts';

type OpenHandler = (details: Electron.HandlerDetails) => Electron.WindowOpenHandlerResponse;
/** What Electron reports of a print: whether it was printed, and why not. */
export type PrintOutcome = readonly [isPrinted: boolean, reason: string];

/** What is behind a page: a page of Chromium, or a test. */
export interface ContentsDriver {
  /** Called with each use of the object. */
  readonly onUse: (name: string, ...args: readonly unknown[]) => void;
  /** Brings an event to the page, whose preload script listens. */
  readonly deliver: (channel: string, args: readonly unknown[]) => void;
  readonly reload: () => void;
  /** Ends the process of the page; `render-process-gone` follows. */
  readonly endProcess: () => void;
  /** Resolves with a picture as PNG, or never. */
  readonly draw: () => Promise<Buffer>;
  /** Resolves with the outcome of a print, or never. */
  readonly print: () => Promise<PrintOutcome>;
  /** Resolves with a PDF file, or never. */
  readonly printToPdf: (options: Electron.PrintToPDFOptions) => Promise<Buffer>;
}

/** After their window has closed, Electron's objects throw at each use. */
export function refuseDestroyed(isDestroyed: boolean): void {
  if (isDestroyed) throw new TypeError('Object has been destroyed');
}

/**
 * The contents of a window, with the worst behaviour of Electron. It receives nothing before its page has been
 * loaded or after it has been left. Each event is emitted by what is behind it.
 */
export class HostContents extends KnownEmitter implements UsedContents {
  // Nothing here is `#`, see `KnownEmitter`.
  /** What the program answers to a page that opens a window. */
  openHandler: OpenHandler | null = null;
  webRtcPolicy = 'default';
  zoomLevel = 0;
  private readonly driver: ContentsDriver;
  private isLoaded = false;
  private hasProcess = true;
  private isPrinting = false;
  private isGone = false;

  constructor(driver: ContentsDriver) {
    super('webContents', EVENTS.webContents);
    this.driver = driver;
  }
  override emit(name: string, ...args: unknown[]): boolean {
    if (name === 'did-finish-load') this.isLoaded = this.hasProcess = true;
    if (name === 'did-navigate') this.isLoaded = false;
    if (name === 'render-process-gone') this.isLoaded = this.hasProcess = false;
    return super.emit(name, ...args);
  }
  send(channel: string, ...args: readonly unknown[]): void {
    refuseDestroyed(this.isGone);
    const copies = structuredClone(args);
    if (this.isLoaded) this.driver.deliver(channel, copies);
  }
  reload(): void {
    this.use('webContents.reload');
    this.driver.reload();
  }
  /** None is known: the browser is another program, which ends the pages. */
  getOSProcessId(): number {
    return 0;
  }
  /** A page without a process cannot be ended, and no event says so. */
  forcefullyCrashRenderer(): void {
    this.use('webContents.forcefullyCrashRenderer');
    if (this.hasProcess) this.driver.endProcess();
  }
  getZoomLevel(): number {
    refuseDestroyed(this.isGone);
    return this.zoomLevel;
  }
  setZoomLevel(level: number): void {
    refuseDestroyed(this.isGone);
    this.zoomLevel = level;
  }
  /** While another print runs, Electron drops the callback. */
  print(
    options?: Electron.WebContentsPrintOptions,
    callback: (...outcome: PrintOutcome) => void = () => {},
  ): void {
    this.use('webContents.print', options);
    if (this.isPrinting) return;
    this.isPrinting = true;
    void this.driver.print().then((outcome) => {
      this.isPrinting = false;
      callback(...outcome);
    });
  }
  /** An empty icon throws, as on a Mac. A missing file is dragged like any other, and nothing says so. */
  startDrag(item: Electron.Item): void {
    knownKeys('webContents.startDrag', item, OPTIONS.drag);
    this.use('webContents.startDrag', item);
    const { pixels } = item.icon as unknown as { readonly pixels: Buffer }; // an image of `desktop.ts`
    if (!pixels.some((part) => part !== 0)) throw new TypeError("Must specify non-empty 'icon' option");
  }
  async printToPDF(options: Electron.PrintToPDFOptions): Promise<Buffer> {
    knownKeys('webContents.printToPDF', options, OPTIONS.printToPdf);
    this.use('webContents.printToPDF', options);
    return this.driver.printToPdf(options);
  }
  async capturePage(): Promise<Members<Electron.NativeImage, 'toPNG'>> {
    this.use('webContents.capturePage');
    const png = await this.driver.draw();
    return createStrictObject('NativeImage', { toPNG: () => png });
  }
  setWindowOpenHandler(handler: OpenHandler): void {
    refuseDestroyed(this.isGone);
    this.openHandler = handler;
  }
  setWebRTCIPHandlingPolicy(policy: string): void {
    this.use('webContents.setWebRTCIPHandlingPolicy', policy);
    this.webRtcPolicy = policy;
  }

  /** Called when its window has closed. */
  destroy(): void {
    this.isGone = true;
  }

  private use(name: string, ...args: readonly unknown[]): void {
    this.driver.onUse(name, ...args);
    refuseDestroyed(this.isGone);
  }
}
