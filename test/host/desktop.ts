import { strict } from './strict.ts';
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
