import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { config } from './config.ts';
import { EVENTS, type UsedApp, type UsedCommandLine } from './members.ts';
import { lockProfile } from './single-instance.ts';
import { hostEvent, knownEvents, strict } from './strict.ts';

const events = knownEvents('app', EVENTS.app);
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

/** Starts the program once more, with the same arguments and without output. */
function startAgain(): void {
  const [host = '', ...words] = config.command;
  spawn(process.execPath, [host, ...words], { detached: true, stdio: 'ignore' }).unref();
}

const members = {
  isPackaged: false,
  commandLine: strict('app.commandLine', {
    appendSwitch: (name: string, value = ''): void => {
      switches.set(name, value);
    },
  } satisfies UsedCommandLine),
  // There are no graphics to accelerate.
  disableHardwareAcceleration: (): void => {},
  enableSandbox: (): void => {
    isSandboxed = true;
  },
  exit: (code = 0): void => process.exit(code),
  getVersion: () => packageFile().version,
  quit: () => void quit(),
  relaunch: (): void => void process.once('exit', startAgain),
  requestSingleInstanceLock: () => {
    if (userData === null) throw new Error('the stand-in host has no place for a profile before setPath');
    return lockProfile(userData, () => events.emit('second-instance', hostEvent(), [], ''));
  },
  // A stand-in is never packaged, so nothing is registered with Windows.
  setAppUserModelId: (): void => {},
  setToastActivatorCLSID: (): void => {},
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
} satisfies UsedApp & { readonly isPackaged: boolean; readonly commandLine: UsedCommandLine };

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

/**
 * Whether processes of Node die at their start. Asked to sandbox everything, Electron refuses to run any child
 * of root, whose Chromium has no sandbox.
 */
export function refusesChildren(): boolean {
  return isSandboxed && process.getuid?.() === 0;
}

/** Closes all windows when the program quits. */
export function onQuit(close: () => Promise<void>): void {
  closeWindows = close;
}

/** Whether the program quits by itself. */
export function isEnding(): boolean {
  return isQuitting;
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

/** How long Windows waits for a program that quits by itself at log-off. */
const LOG_OFF_MS = 5_000;

/** Between its question and its answer Windows asks the other programs. */
const ASKING_MS = 200;

/**
 * Logs the user off at SIGPWR, as Windows does: windows receive both events, and unless the program then quits by
 * itself, it is ended at once.
 * @param tell emits an event at all windows
 */
export function logOffOnSignal(tell: (name: 'query-session-end' | 'session-end') => void): void {
  process.on('SIGPWR', () => {
    tell('query-session-end');
    setTimeout(() => {
      tell('session-end');
      if (!isQuitting) process.kill(process.pid, 'SIGKILL');
      setTimeout(() => process.kill(process.pid, 'SIGKILL'), LOG_OFF_MS).unref();
    }, ASKING_MS);
  });
}
