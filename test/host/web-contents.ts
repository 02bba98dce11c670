import type { Page } from 'playwright';
import { ownAddress } from './addresses.ts';
import { HostContents, type PrintOutcome } from './host-contents.ts';
import { createOutbound, type Outbound } from './ipc.ts';
import { createStrictObject, hostEvent } from './strict.ts';

/** The outcome of a print that is reported to the program, by STAND_IN_PRINTER; `silent`: none, as Electron may do. */
const PRINTS: Readonly<Record<string, PrintOutcome | null>> = {
  prints: [true, ''],
  cancels: [false, 'Print job canceled'],
  fails: [false, 'Print job failed'],
  silent: null,
};

/** A page of the browser itself; where it has none of this name, the error that it shows has another process too. */
const PAGE_OF_ANOTHER_PROCESS = 'chrome://version';

/** The contents of a window, and the page of Chromium behind them. */
export interface PageContents {
  readonly contents: HostContents;
  readonly outbound: Outbound;
  attach(page: Page): void;
  /** Resolves when no process of the page is being ended. */
  whenEnded(): Promise<void>;
  /** Whether the program allows the page to navigate there. */
  mayNavigate(shown: string, isMainFrame: boolean): boolean;
}

/** Pages of the stand-in can open no windows, so the program must deny them. */
function mustRefuseWindows({ openHandler }: HostContents): void {
  const details = { url: 'about:blank', frameName: '', features: '', disposition: 'new-window' };
  const answer = openHandler?.(details as Electron.HandlerDetails); // the rest concerns windows that open
  if (answer?.action !== 'deny') throw new Error('the stand-in host opens no windows for pages');
}

/** Specifications replace the page's own function by what the printer does with the page. No event follows. */
async function print(page: Page): Promise<PrintOutcome> {
  const outcome = PRINTS[process.env['STAND_IN_PRINTER'] ?? 'prints'] ?? null;
  const isDone = await page
    .evaluate(() => window.print())
    .then(
      () => true,
      () => false, // the page was left meanwhile
    );
  return outcome === null || !isDone ? new Promise(() => {}) : outcome;
}

async function printToPdf(page: Page, options: Electron.PrintToPDFOptions): Promise<Buffer> {
  const { margins = {}, pageSize, printBackground = false } = options;
  const inches = Object.entries(margins).map(([side, width]) => [side, `${width}in`]);
  // Only a page without a window can print: Playwright reports it.
  const sheets = { margin: Object.fromEntries(inches), printBackground };
  return page.pdf(typeof pageSize === 'string' ? { ...sheets, format: pageSize } : sheets);
}

/** Creates the contents of a window of the stand-in, before there is a page. */
export function createContents(): PageContents {
  const outbound = createOutbound();
  let page: Page | null = null;
  /** Resolves when the process of the page has ended; null where it does not end. Nothing else navigates meanwhile. */
  let ending: Promise<void> | null = null;
  const shownPage = (): Page => {
    if (page === null) throw new Error('the stand-in host shows a page only after loadURL');
    return page;
  };
  const own = new HostContents({
    onUse: () => {},
    deliver: (channel, args) => outbound.send(channel, args),
    // Electron's own returns nothing, also where another page takes the place of the one that is reloaded.
    reload: () =>
      void shownPage()
        .reload()
        .catch(() => {}),
    // Playwright ends no process and goes on; Chromium ends the process of a page that another one replaces.
    endProcess: () => {
      const killed = (): void => {
        ending = null;
        own.emit('render-process-gone', hostEvent(), { reason: 'killed', exitCode: 1 });
      };
      ending = shownPage().goto(PAGE_OF_ANOTHER_PROCESS).then(killed, killed);
    },
    draw: () => shownPage().screenshot({ type: 'png' }),
    print: () => print(shownPage()),
    printToPdf: (options) => printToPdf(shownPage(), options),
  });
  const contents = createStrictObject('webContents', own);
  return {
    contents,
    outbound,
    whenEnded: async () => ending ?? undefined,
    attach: (attached) => {
      mustRefuseWindows(contents);
      page = attached;
      attached.on('load', () => {
        if (ending === null) contents.emit('did-finish-load');
      });
      attached.on('crash', () =>
        contents.emit('render-process-gone', hostEvent(), { reason: 'crashed', exitCode: 1 }),
      );
      attached.on('framenavigated', (frame) => {
        if (frame !== attached.mainFrame()) return;
        outbound.forget();
        contents.emit('did-navigate', hostEvent(ownAddress(frame.url())));
      });
    },
    mayNavigate: (shown, isMainFrame) => {
      const event = hostEvent(ownAddress(shown), isMainFrame);
      contents.emit('will-frame-navigate', event);
      if (isMainFrame) contents.emit('will-navigate', event);
      return !event.defaultPrevented;
    },
  };
}
