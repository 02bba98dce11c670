/**
 * What Intray uses of the `electron` module. The stand-in and the recording fake of the unit tests both have
 * exactly this, checked against Electron's own types, so neither can have what the other or Electron lacks.
 */
import type { Members, Takes } from './electron-types.ts';

/** The used members of each object, besides its events. */
interface UsedMembers {
  app:
    | 'disableHardwareAcceleration'
    | 'enableSandbox'
    | 'exit'
    | 'getPreferredSystemLanguages'
    | 'getSystemLocale'
    | 'getVersion'
    | 'isReady'
    | 'quit'
    | 'relaunch'
    | 'requestSingleInstanceLock'
    | 'setAppUserModelId'
    | 'setBadgeCount'
    | 'setPath'
    | 'setToastActivatorCLSID'
    | 'whenReady';
  clipboard: 'clear' | 'readText' | 'writeText';
  commandLine: 'appendSwitch';
  browserWindow:
    | 'close'
    | 'destroy'
    | 'focus'
    | 'isDestroyed'
    | 'isMinimized'
    | 'isVisible'
    | 'loadURL'
    | 'restore'
    | 'setOverlayIcon'
    | 'setTitle'
    | 'show';
  webContents:
    | 'capturePage'
    | 'forcefullyCrashRenderer'
    | 'getOSProcessId'
    | 'getZoomLevel'
    | 'print'
    | 'printToPDF'
    | 'reload'
    | 'send'
    | 'setWebRTCIPHandlingPolicy'
    | 'setWindowOpenHandler'
    | 'setZoomLevel'
    | 'startDrag';
  session:
    | 'resolveProxy'
    | 'setDevicePermissionHandler'
    | 'setDisplayMediaRequestHandler'
    | 'setPermissionCheckHandler'
    | 'setPermissionRequestHandler'
    | 'setSpellCheckerEnabled'
    | 'setUSBProtectedClassesHandler';
  dialog: 'showErrorBox' | 'showMessageBox' | 'showOpenDialog' | 'showSaveDialog';
  menu: 'buildFromTemplate' | 'setApplicationMenu';
  net: 'fetch' | 'isOnline';
  notification: 'close' | 'on' | 'show';
  nativeImage: 'createFromBitmap';
  powerMonitor: 'getSystemIdleTime';
  shell: 'openExternal' | 'openPath';
  utilityProcess: 'kill' | 'postMessage';
}

export type UsedApp = Takes<Electron.App, UsedMembers['app']>;
export type UsedClipboard = Takes<Electron.Clipboard, UsedMembers['clipboard']>;
export type UsedCommandLine = Takes<Electron.CommandLine, UsedMembers['commandLine']>;
export type UsedWindow = Takes<Electron.BrowserWindow, UsedMembers['browserWindow']>;
export type UsedContents = Takes<Electron.WebContents, UsedMembers['webContents']>;
export type UsedSession = Takes<Electron.Session, UsedMembers['session']>;
export type UsedDialog = Takes<Electron.Dialog, UsedMembers['dialog']>;
export type UsedMenu = Takes<typeof Electron.Menu, UsedMembers['menu']>;
export type UsedNet = Takes<Electron.Net, UsedMembers['net']>;
export type UsedNotification = Takes<Electron.Notification, UsedMembers['notification']>;
export type UsedNativeImage = Takes<typeof Electron.nativeImage, UsedMembers['nativeImage']>;
export type UsedNativeTheme = Members<Electron.NativeTheme, 'shouldUseDarkColors'>;
export type UsedPowerMonitor = Takes<Electron.PowerMonitor, UsedMembers['powerMonitor']>;
export type UsedShell = Takes<Electron.Shell, UsedMembers['shell']>;
export type UsedUtilityProcess = Takes<Electron.UtilityProcess, UsedMembers['utilityProcess']>;

/** The parts of the module that Intray's main bundle uses. */
export type UsedModules = {
  readonly [K in
    | 'app'
    | 'BrowserWindow'
    | 'clipboard'
    | 'dialog'
    | 'ipcMain'
    | 'Menu'
    | 'nativeImage'
    | 'nativeTheme'
    | 'net'
    | 'Notification'
    | 'powerMonitor'
    | 'protocol'
    | 'session'
    | 'shell'
    | 'utilityProcess']: K extends keyof typeof Electron ? object : never;
};

/** An event name of an emitter of Electron; `never` for any other text. */
type EventOf<T, E> = T extends { on(event: E, listener: never): unknown } ? E : never;

/** Returns the names, each checked to be an event of `T`. */
function eventsOf<T>() {
  return <const Names extends readonly string[]>(
    ...names: { readonly [I in keyof Names]: EventOf<T, Names[I]> }
  ): readonly string[] => names;
}

/** The events that Intray listens to, by object. */
export const EVENTS = {
  app: eventsOf<Electron.App>()(
    'activate',
    'before-quit',
    'child-process-gone',
    'second-instance',
    'web-contents-created',
    'will-quit',
    'window-all-closed',
  ),
  browserWindow: eventsOf<Electron.BrowserWindow>()(
    'blur',
    'close',
    'closed',
    'focus',
    'hide',
    'page-title-updated',
    'query-session-end',
    'ready-to-show',
    'responsive',
    'session-end',
    'show',
    'unresponsive',
  ),
  webContents: eventsOf<Electron.WebContents>()(
    'context-menu',
    'did-fail-load',
    'did-finish-load',
    'did-navigate',
    'input-event',
    'render-process-gone',
    'select-bluetooth-device',
    'will-attach-webview',
    'will-frame-navigate',
    'will-navigate',
    'will-redirect',
  ),
  session: eventsOf<Electron.Session>()('will-download'),
  notification: eventsOf<Electron.Notification>()('click', 'close', 'failed'),
  powerMonitor: eventsOf<Electron.PowerMonitor>()('lock-screen', 'resume', 'suspend'),
  utilityProcess: eventsOf<Electron.UtilityProcess>()('error', 'exit', 'message', 'spawn'),
} as const;

/** The options that Intray passes, by call. */
export const OPTIONS = {
  browserWindow: [
    'name',
    'windowStatePersistence',
    'width',
    'height',
    'minWidth',
    'minHeight',
    'show',
    'backgroundColor',
    'title',
    'webPreferences',
  ] satisfies readonly (keyof Electron.BrowserWindowConstructorOptions)[],
  fork: ['serviceName', 'env', 'stdio'] satisfies readonly (keyof Electron.ForkOptions)[],
  messageBox: [
    'type',
    'message',
    'detail',
    'buttons',
    'defaultId',
    'cancelId',
    'noLink',
    'signal',
  ] satisfies readonly (keyof Electron.MessageBoxOptions)[],
  notification: ['title', 'body'] satisfies readonly (keyof Electron.NotificationConstructorOptions)[],
  popup: ['window', 'sourceType', 'x', 'y'] satisfies readonly (keyof Electron.PopupOptions)[],
  printToPdf: [
    'pageSize',
    'printBackground',
    'displayHeaderFooter',
    'margins',
  ] satisfies readonly (keyof Electron.PrintToPDFOptions)[],
  drag: ['file', 'icon'] satisfies readonly (keyof Electron.Item)[],
  saveDialog: [
    'defaultPath',
    'filters',
    'properties',
  ] satisfies readonly (keyof Electron.SaveDialogOptions)[],
  openDialog: ['filters', 'properties'] satisfies readonly (keyof Electron.OpenDialogOptions)[],
} as const;
