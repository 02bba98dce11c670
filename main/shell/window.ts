import { writeFile } from 'node:fs/promises';
import { BrowserWindow, type Session, type WebContents, type WebPreferences } from 'electron';
import { type EventName, EVENT_CHANNEL } from '#contract/names.ts';
import { drop } from '#main/base/async.ts';
import type { Clock } from '#main/base/clock.ts';
import { SECOND } from '#main/base/durations.ts';
import type { Log } from '#main/base/log.ts';
import { START_ADDRESS } from './address.ts';

/** So long may the first records take; then the picture shows what there is. */
const MAX_WAIT = 15 * SECOND;
/** Time for the page to draw what it has heard of. */
const DRAWING = 2 * SECOND;

export interface PictureOptions {
  readonly window: BrowserWindow;
  /** Full path of the PNG to write. */
  readonly file: string;
  /** Settles when there is something to see. */
  readonly ready: Promise<unknown>;
  readonly clock: Clock;
}

/** Writes a picture of the window, once. */
export async function takePicture({ window, file, ready, clock }: PictureOptions): Promise<void> {
  await Promise.race([ready, clock.wait(MAX_WAIT)]);
  await clock.wait(DRAWING);
  const image = await window.webContents.capturePage();
  await writeFile(file, image.toPNG(), { mode: 0o600 });
}

const PRODUCT = 'Intray';

/** Places that may stand in a title. A title is seen over a shoulder and in the task list: no names there. */
const SCREENS: ReadonlySet<string> = new Set([
  'Requisitions',
  'Forms',
  'Requests',
  'Inbox',
  'Day',
  'Activity',
  'Names',
  'Accounts',
  'Settings',
]);

/**
 * The title of a window whose page calls itself `title`.
 * @returns the place and the product for a known place, the product alone for anything else
 */
export function windowTitle(title: string): string {
  const screen = title.split(' – ', 1)[0] ?? '';
  return SCREENS.has(screen) ? `${screen} – ${PRODUCT}` : PRODUCT;
}

/** A page that crashes again and again is not helped by one more try. */
const MAX_RELOADS = 3;

/** What every page is denied, whatever Electron's defaults become. */
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
  /** A page has been loaded and can hear events. */
  readonly onLoaded: () => void;
  /** The person came to the window, or went. */
  readonly onAttention: (now: 'active' | 'background') => void;
  /** The window is about to close, and can still be held. */
  readonly onClosing: (event: { preventDefault(): void }, window: BrowserWindow) => void;
}

/** The windows of this program: one, as long as nothing asks for more. */
export interface Windows {
  /** Shows the window; makes it where there is none. */
  readonly show: () => void;
  readonly isOurs: (contents: WebContents) => boolean;
  /** Tells every window an event of the contract. */
  readonly send: (name: EventName, payload: unknown) => void;
  /** The open window, for its picture. */
  readonly current: () => BrowserWindow | null;
}

/** The one place that makes windows. */
export function createWindows(options: WindowOptions): Windows {
  let window: BrowserWindow | null = null;
  const live = (): BrowserWindow | null => (window === null || window.isDestroyed() ? null : window);
  return {
    show: () => {
      window = live() ?? openWindow(options);
      if (window.isMinimized()) window.restore();
      window.focus();
    },
    isOurs: (contents) => live()?.webContents === contents,
    send: (name, payload) => live()?.webContents.send(EVENT_CHANNEL, name, payload),
    current: live,
  };
}

const COMING = ['focus', 'show'] as const;
const GOING = ['blur', 'hide', 'closed'] as const;

function watchAttention(window: BrowserWindow, emit: WindowOptions['onAttention']): void {
  // Each name by itself: Electron's types know no event by a union of names.
  const events: NodeJS.EventEmitter = window;
  for (const name of COMING) events.on(name, () => emit('active'));
  for (const name of GOING) events.on(name, () => emit('background'));
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
    title: windowTitle(''),
    webPreferences: { ...WEB_PREFERENCES, session, preload, devTools },
  });
  const { webContents } = window;
  watchAttention(window, onAttention);
  window.on('close', (event) => onClosing(event, window));
  window.once('ready-to-show', () => window.show());
  window.on('page-title-updated', (event, title) => {
    event.preventDefault();
    window.setTitle(windowTitle(title));
  });
  webContents.on('did-finish-load', onLoaded);
  let reloads = 0;
  webContents.on('render-process-gone', (_event, { reason }) => {
    log.error('a page has ended', { reason, reloads });
    if (reason === 'clean-exit' || reloads >= MAX_RELOADS) return;
    reloads += 1;
    webContents.reload();
  });
  drop(window.loadURL(START_ADDRESS), 'the page could not be loaded', log);
  return window;
}
