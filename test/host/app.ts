import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { config } from './config.ts';
import type { Members } from './electron-types.ts';
import { lockProfile } from './single-instance.ts';
import { hostEvent, knownEvents, strict } from './strict.ts';

const EVENTS = [
  'activate',
  'second-instance',
  'web-contents-created',
  'window-all-closed',
  'before-quit',
  'will-quit',
];

const events = knownEvents('app', EVENTS);
const switches = new Map<string, string>();
let userData: string | null = null;
let closeWindows: () => Promise<void> = async () => {};
let isQuitting = false;
let isSandboxed = false;

function packageFile(): { readonly version: string } {
  const file = join(dirname(config.main), '../../package.json');
  return JSON.parse(readFileSync(file, 'utf8')) as { version: string }; // the program's own
}

async function quit(): Promise<void> {
  const asking = hostEvent();
  events.emit('before-quit', asking);
  if (asking.defaultPrevented) return;
  isQuitting = true;
  await closeWindows();
  const last = hostEvent();
  events.emit('will-quit', last);
  if (!last.defaultPrevented) process.exit(0);
}

const members = {
  isPackaged: false,
  commandLine: strict('app.commandLine', {
    appendSwitch: (name: string, value = ''): void => {
      switches.set(name, value);
    },
  }),
  // There are no graphics to accelerate.
  disableHardwareAcceleration: (): void => {},
  enableSandbox: (): void => {
    isSandboxed = true;
  },
  exit: (code = 0): void => process.exit(code),
  getVersion: () => packageFile().version,
  quit: () => void quit(),
  requestSingleInstanceLock: () => {
    if (userData === null) throw new Error('the stand-in host has no place for a profile before setPath');
    return lockProfile(userData, () => events.emit('second-instance', hostEvent(), [], ''));
  },
  setBadgeCount: (count = 0): boolean => {
    // The badge of a program is not drawn here; a specification that checks the count reads this log.
    if (process.env['INTRAY_STAND_IN_BADGE'] === '1') process.stderr.write(`badge ${count}\n`);
    return true;
  },
  setPath: (name: string, path: string): void => {
    if (name !== 'userData') throw new TypeError(`the stand-in host has no path ${name}`);
    userData = path;
  },
  whenReady: async (): Promise<void> => {},
} satisfies Members<
  Electron.App,
  | 'isPackaged'
  | 'disableHardwareAcceleration'
  | 'enableSandbox'
  | 'exit'
  | 'getVersion'
  | 'quit'
  | 'requestSingleInstanceLock'
  | 'setBadgeCount'
  | 'setPath'
  | 'whenReady'
> & { readonly commandLine: Members<Electron.CommandLine, 'appendSwitch'> };

/** `electron.app`. */
export const app = strict('app', Object.assign(events, members));

/** Command-line switches of Chromium that the program has added, by name. */
export function chromiumSwitches(): ReadonlyMap<string, string> {
  return switches;
}

/** Whether pages run in Chromium's sandbox; root's Chromium has none. */
export function wantsSandbox(): boolean {
  return isSandboxed && process.getuid?.() !== 0;
}

/** Closes all windows when the program quits. */
export function onQuit(close: () => Promise<void>): void {
  closeWindows = close;
}

/** Called when the last window has closed. */
export function allWindowsClosed(): void {
  if (isQuitting) return;
  if (events.listenerCount('window-all-closed') === 0) void quit();
  else events.emit('window-all-closed');
}

/** Quits as Electron does when the system asks. */
export function quitOnSignals(): void {
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => void quit());
}
