import type { BrowserContext, Frame, Page } from 'playwright';
import { shownAddress } from './addresses.ts';
import { hostApp, isEnding, logOffOnSignal } from './app.ts';
import { launchBrowser } from './browser.ts';
import { config } from './config.ts';
import { HostWindow } from './host-window.ts';
import { answerInvoke } from './ipc.ts';
import { BINDING, bridgeScript } from './page-bridge.ts';
import { reportTitle } from './report.ts';
import { createStrictObject, hostEvent } from './strict.ts';
import { interceptTraffic } from './traffic.ts';
import { createContents, type PageContents } from './web-contents.ts';

interface BindingSource {
  readonly page: Page;
  readonly frame: Frame;
}

/** Events of a page, as Electron's windows name them. */
const ATTENTION = ['focus', 'blur', 'show', 'hide'];

interface OpenWindow extends PageContents {
  readonly window: HostWindow;
}

const open = new Map<Page, OpenWindow>();
let browser: Promise<BrowserContext> | null = null;
/** Number of pages that are being opened for windows of the program. */
let awaitedPages = 0;
/** The address to which the program itself navigates its pages. */
let heading: string | null = null;

logOffOnSignal((name) => {
  open.forEach(({ window }) => window.emit(name, { ...hostEvent(), reasons: ['logoff'] }));
});

/** Handles calls of the bridge of one of our pages; only the bridge has access to it. */
async function answerBridge({ page, frame }: BindingSource, ...asked: readonly unknown[]): Promise<unknown> {
  const opened = open.get(page);
  if (opened === undefined) throw new Error('a page that is no window called');
  const { window, contents, outbound } = opened;
  const [kind, first, second] = asked as readonly [string, string, readonly unknown[]]; // as our own bridge calls
  if (kind === 'title') return window.emit('page-title-updated', hostEvent(), first);
  if (kind === 'attention') return ATTENTION.includes(first) && window.emit(first);
  return kind === 'next' ? outbound.next() : answerInvoke(contents, frame, first, second);
}

async function startBrowser(
  options: Electron.BrowserWindowConstructorOptions,
  { contents }: PageContents,
): Promise<BrowserContext> {
  const { width = 800, height = 600, webPreferences = {} } = options;
  const context = await launchBrowser({ width, height, webRtcPolicy: contents.webRtcPolicy });
  // Without a display Electron's main process ends at once, without any event.
  context.on('close', () => {
    if (!isEnding()) process.exit(1);
  });
  await context.exposeBinding(BINDING, answerBridge);
  await context.addInitScript({ content: bridgeScript(webPreferences.preload ?? '') });
  const { STAND_IN_PAGE_SCRIPT: pageScript } = process.env;
  if (pageScript !== undefined) await context.addInitScript({ content: pageScript });
  await interceptTraffic(context, {
    contentsOf: (page) => open.get(page),
    isOwnDoing: (shown) => shown === heading,
    isAwaited: () => awaitedPages > 0,
  });
  return context;
}

/** Without a browser there is nothing to show and no event to emit. */
function giveUp(thrown: unknown): never {
  const [sentence = ''] = String(thrown).split('\n', 1);
  process.stderr.write(`The stand-in host cannot start Chromium. ${sentence}\n`);
  process.exit(1);
}

/** Opens one more page, which is closed unless it is awaited. */
async function addPage(context: BrowserContext): Promise<Page> {
  awaitedPages += 1;
  try {
    return await context.newPage();
  } finally {
    awaitedPages -= 1;
  }
}

/** Opens a page for a window; the browser is started for the first one. */
async function openPage(window: HostWindow, host: PageContents): Promise<Page> {
  browser ??= startBrowser(window.options, host).catch(giveUp);
  const context = await browser;
  const opened = context.pages().find((candidate) => !open.has(candidate)) ?? (await addPage(context));
  const { width = 800, height = 600 } = window.options;
  if (!config.isVisible) await opened.setViewportSize({ width, height });
  open.set(opened, { ...host, window });
  host.attach(opened);
  const handleClosed = (): void => {
    open.delete(opened);
    window.handleClosed();
  };
  // Where the browser itself has ended, this process ends first, before any event.
  opened.on('close', () => setImmediate(handleClosed));
  return opened;
}

/** `electron.BrowserWindow`: a page of Chromium. A function, which `new` accepts like a class. */
export function BrowserWindow(options: Electron.BrowserWindowConstructorOptions = {}): object {
  const host = createContents();
  let page: Page | null = null;
  const window: HostWindow = new HostWindow(options, host.contents, {
    onUse: () => {},
    app: hostApp,
    load: async (address) => {
      page ??= await openPage(window, host);
      await host.whenEnded();
      heading = shownAddress(address);
      await page.goto(heading);
    },
    raise: () => void page?.bringToFront(),
    close: () => (page === null ? window.handleClosed() : void page.close()),
    setTitle: reportTitle,
  });
  return createStrictObject('BrowserWindow', window);
}
