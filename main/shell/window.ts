import { BrowserWindow, type Session, type WebContents, type WebPreferences, nativeTheme } from 'electron';
import { type EventName, EVENT_CHANNEL } from '#contract/ipc-names.ts';
import { runInBackground } from '#main/base/async.ts';
import type { Clock } from '#main/base/clock.ts';
import { SECOND } from '#main/base/durations.ts';
import type { Log } from '#main/base/log.ts';
import { START_PAGE_ADDRESS } from './address.ts';
import { getCallingPage } from './calling-page.ts';
import { installContextMenu } from './context-menu.ts';
import { handlePageFailures, type PageProcessRestarter } from './page-failures.ts';
import { createRecordWindows, type OpenedWindow, type RecordWindows } from './record-windows.ts';
import { listWindowNamesInAllLanguages } from './text.ts';
import { storeZoomOnBlurAndRestore, type ZoomStore } from './zoom.ts';
import type { Settings } from '#contract/settings.ts';

const PRODUCT = 'Intray';

/**
 * The names of screens and of kinds of records, in every language, that may be in a title. A title is visible to bystanders
 * and in the task list: it contains no names of people.
 */
const KNOWN_NAMES: ReadonlySet<string> = new Set(listWindowNamesInAllLanguages());

/**
 * Returns the title of a window whose page has the title `title`.
 * @returns screen or kind of record and product for a known one, the product alone for anything else
 */
export function toWindowTitleWithoutRecordName(title: string): string {
  const name = title.split(' – ', 1)[0] ?? '';
  return KNOWN_NAMES.has(name) ? `${name} – ${PRODUCT}` : PRODUCT;
}

/** Whether the title of a page names what it shows, so that it shows something. */
export function isScreenTitle(title: string): boolean {
  return toWindowTitleWithoutRecordName(title) !== PRODUCT;
}

/** Latest time at which a new window is shown. On some desktops `ready-to-show` never comes. */
const SHOWN_AFTER = 2 * SECOND;

/** The restrictions of every page, whatever Electron's defaults become. */
export const WEB_PREFERENCES: Readonly<WebPreferences> = Object.freeze({
  contextIsolation: true,
  sandbox: true,
  webSecurity: true,
  nodeIntegration: false,
  nodeIntegrationInWorker: false,
  nodeIntegrationInSubFrames: false,
  webviewTag: false,
  allowRunningInsecureContent: false,
  experimentalFeatures: false,
  enableBlinkFeatures: '',
  spellcheck: false,
  navigateOnDragDrop: false,
});

/** What the windows of the program need, and the functions that they call. All windows share it. */
export interface WindowDeps {
  readonly session: Session;
  /** Full path of the preload script. */
  readonly preload: string;
  readonly devTools: boolean;
  readonly clock: Clock;
  readonly log: Log;
  /** Whether a window may be created: not while the program ends. */
  readonly mayOpen: () => boolean;
  readonly zoom: ZoomStore;
  /** The colour of a window whose page has not been drawn yet. */
  readonly background: () => string;
  /** Called when a page has been loaded and can receive events. */
  readonly onLoaded: () => void;
  /** Called when the window has become visible, so that it has a button in the task bar. */
  readonly onShown: () => void;
  /** Called when the user enters or leaves the window. */
  readonly onAttention: (now: 'active' | 'background') => void;
  /** Called when the user uses keyboard or pointer in the window. */
  readonly onInput: () => void;
  /** Called when the window is about to close; the event can be cancelled. */
  readonly onClosing: (event: { preventDefault(): void }, window: BrowserWindow) => void;
  /** Called when Windows is about to log the user off or to shut down; another program may still prevent it. */
  readonly onLoggingOff: () => void;
  /** Called when Windows logs off. A program that does not quit at once is killed. */
  readonly onLoggedOff: () => void;
}

