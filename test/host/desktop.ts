/**
 * The parts of the `electron` module that belong to the desktop, for the stand-in and for unit tests. Each
 * behaves in the worst way that is known of Electron.
 */
import { EVENTS, OPTIONS } from './members.ts';
import type {
  UsedClipboard,
  UsedDialog,
  UsedMenu,
  UsedNativeImage,
  UsedNativeTheme,
  UsedNet,
  UsedPowerMonitor,
  UsedShell,
} from './members.ts';
import { knownEvents, knownKeys, createStrictObject } from './strict.ts';

/** What a desktop does; the stand-in's environment or a test decides. */
export interface DesktopScript {
  /** Called with each use of the desktop. */
  readonly onUse: (name: string, ...args: readonly unknown[]) => void;
  /** Where the user saves to; empty where they cancel. */
  readonly saveTo: () => string;
  /** The index of the button that the user presses. */
  readonly press: (options: Electron.MessageBoxOptions) => number;
  /** Why no program opens a file or an address; empty where one does. */
  readonly problem: () => string;
  /** Whether the system reports whether a file was opened: Linux does not. */
  readonly reportsOpened: () => boolean;
  readonly isOnline: () => boolean;
  /** A request over the network stack of the platform. */
  readonly fetch: (address: string | Request, options?: RequestInit) => Promise<Response>;
  readonly isDark: () => boolean;
  /** Whether the system is Linux and the program is not ready yet: then an error is only written to stderr. */
  readonly dropsErrorBox: () => boolean;
  /** Seconds since the last input; always 0 where the system does not know, as under Wayland. */
  readonly idleSeconds: () => number;
}

function createDialog({ onUse, saveTo, press, dropsErrorBox }: DesktopScript) {
  return createStrictObject('dialog', {
    showSaveDialog: async (...asked: readonly object[]) => {
      const options: Electron.SaveDialogOptions = asked.at(-1) ?? {};
      knownKeys('dialog.showSaveDialog', options, OPTIONS.saveDialog);
      onUse('dialog.showSaveDialog', options);
      return { canceled: saveTo() === '', filePath: saveTo() };
    },
    showOpenDialog: async (...asked: readonly object[]) => {
      const options: Electron.OpenDialogOptions = asked.at(-1) ?? {};
      knownKeys('dialog.showOpenDialog', options, OPTIONS.openDialog);
      onUse('dialog.showOpenDialog', options);
      return { canceled: saveTo() === '', filePaths: saveTo() === '' ? [] : [saveTo()] };
    },
    showMessageBox: async (...asked: readonly object[]) => {
      // The last argument holds the options, with or without a window before it.
      const options = asked.at(-1) as Electron.MessageBoxOptions;
      knownKeys('dialog.showMessageBox', options, OPTIONS.messageBox);
      onUse('dialog.showMessageBox', options);
      return { response: press(options), checkboxChecked: false };
    },
    showErrorBox: (title: string, content: string): void =>
      onUse(dropsErrorBox() ? 'error on stderr' : 'dialog.showErrorBox', title, content),
  } satisfies UsedDialog);
}

function createShell({ onUse, problem, reportsOpened }: DesktopScript) {
  return createStrictObject('shell', {
    openPath: async (path: string) => {
      onUse('shell.openPath', path);
      return reportsOpened() ? problem() : new Promise<string>(() => {});
    },
    openExternal: async (address: string) => {
      onUse('shell.openExternal', address);
      if (problem() !== '') throw new Error(problem());
      if (!reportsOpened()) await new Promise(() => {});
    },
  } satisfies UsedShell);
}

function createMenu({ onUse }: DesktopScript) {
  return createStrictObject('Menu', {
    buildFromTemplate: (template: Parameters<typeof Electron.Menu.buildFromTemplate>[0]) => ({
      items: template,
      popup: (options: Electron.PopupOptions = {}): void => {
        knownKeys('Menu.popup', options, OPTIONS.popup);
        onUse('menu.popup', template, options);
      },
    }),
    setApplicationMenu: (menu: unknown): void => onUse('Menu.setApplicationMenu', menu),
  } satisfies UsedMenu);
}

/** A clipboard of its own: that of the computer stays as it is. */
function createClipboard() {
  let held = '';
  return createStrictObject('clipboard', {
    writeText: async (text: string) => {
      held = text;
    },
    readText: async () => held,
    clear: (): void => {
      held = '';
    },
  } satisfies UsedClipboard);
}

/** Creates the parts of the module that belong to the desktop. */
export function createDesktop(script: DesktopScript) {
  return {
    clipboard: createClipboard(),
    dialog: createDialog(script),
    shell: createShell(script),
    Menu: createMenu(script),
    net: createStrictObject('net', { isOnline: script.isOnline, fetch: script.fetch } satisfies UsedNet),
    nativeImage: createStrictObject('nativeImage', {
      createFromBitmap: (pixels: Buffer) => ({ pixels }),
    } satisfies UsedNativeImage),
    nativeTheme: createStrictObject('nativeTheme', {
      get shouldUseDarkColors() {
        return script.isDark();
      },
    } satisfies UsedNativeTheme),
    powerMonitor: Object.assign(knownEvents('powerMonitor', EVENTS.powerMonitor), {
      getSystemIdleTime: script.idleSeconds,
    } satisfies UsedPowerMonitor),
  };
}
