import { knownEvents, strict } from './strict.ts';
import type { Takes } from './electron-types.ts';

/** `electron.dialog`: what a person would read goes to stderr. */
export const dialog = strict('dialog', {
  showErrorBox: (title: string, content: string): void => {
    process.stderr.write(`${title}: ${content}\n`);
  },
} satisfies Takes<Electron.Dialog, 'showErrorBox'>);

/** `electron.Menu`: Chromium shows none, so a menu is only put together. */
export const Menu = strict('Menu', {
  buildFromTemplate: (template: Parameters<typeof Electron.Menu.buildFromTemplate>[0]) => ({
    items: template,
  }),
  setApplicationMenu: (): void => {},
} satisfies Takes<typeof Electron.Menu, 'buildFromTemplate' | 'setApplicationMenu'>);

/** `electron.net`: whoever runs this is on a network, or needs none. */
export const net = strict('net', { isOnline: () => true } satisfies Takes<Electron.Net, 'isOnline'>);

const power = knownEvents('powerMonitor', ['resume']);
// A process that was stopped and goes on has slept.
process.on('SIGCONT', () => power.emit('resume'));

/** `electron.powerMonitor`. */
export const powerMonitor = strict('powerMonitor', power);
