import type { BrowserContext, Frame, Page } from 'playwright';
import { shownAddress } from './addresses.ts';
import { allWindowsClosed, app, isEnding, logOffOnSignal, onQuit } from './app.ts';
import { launchBrowser } from './browser.ts';
import { answerInvoke } from './ipc.ts';
import { EVENTS, OPTIONS, type UsedWindow } from './members.ts';
import { BINDING, bridgeScript } from './page-bridge.ts';
import { reportTitle } from './report.ts';
import { hostEvent, knownEvents, knownKeys, createStrictObject } from './strict.ts';
import { interceptTraffic } from './traffic.ts';
import { createContents, type HostContents } from './web-contents.ts';

interface BindingSource {
  readonly page: Page;
  readonly frame: Frame;
}

/** Events of a page, as Electron's windows name them. */
const ATTENTION = ['focus', 'blur', 'show', 'hide'];

interface OpenWindow extends HostContents {
  onTitle(title: string): void;
  onAttention(name: string): void;
  onSession(name: string): void;
}

const open = new Map<Page, OpenWindow>();
let browser: Promise<BrowserContext> | null = null;
/** The address to which the program itself navigates its page. */
let heading: string | null = null;

onQuit(async () => {
  await Promise.all([...open.keys()].map((page) => page.close()));
});

logOffOnSignal((name) => open.forEach((window) => window.onSession(name)));

/** Handles calls of the bridge of one of our pages; only the bridge has access to it. */
async function answerBridge({ page, frame }: BindingSource, ...asked: readonly unknown[]): Promise<unknown> {
  const window = open.get(page);
  if (window === undefined) throw new Error('a page that is no window called');
  const [kind, first, second] = asked as readonly [string, string, readonly unknown[]]; // as our own bridge calls
  if (kind === 'title') return window.onTitle(first);
  if (kind === 'attention') return window.onAttention(first);
  return kind === 'next' ? window.outbound.next() : answerInvoke(window.contents, frame, first, second);
}

async function startBrowser(
  options: Electron.BrowserWindowConstructorOptions,
  contents: HostContents,
): Promise<BrowserContext> {
  const { width = 800, height = 600, webPreferences = {} } = options;
  const context = await launchBrowser({ width, height, webRtcPolicy: contents.webRtcPolicy() });
  // Without a display Electron's main process ends at once, without any event.
  context.on('close', () => {
    if (!isEnding()) process.exit(1);
  });
  await context.exposeBinding(BINDING, answerBridge);
  await context.addInitScript({ content: bridgeScript(webPreferences.preload ?? '') });
  await interceptTraffic(context, {
    contentsOf: (page) => open.get(page),
    isOwnDoing: (shown) => shown === heading,
  });
  return context;
}

/** Without a browser there is nothing to show and no event to emit. */
function giveUp(thrown: unknown): never {
  const [sentence = ''] = String(thrown).split('\n', 1);
  process.stderr.write(`The stand-in host cannot start Chromium. ${sentence}\n`);
  process.exit(1);
}

function createWindow(options: Electron.BrowserWindowConstructorOptions): object {
  knownKeys('BrowserWindow', options, OPTIONS.browserWindow);
  const host = createContents();
  // Never emitted: `close`, because a page of Chromium is gone when its closing is reported, so that closing
  // cannot be prevented; and `ready-to-show`, which Electron does not emit on every desktop.
  const events = knownEvents('BrowserWindow', EVENTS.browserWindow);
  let isVisible = options.show ?? true;
  let page: Page | null = null;
  let isDestroyed = false;

  const closed = (gone: Page): void => {
    isDestroyed = true;
    open.delete(gone);
    events.emit('closed');
    if (open.size === 0) allWindowsClosed();
  };
  const openPage = async (): Promise<Page> => {
    browser ??= startBrowser(options, host).catch(giveUp);
    const context = await browser;
    const opened = context.pages().find((candidate) => !open.has(candidate));
    if (opened === undefined) throw new Error('the stand-in host shows one window');
    open.set(opened, {
      ...host,
      onTitle: (title) => events.emit('page-title-updated', hostEvent(), title),
      onAttention: (name) => {
        if (ATTENTION.includes(name)) events.emit(name);
      },
      onSession: (name) => events.emit(name, { ...hostEvent(), reasons: ['logoff'] }),
    });
    host.attach(opened);
    opened.on('close', () => closed(opened));
    return opened;
  };
  const members = {
    webContents: host.contents,
    loadURL: async (address: string): Promise<void> => {
      page ??= await openPage();
      heading = shownAddress(address);
      await page.goto(heading);
    },
    show: (): void => {
      isVisible = true;
      void page?.bringToFront();
    },
    // A window that is not visible does not take the focus.
    focus: (): void => {
      if (isVisible) void page?.bringToFront();
    },
    isVisible: () => isVisible,
    isMinimized: () => false,
    close: (): void => void page?.close(),
    setOverlayIcon: (): void => {},
    restore: (): void => {},
    isDestroyed: () => isDestroyed,
    setTitle: reportTitle,
  } satisfies { readonly webContents: object } & UsedWindow;
  app.emit('web-contents-created', hostEvent(), host.contents);
  return createStrictObject('BrowserWindow', Object.assign(events, members));
}

/** `electron.BrowserWindow`: a page of Chromium. A function, which `new` accepts like a class. */
export function BrowserWindow(options: Electron.BrowserWindowConstructorOptions = {}): object {
  return createWindow(options);
}