/** The windows of the program: the main one, and those that show one record each while the main one is open. */
export interface ProgramWindows {
  /** Shows the main window; creates it where there is none, unless the program ends. */
  readonly show: () => void;
  readonly isOurs: (contents: WebContents) => boolean;
  /**
   * Sends an event of the contract to the windows. While a page is being loaded, the last payload of each
   * event is kept for it; without a window there is nothing to send.
   */
  readonly send: (name: EventName, payload: unknown) => void;
  /**
   * Ends the page of the main window with its process, and loads a new one; the window stays where it is. The windows of
   * records are closed, and their processes end.
   */
  readonly renewPage: () => void;
  /** Returns the open main window; null if there is none. */
  readonly current: () => BrowserWindow | null;
  /** Returns the window of the page whose call is being served, otherwise the main one; null if there is none. */
  readonly caller: () => BrowserWindow | null;
  /** Returns all open windows, the main one first. */
  readonly list: () => readonly BrowserWindow[];
  readonly records: RecordWindows;
}

/** Events for the main window alone. */
const MAIN_WINDOW_EVENTS: ReadonlySet<EventName> = new Set<EventName>([
  'command',
  'reveal',
  'showPlace',
  'recordWindowClosed',
]);

/** How windows begin that have no stored size. */
const MAIN_SIZE = { width: 1280, height: 840, minWidth: 720, minHeight: 480 } as const;
const RECORD_SIZE = { width: 900, height: 760, minWidth: 480, minHeight: 400 } as const;

function bringToFront(shown: BrowserWindow): void {
  if (shown.isMinimized()) shown.restore();
  // Shows the window first, because a hidden one cannot take the focus.
  if (!shown.isVisible()) shown.show();
  shown.focus();
}

/** What only the main window asks and reports: the program ends with it, and a log-off concerns it once. */
const LEFT_TO_MAIN = { onClosing: () => {}, onLoggingOff: () => {}, onLoggedOff: () => {} } as const;

/** Creates windows; this is the only place that does. */
export function createWindows(deps: WindowDeps): ProgramWindows {
  let main: MainWindow | null = null;
  const getMain = (): MainWindow | null => (main === null || main.window.isDestroyed() ? null : main);
  const current = (): BrowserWindow | null => getMain()?.window ?? null;
  const records = createRecordWindows({
    create: (name) => openWindow({ ...deps, ...LEFT_TO_MAIN }, name, RECORD_SIZE),
    bringToFront,
    onClosed: () => getMain()?.send('recordWindowClosed', {}),
  });
  const list = (): readonly BrowserWindow[] => {
    const shown = current();
    const others = records.list().map(({ window }) => window);
    return (shown === null ? others : [shown, ...others]).filter((window) => !window.isDestroyed());
  };
  const open = (): void => {
    main = openWindow(deps, 'main', MAIN_SIZE);
    // Without the main window nothing leads to the lists and the settings, and nothing tells of problems.
    main.window.on('closed', records.closeAll);
  };
  return {
    show: () => {
      const live = current();
      if (live !== null) bringToFront(live);
      else if (deps.mayOpen()) open();
    },
    isOurs: (contents) => list().some(({ webContents }) => webContents === contents),
    send: (name, payload) => {
      getMain()?.send(name, payload);
      if (!MAIN_WINDOW_EVENTS.has(name)) for (const each of records.list()) each.send(name, payload);
    },
    renewPage: () => {
      records.terminateAll();
      const live = getMain();
      if (live === null) return;
      live.forget();
      live.terminatePage();
      live.window.setTitle(toWindowTitleWithoutRecordName(''));
    },
    current,
    caller: () => {
      const page = getCallingPage();
      return list().find(({ webContents }) => webContents === page) ?? current();
    },
    list,
    records,
  };
}

interface MainWindow extends OpenedWindow, PageProcessRestarter, PageEvents {}

interface PageEvents {
  readonly send: (name: EventName, payload: unknown) => void;
  /** Sends nothing to the page that is there, and drops what is kept for the next one. */
  readonly forget: () => void;
}

/**
 * Returns the sender of events to a page. Electron drops what is sent before the preload script listens, so
 * the last payload of each event is kept until the page has been loaded.
 */
