import type { Page } from 'playwright';
import { ownAddress } from './addresses.ts';
import type { Members } from './electron-types.ts';
import { createOutbound, type Outbound } from './ipc.ts';
import { EVENTS, OPTIONS, type UsedContents } from './members.ts';
import { hostEvent, knownEvents, knownKeys, createStrictObject } from './strict.ts';

/** The outcome of a print that is reported to the program, by STAND_IN_PRINTER; `silent`: none, as Electron may do. */
const PRINTS: Readonly<Record<string, readonly [isPrinted: boolean, reason: string] | null>> = {
  prints: [true, ''],
  cancels: [false, 'Print job canceled'],
  fails: [false, 'Print job failed'],
  silent: null,
};

/** A page of the browser itself; where it has none of this name, the error that it shows has another process too. */
const PAGE_OF_ANOTHER_PROCESS = 'chrome://gpu';

type OpenHandler = (details: Electron.HandlerDetails) => Electron.WindowOpenHandlerResponse;

/** A page's contents, and operations reserved for the host. */
export interface HostContents {
  /** `window.webContents`. */
  readonly contents: object;
  readonly outbound: Outbound;
  readonly webRtcPolicy: () => string;
  attach(page: Page): void;
  /** Whether the program allows the page to navigate there. */
  mayNavigate(shown: string, isMainFrame: boolean): boolean;
}

export function createContents(): HostContents {
  const events = knownEvents('webContents', EVENTS.webContents);
  const outbound = createOutbound();
  let page: Page | null = null;
  let webRtcPolicy = 'default';
  let zoomLevel = 0;
  let isEnding = false;
  let openHandler: OpenHandler | null = null;
  const shownPage = (): Page => {
    if (page === null) throw new Error('the stand-in host shows a page only after loadURL');
    return page;
  };
  // Pages of the stand-in can open no windows, so the program must deny them.
  const mustRefuseWindows = (): void => {
    const details = { url: 'about:blank', frameName: '', features: '', disposition: 'new-window' };
    const answer = openHandler?.(details as Electron.HandlerDetails); // the rest concerns windows that open
    if (answer?.action !== 'deny') throw new Error('the stand-in host opens no windows for pages');
  };
  const members = {
    send: (channel: string, ...args: readonly unknown[]): void => outbound.send(channel, args),
    reload: (): void => void shownPage().reload(),
    // Playwright ends no process and goes on; Chromium ends the process of a page that another one replaces.
    forcefullyCrashRenderer: (): void => {
      isEnding = true;
      const killed = (): void => {
        isEnding = false;
        events.emit('render-process-gone', hostEvent(), { reason: 'killed', exitCode: 1 });
      };
      void shownPage().goto(PAGE_OF_ANOTHER_PROCESS).then(killed, killed);
    },
    capturePage: async () => {
      const png = await shownPage().screenshot({ type: 'png' });
      return createStrictObject('NativeImage', { toPNG: () => png } satisfies Members<
        Electron.NativeImage,
        'toPNG'
      >);
    },
    getZoomLevel: () => zoomLevel,
    setZoomLevel: (level: number): void => {
      zoomLevel = level;
    },
    // Specifications replace the page's own function by what the printer does with the page. No event follows.
    print: (
      _options?: Electron.WebContentsPrintOptions,
      answer: (isPrinted: boolean, reason: string) => void = () => {},
    ): void => {
      const outcome = PRINTS[process.env['STAND_IN_PRINTER'] ?? 'prints'] ?? null;
      const printed = shownPage().evaluate(() => window.print());
      if (outcome !== null) void printed.then(() => answer(...outcome));
    },
    printToPDF: async (options: Electron.PrintToPDFOptions) => {
      knownKeys('webContents.printToPDF', options, OPTIONS.printToPdf);
      const { margins = {}, pageSize, printBackground = false } = options;
      const inches = Object.entries(margins).map(([side, width]) => [side, `${width}in`]);
      // Only a page without a window can print: Playwright reports it.
      const sheets = { margin: Object.fromEntries(inches), printBackground };
      return shownPage().pdf(typeof pageSize === 'string' ? { ...sheets, format: pageSize } : sheets);
    },
    setWebRTCIPHandlingPolicy: (policy: string): void => {
      webRtcPolicy = policy;
    },
    setWindowOpenHandler: (handler: OpenHandler): void => {
      openHandler = handler;
    },
  } satisfies UsedContents;
  return {
    contents: createStrictObject('webContents', Object.assign(events, members)),
    outbound,
    webRtcPolicy: () => webRtcPolicy,
    attach: (attached) => {
      mustRefuseWindows();
      page = attached;
      attached.on('load', () => {
        if (!isEnding) events.emit('did-finish-load');
      });
      attached.on('crash', () =>
        events.emit('render-process-gone', hostEvent(), { reason: 'crashed', exitCode: 1 }),
      );
      attached.on('framenavigated', (frame) => {
        if (frame !== attached.mainFrame()) return;
        outbound.forget();
        events.emit('did-navigate', hostEvent(ownAddress(frame.url())));
      });
    },
    mayNavigate: (shown, isMainFrame) => {
      const event = hostEvent(ownAddress(shown), isMainFrame);
      events.emit('will-frame-navigate', event);
      if (isMainFrame) events.emit('will-navigate', event);
      return !event.defaultPrevented;
    },
  };
}
