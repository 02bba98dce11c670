import { writeFile } from 'node:fs/promises';
import { BrowserWindow, type Session, type WebContents, type WebPreferences } from 'electron';
import { type EventName, EVENT_CHANNEL } from '#contract/names.ts';
import { SCREENS } from '#contract/screens.ts';
import { runInBackground } from '#main/base/async.ts';
import type { Clock } from '#main/base/clock.ts';
import { SECOND } from '#main/base/durations.ts';
import type { Log } from '#main/base/log.ts';
import { START_ADDRESS } from './address.ts';

/** Maximum wait for the first records; then the picture shows what is there. */
const MAX_WAIT = 15 * SECOND;
/** Time for the page to render what it has received. */
const RENDER_TIME = 2 * SECOND;

export interface ScreenshotOptions {
  readonly window: BrowserWindow;
  /** Full path of the PNG to write. */
  readonly file: string;
  /** Settles when the page has content. */
  readonly ready: Promise<unknown>;
  readonly clock: Clock;
}

/** Writes one picture of the window. */
export async function writeScreenshot({ window, file, ready, clock }: ScreenshotOptions): Promise<void> {
  await Promise.race([ready, clock.wait(MAX_WAIT)]);
  await clock.wait(RENDER_TIME);
  const image = await window.webContents.capturePage();
  await writeFile(file, image.toPNG(), { mode: 0o600 });
}

const PRODUCT = 'Intray';

/**
 * Screens whose name may be in a title. A title is visible to bystanders and in the task list: it contains no
 * names.
 */
const SCREEN_LABELS: ReadonlySet<string> = new Set<string>(SCREENS.map(({ label }) => label));

/**
 * Returns the title of a window whose page has the title `title`.
 * @returns screen and product for a known screen, the product alone for anything else
 */
export function toWindowTitle(title: string): string {
  const screen = title.split(' – ', 1)[0] ?? '';
  return SCREEN_LABELS.has(screen) ? `${screen} – ${PRODUCT}` : PRODUCT;
}

/** Maximum number of reloads: a page that keeps crashing is not repaired by another reload. */
const MAX_RELOADS = 3;

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

export interface WindowOptions {
  readonly session: Session;
  /** Full path of the preload script. */
  readonly preload: string;
  readonly devTools: boolean;
  readonly log: Log;
  /** Called when a page has been loaded and can receive events. */
  readonly onLoaded: () => void;
  /** Called when the user enters or leaves the window. */
  readonly onAttention: (now: 'active' | 'background') => void;
  /** Called when the window is about to close; the event can be cancelled. */
  readonly onClosing: (event: { preventDefault(): void }, window: BrowserWindow) => void;
}

/** The windows of this program: a single one at present. */
export interface ProgramWindows {
  /** Shows the window; creates it where there is none. */
  readonly show: () => void;
  readonly isOurs: (contents: WebContents) => boolean;
  /** Sends an event of the contract to every window. */
  readonly send: (name: EventName, payload: unknown) => void;
  /** The open window, for its picture. */
  readonly current: () => BrowserWindow | null;
}

/** Creates windows; this is the only place that does. */
export function createWindows(options: WindowOptions): ProgramWindows {
  let window: BrowserWindow | null = null;
  const getLiveWindow = (): BrowserWindow | null => (window === null || window.isDestroyed() ? null : window);
  return {
    show: () => {
      window = getLiveWindow() ?? openWindow(options);
      if (window.isMinimized()) window.restore();
      window.focus();
    },
    isOurs: (contents) => getLiveWindow()?.webContents === contents,
    send: (name, payload) => getLiveWindow()?.webContents.send(EVENT_CHANNEL, name, payload),
    current: getLiveWindow,
  };
}

const FOCUS_EVENTS = ['focus', 'show'] as const;
const BLUR_EVENTS = ['blur', 'hide', 'closed'] as const;

function watchAttention(window: BrowserWindow, emit: WindowOptions['onAttention']): void {
  // Each event name is registered separately: Electron's types accept no union of names.
  const events: NodeJS.EventEmitter = window;
  for (const name of FOCUS_EVENTS) events.on(name, () => emit('active'));
  for (const name of BLUR_EVENTS) events.on(name, () => emit('background'));
}

function openWindow(options: WindowOptions): BrowserWindow {
  const { session, preload, devTools, log, onLoaded, onAttention, onClosing } = options;
  const window = new BrowserWindow({
    name: 'desk',
    windowStatePersistence: true,
    width: 1280,
    height: 840,
    minWidth: 720,
    minHeight: 480,
    show: false,
    title: toWindowTitle(''),
    webPreferences: { ...WEB_PREFERENCES, session, preload, devTools },
  });
  const { webContents } = window;
  watchAttention(window, onAttention);
  window.on('close', (event) => onClosing(event, window));
  window.once('ready-to-show', () => window.show());
  window.on('page-title-updated', (event, title) => {
    event.preventDefault();
    window.setTitle(toWindowTitle(title));
  });
  webContents.on('did-finish-load', onLoaded);
  let reloads = 0;
  webContents.on('render-process-gone', (_event, { reason }) => {
    log.error('a page process has ended', { reason, reloads });
    if (reason === 'clean-exit' || reloads >= MAX_RELOADS) return;
    reloads += 1;
    webContents.reload();
  });
  runInBackground(window.loadURL(START_ADDRESS), 'the page could not be loaded', log);
  return window;
}