function createPageEvents(contents: WebContents): PageEvents {
  const kept = new Map<EventName, unknown>();
  let isLoaded = false;
  const send = (name: EventName, payload: unknown): void => {
    if (isLoaded) contents.send(EVENT_CHANNEL, name, payload);
    else kept.set(name, payload);
  };
  const stopSending = (): void => {
    isLoaded = false;
  };
  contents.on('did-navigate', stopSending);
  contents.on('render-process-gone', stopSending);
  contents.on('did-finish-load', () => {
    isLoaded = true;
    kept.forEach((payload, name) => send(name, payload));
    kept.clear();
  });
  const forget = (): void => {
    stopSending();
    kept.clear();
  };
  return { send, forget };
}

const FOCUS_EVENTS = ['focus', 'show'] as const;
const BLUR_EVENTS = ['blur', 'hide', 'closed'] as const;

function watchAttention(window: BrowserWindow, emit: WindowDeps['onAttention']): void {
  // Each event name is registered separately: Electron's types accept no union of names.
  const events: NodeJS.EventEmitter = window;
  for (const name of FOCUS_EVENTS) events.on(name, () => emit('active'));
  for (const name of BLUR_EVENTS) events.on(name, () => emit('background'));
}

/** Shows a new window once, at the first sign of its page or after two seconds. */
function showOnce(window: BrowserWindow, clock: Clock, log: Log): void {
  let isShown = false;
  const show = (): void => {
    if (isShown || window.isDestroyed()) return;
    isShown = true;
    window.show();
  };
  window.once('ready-to-show', show);
  window.webContents.once('did-finish-load', show);
  window.webContents.once('did-fail-load', show);
  runInBackground(clock.wait(SHOWN_AFTER).then(show), 'the window could not be shown', log);
}

/** @param name under it Electron stores size and place of the window */
function openWindow(deps: WindowDeps, name: string, size: typeof MAIN_SIZE | typeof RECORD_SIZE): MainWindow {
  const { session, preload, devTools, clock, log } = deps;
  const window = new BrowserWindow({
    name,
    windowStatePersistence: true,
    ...size,
    show: false,
    backgroundColor: deps.background(),
    title: toWindowTitleWithoutRecordName(''),
    webPreferences: { ...WEB_PREFERENCES, session, preload, devTools },
  });
  const load = (): void =>
    runInBackground(window.loadURL(START_PAGE_ADDRESS), 'the page could not be loaded', log);
  // First, so that a loaded page receives what was kept before anything new.
  const events = createPageEvents(window.webContents);
  showOnce(window, clock, log);
  const { terminatePage } = handlePageFailures({ window, load, clock, log });
  installContextMenu(window);
  storeZoomOnBlurAndRestore(window, deps.zoom);
  watchAttention(window, deps.onAttention);
  window.on('show', deps.onShown);
  window.on('close', (event) => deps.onClosing(event, window));
  window.on('query-session-end', deps.onLoggingOff);
  window.on('session-end', deps.onLoggedOff);
  window.on('page-title-updated', (event, title) => {
    event.preventDefault();
    window.setTitle(toWindowTitleWithoutRecordName(title));
  });
  window.webContents.on('did-finish-load', deps.onLoaded);
  window.webContents.on('input-event', deps.onInput);
  load();
  return { window, terminatePage, ...events };
}

/** The colours of the page behind everything (`--surface-app` in `renderer/ui/tokens.css`), light and dark. */
const USUAL = ['#f6f6f3', '#111315'] as const;
const CONTRAST = ['#ffffff', '#000000'] as const;

/** Returns the colour of a window whose page has not been drawn yet, so that it does not flash. */
export function getWindowBackgroundColor(theme: Settings['theme']): string {
  const [light, dark] = theme === 'contrast' ? CONTRAST : USUAL;
  const isDark = theme === 'dark' || (theme !== 'light' && nativeTheme.shouldUseDarkColors);
  return isDark ? dark : light;
}
