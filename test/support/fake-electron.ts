/**
 * Replaces the `electron` module in unit tests of the shell and the bridge: it shows nothing, and records all
 * calls in order. Import it through `vi.mock('electron', …)`.
 */
import { EventEmitter } from 'node:events';
import { PassThrough } from 'node:stream';

export interface Ask {
  readonly name: string;
  readonly args: readonly unknown[];
}

/** All calls of the module since the last `resetElectron`, in order. */
export const asked: Ask[] = [];

function record(name: string, ...args: readonly unknown[]): void {
  asked.push({ name, args });
}

/** The arguments of the last call of that name. */
export function lastAsk(name: string): readonly unknown[] {
  const found = asked.findLast((ask) => ask.name === name);
  if (found === undefined) throw new Error(`${name} was not asked for`);
  return found.args;
}

/** Names of the calls so far, in order. */
export function askedNames(): readonly string[] {
  return asked.map(({ name }) => name);
}

/** An event of Electron, which remembers whether it was prevented. */
export class FakeEvent {
  readonly url: string;
  prevented = false;
  constructor(url = '') {
    this.url = url;
  }
  preventDefault(): void {
    this.prevented = true;
  }
}

export class FakeSession extends EventEmitter {
  readonly handlers = new Map<string, (...args: never[]) => unknown>();
  readonly protocol = {
    handle: (scheme: string, handler: (...args: never[]) => unknown) => {
      record('session.protocol.handle', scheme);
      this.handlers.set('protocol', handler);
    },
  };
  proxy = 'DIRECT';
  #keep(name: string, handler: (...args: never[]) => unknown): void {
    record(`session.${name}`);
    this.handlers.set(name, handler);
  }
  setPermissionRequestHandler(handler: (...args: never[]) => unknown): void {
    this.#keep('setPermissionRequestHandler', handler);
  }
  setPermissionCheckHandler(handler: (...args: never[]) => unknown): void {
    this.#keep('setPermissionCheckHandler', handler);
  }
  setDevicePermissionHandler(handler: (...args: never[]) => unknown): void {
    this.#keep('setDevicePermissionHandler', handler);
  }
  setDisplayMediaRequestHandler(handler: (...args: never[]) => unknown): void {
    this.#keep('setDisplayMediaRequestHandler', handler);
  }
  setUSBProtectedClassesHandler(handler: (...args: never[]) => unknown): void {
    this.#keep('setUSBProtectedClassesHandler', handler);
  }
  setSpellCheckerEnabled(enabled: boolean): void {
    record('session.setSpellCheckerEnabled', enabled);
  }
  async resolveProxy(url: string): Promise<string> {
    record('session.resolveProxy', url);
    return this.proxy;
  }
  /** Calls a handler that the shell has set. */
  ask(name: string, ...args: readonly unknown[]): unknown {
    const handler = this.handlers.get(name);
    if (handler === undefined) throw new Error(`no ${name} was set`);
    return handler(...(args as never[])); // the test plays Electron, which passes what it likes
  }
}

export class FakeContents extends EventEmitter {
  readonly sent: (readonly unknown[])[] = [];
  openHandler: (() => { action: string }) | null = null;
  send(...args: readonly unknown[]): void {
    this.sent.push(args);
  }
  reload(): void {
    record('webContents.reload');
  }
  setWindowOpenHandler(handler: () => { action: string }): void {
    this.openHandler = handler;
  }
  setWebRTCIPHandlingPolicy(policy: string): void {
    record('webContents.setWebRTCIPHandlingPolicy', policy);
  }
  async capturePage(): Promise<{ toPNG: () => Buffer }> {
    record('webContents.capturePage');
    return { toPNG: () => Buffer.from('png') };
  }
}

export class FakeWindow extends EventEmitter {
  static readonly made: FakeWindow[] = [];
  readonly options: Readonly<Record<string, unknown>>;
  readonly webContents = new FakeContents();
  minimized = false;
  destroyed = false;
  title = '';
  constructor(options: Readonly<Record<string, unknown>>) {
    super();
    this.options = options;
    FakeWindow.made.push(this);
    record('new BrowserWindow');
    fakeApp.emit('web-contents-created', new FakeEvent(), this.webContents);
  }
  async loadURL(url: string): Promise<void> {
    record('window.loadURL', url);
  }
  show(): void {
    record('window.show');
  }
  focus(): void {
    record('window.focus');
  }
  restore(): void {
    record('window.restore');
    this.minimized = false;
  }
  close(): void {
    record('window.close');
  }
  isMinimized(): boolean {
    return this.minimized;
  }
  isDestroyed(): boolean {
    return this.destroyed;
  }
  setTitle(title: string): void {
    this.title = title;
  }
  setOverlayIcon(overlay: unknown, description: string): void {
    record('window.setOverlayIcon', overlay, description);
  }
}

export class FakeUtilityProcess extends EventEmitter {
  static readonly made: FakeUtilityProcess[] = [];
  /** Called for every new process. */
  static onMade: (child: FakeUtilityProcess) => void = () => {};
  onPosted: (message: unknown) => void = () => {};
  onKilled: () => void = () => {};
  readonly posted: unknown[] = [];
  readonly stderr = new PassThrough();
  killable = true;
  kills = 0;
  constructor() {
    super();
    FakeUtilityProcess.made.push(this);
    FakeUtilityProcess.onMade(this);
  }
  postMessage(message: unknown): void {
    this.posted.push(message);
    this.onPosted(message);
  }
  kill(): boolean {
    this.kills += 1;
    this.onKilled();
    return this.killable;
  }
}

