/**
 * Replaces the `electron` module in unit tests of the shell and the bridge: it shows nothing, and records all
 * calls in order. Import it through `vi.mock('electron', …)`. It has the members of the stand-in host, and like
 * it behaves in the worst way that is known of Electron.
 */
import { EventEmitter } from 'node:events';
import { createDesktop } from '../host/desktop.ts';
import { checkForkOptions } from '../host/host-child.ts';
import { createIpcMain, type InvokeHandler } from '../host/ipc.ts';
import { createProtocol } from '../host/host-session.ts';
import type { UsedModules } from '../host/members.ts';
import { createStrictObject } from '../host/strict.ts';
import { fakeApp } from './electron/app.ts';
import { FakeUtilityProcess } from './electron/child.ts';
import { FakeNotification } from './electron/notification.ts';
import { asked, record } from './electron/recording.ts';
import { FakeSession, fakeSession } from './electron/session.ts';
import { FakeWindow } from './electron/window.ts';

export { hostEvent, type HostEvent } from '../host/strict.ts';
export { fakeApp } from './electron/app.ts';
export { FakeUtilityProcess } from './electron/child.ts';
export { FakeNotification } from './electron/notification.ts';
export { asked, askedNames, lastAsk, type Ask } from './electron/recording.ts';
export { FakeSession, fakeSession } from './electron/session.ts';
export { FakeContents, FakeWindow } from './electron/window.ts';

const FILES = { saveTo: '', problem: '', reportsOpened: false };
/**
 * Where the user saves to, empty where they cancel; why a file cannot be opened, empty where it can; whether
 * the system reports whether a file was opened.
 */
export const fakeFiles = { ...FILES };
/** Which button of a message box the user presses. */
export const fakeAnswer = { button: 1 };
/** Whether the system is set to dark colours. */
export const fakeTheme = { isDark: false };
/** Seconds without input that the system reports; 0 also where it does not know. */
export const fakeIdle = { seconds: 0 };
/** What the system reports about the network. */
export const fakeNet = { isOnline: true };

const { powerMonitor, ...desktop } = createDesktop({
  onUse: record,
  saveTo: () => fakeFiles.saveTo,
  press: () => fakeAnswer.button,
  problem: () => fakeFiles.problem,
  reportsOpened: () => fakeFiles.reportsOpened,
  isOnline: () => fakeNet.isOnline,
  fetch: async (address) => {
    record('net.fetch', address);
    throw new TypeError('net::ERR_INTERNET_DISCONNECTED');
  },
  isDark: () => fakeTheme.isDark,
  dropsErrorBox: () => fakeApp.dropsErrorBox(),
  idleSeconds: () => fakeIdle.seconds,
});
/** Emits events of the computer, such as sleep. */
export const fakePower = powerMonitor;

/** Handlers of `ipcMain`, by channel. */
export const ipcHandlers = new Map<string, InvokeHandler>();
/** What the bridge's `ipcRenderer.invoke` returns. */
export const renderer = {
  invoke: async (..._args: readonly unknown[]): Promise<unknown> => null,
  events: new EventEmitter(),
};
/** Objects exposed to the page, by name. */
export const exposed = new Map<string, unknown>();

const mainModules = {
  ...desktop,
  app: createStrictObject('app', fakeApp),
  BrowserWindow: FakeWindow,
  Notification: FakeNotification,
  powerMonitor,
  protocol: createProtocol(record, new Set()),
  session: createStrictObject('session', {
    fromPartition: (name: string, options: unknown) => {
      record('session.fromPartition', name, options);
      return fakeSession.current;
    },
  }),
  ipcMain: createIpcMain(ipcHandlers, (channel) => record('ipcMain.handle', channel)),
  utilityProcess: createStrictObject('utilityProcess', {
    fork: (file: string, args: readonly string[], options: Electron.ForkOptions) => {
      checkForkOptions(options);
      record('utilityProcess.fork', file, args, options);
      return new FakeUtilityProcess();
    },
  }),
} satisfies UsedModules;

/** What `vi.mock('electron', …)` returns. */
export const electron = {
  ...mainModules,
  contextBridge: {
    exposeInMainWorld: (name: string, value: unknown) => exposed.set(name, value),
  },
  ipcRenderer: {
    invoke: (...args: readonly unknown[]) => renderer.invoke(...args),
    on: (channel: string, listener: (...args: unknown[]) => void) => renderer.events.on(channel, listener),
  },
};

/** Clears all state, for the next test. */
export function resetElectron(): void {
  asked.length = 0;
  FakeWindow.made.length = 0;
  FakeNotification.shown.length = 0;
  FakeNotification.isSupported = () => true;
  FakeUtilityProcess.made.length = 0;
  FakeUtilityProcess.onMade = () => {};
  ipcHandlers.clear();
  exposed.clear();
  renderer.invoke = async () => null;
  renderer.events.removeAllListeners();
  fakeApp.reset();
  fakePower.removeAllListeners();
  fakeNet.isOnline = true;
  fakeTheme.isDark = false;
  fakeIdle.seconds = 0;
  Object.assign(fakeFiles, FILES);
  fakeAnswer.button = 1;
  fakeSession.current = new FakeSession();
}
