import { knownEvents, knownKeys, strict } from './strict.ts';
import type { Takes } from './electron-types.ts';

const SAVE_OPTIONS = ['defaultPath', 'filters', 'properties'] as const;
const QUESTION_OPTIONS = ['type', 'message', 'detail', 'buttons', 'defaultId', 'cancelId', 'noLink'] as const;

/**
 * `electron.dialog`: dialogs are written to stderr; the path of the save dialog comes from STAND_IN_SAVE_TO.
 * STAND_IN_SAYS is the button to press, by default the one for cancelling.
 */
export const dialog = strict('dialog', {
  showSaveDialog: async (...asked: readonly object[]) => {
    const options: Electron.SaveDialogOptions = asked.at(-1) ?? {};
    knownKeys('dialog.showSaveDialog', options, SAVE_OPTIONS);
    process.stderr.write(`save as ${options.defaultPath}\n`);
    const filePath = process.env['STAND_IN_SAVE_TO'] ?? '';
    return { canceled: filePath === '', filePath };
  },
  showMessageBox: async (...asked: readonly object[]) => {
    // The last argument holds the options, with or without a window before it.
    const options = asked.at(-1) as Electron.MessageBoxOptions;
    knownKeys('dialog.showMessageBox', options, QUESTION_OPTIONS);
    process.stderr.write(`ask ${options.message} ${options.detail}\n`);
    const pressed = options.buttons?.indexOf(process.env['STAND_IN_SAYS'] ?? '') ?? -1;
    return { response: pressed < 0 ? (options.cancelId ?? 0) : pressed, checkboxChecked: false };
  },
  showErrorBox: (title: string, content: string): void => {
    process.stderr.write(`${title}: ${content}\n`);
  },
} satisfies Takes<Electron.Dialog, 'showErrorBox' | 'showMessageBox' | 'showSaveDialog'>);

/** `electron.Menu`: Chromium shows none, so a menu is only built. */
export const Menu = strict('Menu', {
  buildFromTemplate: (template: Parameters<typeof Electron.Menu.buildFromTemplate>[0]) => ({
    items: template,
  }),
  setApplicationMenu: (): void => {},
} satisfies Takes<typeof Electron.Menu, 'buildFromTemplate' | 'setApplicationMenu'>);

/** `electron.net`: always online, since a missing network does not matter here; requests go over Node's own stack. */
export const net = strict('net', {
  isOnline: () => true,
  fetch: (address: string | Request, options?: RequestInit) => fetch(address, options),
} satisfies Takes<Electron.Net, 'isOnline' | 'fetch'>);

/**
 * `electron.shell`: nothing is opened; requests are written to stderr. STAND_IN_VIEWER=none: there is no
 * program for it.
 */
export const shell = strict('shell', {
  openPath: async (path: string) => {
    process.stderr.write(`open ${path}\n`);
    return process.env['STAND_IN_VIEWER'] === 'none' ? 'no program opens this' : '';
  },
  openExternal: async (address: string) => {
    process.stderr.write(`browse ${address}\n`);
  },
} satisfies Takes<Electron.Shell, 'openExternal' | 'openPath'>);

const power = knownEvents('powerMonitor', ['resume']);
// A process that was stopped and continues has slept.
process.on('SIGCONT', () => power.emit('resume'));

/** `electron.powerMonitor`. */
export const powerMonitor = strict('powerMonitor', power);