/** A system notification; `emit('click')` is the user's click. */
export class FakeNotification extends EventEmitter {
  static readonly shown: FakeNotification[] = [];
  static isSupported = () => true;
  static handleActivation = (): void => record('Notification.handleActivation');
  readonly words: { readonly title: string; readonly body: string };
  constructor(words: { readonly title: string; readonly body: string }) {
    super();
    this.words = words;
  }
  show(): void {
    FakeNotification.shown.push(this);
  }
}

class FakeApp extends EventEmitter {
  isPackaged = false;
  isFirst = true;
  readonly commandLine = {
    appendSwitch: (name: string, value?: string) => record('app.commandLine.appendSwitch', name, value),
  };
  enableSandbox(): void {
    record('app.enableSandbox');
  }
  getVersion(): string {
    return '0.0.0';
  }
  setPath(name: string, path: string): void {
    record('app.setPath', name, path);
  }
  requestSingleInstanceLock(): boolean {
    record('app.requestSingleInstanceLock');
    return this.isFirst;
  }
  async whenReady(): Promise<void> {
    record('app.whenReady');
  }
  setBadgeCount(count: number): boolean {
    record('app.setBadgeCount', count);
    return true;
  }
  quit(): void {
    record('app.quit');
  }
  exit(code?: number): void {
    record('app.exit', code);
    this.emit('fake-exit', code);
  }
}

export const fakeApp = new FakeApp();
/** Where the user saves to, empty where they cancel; why a file cannot be opened, empty where it can. */
export const fakeFiles = { saveTo: '', problem: '' };
/** Which button of a message box the user presses. */
export const fakeAnswer = { button: 1 };
/** Emits events of the computer, such as sleep. */
export const fakePower = new EventEmitter();
/** What the system reports about the network. */
export const fakeNet = { isOnline: true };
export const fakeSession = { current: new FakeSession() };

type Handler = (...args: readonly unknown[]) => unknown;
/** Handlers of `ipcMain`, by channel. */
export const ipcHandlers = new Map<string, Handler>();
/** What the bridge's `ipcRenderer.invoke` returns. */
export const renderer = {
  invoke: async (..._args: readonly unknown[]): Promise<unknown> => null,
  events: new EventEmitter(),
};
/** Objects exposed to the page, by name. */
export const exposed = new Map<string, unknown>();

/** What `vi.mock('electron', …)` returns. */
export const electron = {
  app: fakeApp,
  BrowserWindow: FakeWindow,
  Notification: FakeNotification,
  nativeImage: { createFromBitmap: (pixels: Buffer) => ({ pixels }) },
  protocol: {
    registerSchemesAsPrivileged: (schemes: unknown) =>
      record('protocol.registerSchemesAsPrivileged', schemes),
  },
  session: {
    fromPartition: (name: string, options: unknown) => {
      record('session.fromPartition', name, options);
      return fakeSession.current;
    },
  },
  ipcMain: {
    handle: (channel: string, handler: Handler) => {
      record('ipcMain.handle', channel);
      ipcHandlers.set(channel, handler);
    },
  },
  dialog: {
    showErrorBox: (title: string, content: string) => record('dialog.showErrorBox', title, content),
    showSaveDialog: async (...args: readonly unknown[]) => {
      record('dialog.showSaveDialog', args.at(-1));
      return { canceled: fakeFiles.saveTo === '', filePath: fakeFiles.saveTo };
    },
    showMessageBox: async (...args: readonly unknown[]) => {
      record('dialog.showMessageBox', args.at(-1));
      return { response: fakeAnswer.button };
    },
  },
  shell: {
    openPath: async (path: string) => {
      record('shell.openPath', path);
      return fakeFiles.problem;
    },
    openExternal: async (address: string) => {
      record('shell.openExternal', address);
      if (fakeFiles.problem !== '') throw new Error(fakeFiles.problem);
    },
  },
  net: {
    isOnline: () => fakeNet.isOnline,
    fetch: async (address: string): Promise<Response> => {
      record('net.fetch', address);
      throw new TypeError('net::ERR_INTERNET_DISCONNECTED');
    },
  },
  powerMonitor: fakePower,
  Menu: {
    buildFromTemplate: (template: unknown) => template,
    setApplicationMenu: (menu: unknown) => record('Menu.setApplicationMenu', menu),
  },
  utilityProcess: {
    fork: (file: string, args: readonly string[], options: unknown) => {
      record('utilityProcess.fork', file, args, options);
      return new FakeUtilityProcess();
    },
  },
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
  fakeApp.removeAllListeners();
  fakeApp.isPackaged = false;
  fakeApp.isFirst = true;
  fakePower.removeAllListeners();
  fakeNet.isOnline = true;
  fakeFiles.saveTo = '';
  fakeFiles.problem = '';
  fakeAnswer.button = 1;
  fakeSession.current = new FakeSession();
}
