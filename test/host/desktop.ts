import { knownEvents, knownKeys, strict } from './strict.ts';
import type { Takes } from './electron-types.ts';

const SAVE_OPTIONS = ['defaultPath', 'filters', 'properties'] as const;

/** `electron.dialog`: what a person would read goes to stderr; where they would save to stands in STAND_IN_SAVE_TO. */
export const dialog = strict('dialog', {
  showSaveDialog: async (...asked: readonly object[]) => {
    const options: Electron.SaveDialogOptions = asked.at(-1) ?? {};
    knownKeys('dialog.showSaveDialog', options, SAVE_OPTIONS);
    process.stderr.write(`save as ${options.defaultPath}\n`);
    const filePath = process.env['STAND_IN_SAVE_TO'] ?? '';
    return { canceled: filePath === '', filePath };
  },
  showErrorBox: (title: string, content: string): void => {
    process.stderr.write(`${title}: ${content}\n`);
  },
} satisfies Takes<Electron.Dialog, 'showErrorBox' | 'showSaveDialog'>);

/** `electron.Menu`: Chromium shows none, so a menu is only put together. */
export const Menu = strict('Menu', {
  buildFromTemplate: (template: Parameters<typeof Electron.Menu.buildFromTemplate>[0]) => ({
    items: template,
  }),
  setApplicationMenu: (): void => {},
} satisfies Takes<typeof Electron.Menu, 'buildFromTemplate' | 'setApplicationMenu'>);

/** `electron.net`: whoever runs this is on a network, or needs none. */
export const net = strict('net', { isOnline: () => true } satisfies Takes<Electron.Net, 'isOnline'>);

/** `electron.shell`: nothing is opened; what would be is told on stderr. STAND_IN_VIEWER=none: there is no program for it. */
export const shell = strict('shell', {
  openPath: async (path: string) => {
    process.stderr.write(`open ${path}\n`);
    return process.env['STAND_IN_VIEWER'] === 'none' ? 'no program opens this' : '';
  },
} satisfies Takes<Electron.Shell, 'openPath'>);

const power = knownEvents('powerMonitor', ['resume']);
// A process that was stopped and goes on has slept.
process.on('SIGCONT', () => power.emit('resume'));

/** `electron.powerMonitor`. */
export const powerMonitor = strict('powerMonitor', power);
